/**
 * The gateway's database, the same for the embedded one and PostgreSQL. IDs are text, times are epoch milliseconds, structured values are
 * JSON text, booleans are 1 and 0. `effects` and `history` are append-only; triggers refuse updates and deletions. A file in `tables/`
 * describes the tables of the gateway's folder of the same name.
 */
import type { Kysely } from 'kysely'
import { type DatabaseLocation, openDatabase } from '#server/database/open.ts'
import { migrations } from './migrations.ts'
import type { AutomationTables } from './tables/automation.ts'
import type { BatchTables } from './tables/batches.ts'
import type { CacheTables } from './tables/cache.ts'
import type { CallTables } from './tables/calls.ts'
import type { ClusterTables } from './tables/cluster.ts'
import type { ContactTables } from './tables/contacts.ts'
import type { FactTables } from './tables/facts.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { OperationTables } from './tables/operations.ts'
import type { OperatorTables } from './tables/operators.ts'
import type { RegistryTables } from './tables/registry.ts'
import type { ReviewTables } from './tables/review.ts'
import type { SavedViewTables } from './tables/saved-views.ts'
import type { UpstreamTables } from './tables/upstream.ts'
import type { VersionTables } from './tables/versions.ts'

export type Tables = ClusterTables &
  UpstreamTables &
  CacheTables &
  LedgerTables &
  RegistryTables &
  ContactTables &
  OperatorTables &
  BatchTables &
  AutomationTables &
  CallTables &
  ReviewTables &
  FactTables &
  VersionTables &
  OperationTables &
  SavedViewTables

export type Store = Kysely<Tables>

/** Tables whose changes are not announced to other gateways: no gateway caches them, or triggers maintain them with an announced table. */
const untrackedTables = [
  'gateways',
  'sends',
  'last_read',
  'reads_under_way',
  'looks',
  'webhook_counts',
  'request_counts',
  'history_endpoints',
  'effect_things',
]

/** Opens the gateway's store and brings its tables up to date. Throws DatabaseBusy like `openDatabase`. */
export const openStore = (location: DatabaseLocation): Promise<Store> =>
  openDatabase<Tables>('url' in location ? { ...location, untracked: untrackedTables } : location, migrations)
