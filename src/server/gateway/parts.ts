/** Every capability of the gateway, as its endpoints use them. */

import type { Ask } from './asking.ts'
import type { Audit } from './audit.ts'
import type { Budget } from './budget.ts'
import type { Claims } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Workspace } from './configuration.ts'
import type { TestConnection } from './connection.ts'
import type { Store } from './database.ts'
import type { Decisions } from './decisions.ts'
import type { Effects } from './effects.ts'
import type { Extensions } from './extensions.ts'
import type { Launches } from './launches.ts'
import type { Ledger } from './ledger.ts'
import type { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import type { OperatorAdministration } from './operator-administration.ts'
import type { PlacedCalls } from './placed-calls.ts'
import type { Registry } from './registry.ts'
import type { ReviewQueue } from './review-queue.ts'
import type { Sessions } from './session.ts'
import type { Simulation } from './simulation.ts'
import type { Snapshots } from './snapshots.ts'
import type { Watcher } from './watcher.ts'

export interface Parts {
  ask: Ask
  audit: Audit
  budget: Budget
  claims: Claims
  clock: Clock
  decisions: Decisions
  effects: Effects
  extensions: Extensions
  launches: Launches
  ledger: Ledger
  liveCalls: LiveCalls
  log: Log
  operatorAdministration: OperatorAdministration
  placedCalls: PlacedCalls
  /** Where people open Switchboard, if that is configured. */
  publicUrl: URL | null
  registry: Registry
  reviewQueue: ReviewQueue
  sessions: Sessions
  simulation: Simulation
  snapshots: Snapshots
  store: Store
  testConnection: TestConnection
  watcher: Watcher
  workspaces: Workspace[]
}
