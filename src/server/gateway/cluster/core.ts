/** What most capabilities of a gateway need. Each names what it needs of it. */
import type { Clock } from '../shared/clock.ts'
import type { Configuration, Workspace } from '../shared/configuration.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { Cluster } from './cluster.ts'

export interface Core {
  store: Store
  cluster: Cluster
  configuration: Configuration
  workspaces: readonly Workspace[]
  /** Aborted when this gateway accepts no new commands. */
  stopping: AbortSignal
  clock: Clock
  log: Log
}
