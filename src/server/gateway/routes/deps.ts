/** Every capability of the gateway, as its endpoints use them. */

import type { Exports } from '../batches/exports.ts'
import type { Launches } from '../batches/launches.ts'
import type { Rests } from '../batches/remainders.ts'
import type { Extensions } from '../cache/capabilities.ts'
import type { Watcher } from '../cache/poller.ts'
import type { Snapshots } from '../cache/snapshots.ts'
import type { LiveCalls } from '../calls/live-calls.ts'
import type { PlacedCalls } from '../calls/placed-calls.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { Effects } from '../ledger/effects.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Rechecks } from '../ledger/recheck.ts'
import type { Writes } from '../ledger/record-writes.ts'
import type { Audit } from '../operations/audit.ts'
import type { TestConnection } from '../operations/connection-test.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { Simulation } from '../operations/simulation.ts'
import type { Webhooks } from '../operations/webhooks.ts'
import type { OperatorAdministration } from '../operators/administration.ts'
import type { OpenSessions } from '../operators/open-sessions.ts'
import type { Sessions } from '../operators/sign-in.ts'
import type { FindNames } from '../registry/names.ts'
import type { Registry } from '../registry/registry.ts'
import type { Claims } from '../review/claims.ts'
import type { Decisions } from '../review/decisions.ts'
import type { ReviewQueue } from '../review/queue.ts'
import type { Clock } from '../shared/clock.ts'
import type { Configuration, Workspace } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { Ask } from '../upstream/ask.ts'
import type { Budget } from '../upstream/budget.ts'

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
