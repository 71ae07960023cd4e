/** Every capability of the gateway, as its endpoints use them. */

import type { Ask } from './asking.ts'
import type { Audit } from './audit.ts'
import type { Budget } from './budget.ts'
import type { Claims } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Configuration, Workspace } from './configuration.ts'
import type { TestConnection } from './connection.ts'
import type { Contacts } from './contacts.ts'
import type { Store } from './database.ts'
import type { Decisions } from './decisions.ts'
import type { Effects } from './effects.ts'
import type { Exports } from './exports.ts'
import type { Extensions } from './extensions.ts'
import type { Launches } from './launches.ts'
import type { Ledger } from './ledger.ts'
import type { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import type { Rechecks } from './looking.ts'
import type { Metrics } from './metrics.ts'
import type { FindNames } from './names.ts'
import type { OpenSessions } from './open-sessions.ts'
import type { OperatorAdministration } from './operator-administration.ts'
import type { PlacedCalls } from './placed-calls.ts'
import type { Readiness } from './readiness.ts'
import type { Registry } from './registry.ts'
import type { Rests } from './rests.ts'
import type { ReviewQueue } from './review-queue.ts'
import type { Sessions } from './session.ts'
import type { Simulation } from './simulation.ts'
import type { Snapshots } from './snapshots.ts'
import type { Watcher } from './watcher.ts'
import type { Webhooks } from './webhooks.ts'
import type { Writes } from './writes.ts'

export interface Parts {
  ask: Ask
  audit: Audit
  budget: Budget
  claims: Claims
  clock: Clock
  configuration: Configuration
  contacts: Contacts
  decisions: Decisions
  effects: Effects
  exports: Exports
  extensions: Extensions
  findNames: FindNames
  launches: Launches
  ledger: Ledger
  liveCalls: LiveCalls
  log: Log
  metrics: Metrics
  openSessions: OpenSessions
  operatorAdministration: OperatorAdministration
  placedCalls: PlacedCalls
  /** Where people open Switchboard, if that is configured. */
  publicUrl: URL | null
  readiness: Readiness
  rechecks: Rechecks
  registry: Registry
  rests: Rests
  reviewQueue: ReviewQueue
  /** An operator is active. */
  seen: (person: string) => void
  sessions: Sessions
  simulation: Simulation
  snapshots: Snapshots
  /** Aborted when the process is to end. */
  stopping: AbortSignal
  store: Store
  testConnection: TestConnection
  watcher: Watcher
  webhooks: Webhooks
  workspaces: Workspace[]
  writes: Writes
}
