/** Every capability of the gateway, as its endpoints use them. */
import type { Ask } from './asking.ts'
import type { Budget } from './budget.ts'
import type { Clock } from './clock.ts'
import type { Workspace } from './configuration.ts'
import type { Store } from './database.ts'
import type { Effects } from './effects.ts'
import type { Extensions } from './extensions.ts'
import type { Launches } from './launches.ts'
import type { Ledger } from './ledger.ts'
import type { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import type { Registry } from './registry.ts'
import type { Sessions } from './session.ts'
import type { Snapshots } from './snapshots.ts'
import type { Watcher } from './watcher.ts'

export interface Parts {
  ask: Ask
  budget: Budget
  clock: Clock
  effects: Effects
  extensions: Extensions
  launches: Launches
  ledger: Ledger
  liveCalls: LiveCalls
  log: Log
  registry: Registry
  sessions: Sessions
  snapshots: Snapshots
  store: Store
  watcher: Watcher
  workspaces: Workspace[]
}
