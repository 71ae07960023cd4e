/**
 * The gateway's database, the same for the embedded one and PostgreSQL. IDs are text, times are epoch milliseconds, structured values are
 * JSON text, booleans are 1 and 0. `effects` and `history` are append-only; triggers refuse updates and deletions. A file in `tables/`
 * describes the tables of the gateway's folder of the same name.
 */
import type { Kysely } from 'kysely'
import { type DatabaseLocation, openDatabase } from '#server/database/open.ts'
import type { TableDefinition } from '#server/database/tables.ts'
import { type AutomationTables, automationTables } from './tables/automation.ts'
import { type BatchTables, batchTables } from './tables/batches.ts'
import { type CacheTables, cacheTables } from './tables/cache.ts'
import { type CallBackTables, callBackTables } from './tables/call-backs.ts'
import { type CallTables, callTables } from './tables/calls.ts'
import { type ClusterTables, clusterTables } from './tables/cluster.ts'
import { type ContactTables, contactTables } from './tables/contacts.ts'
import { type FactTables, factTables } from './tables/facts.ts'
import { type LedgerTables, ledgerTables } from './tables/ledger.ts'
import { type OperationTables, operationTables } from './tables/operations.ts'
import { type OperatorTables, operatorTables } from './tables/operators.ts'
import { type RegistryTables, registryTables } from './tables/registry.ts'
import { type ReviewTables, reviewTables } from './tables/review.ts'
import { type SavedViewTables, savedViewTables } from './tables/saved-views.ts'
import { type UpstreamTables, upstreamTables } from './tables/upstream.ts'
import { type VersionTables, versionTables } from './tables/versions.ts'

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
  CallBackTables &
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
  'contact_lists',
]

/** All tables. One that refers to another comes after it. */
export const storeDefinition: TableDefinition = {
  number: 8,
  lastCommits: {
    0: '57708398',
    1: '54170ef6',
    2: '6f194457',
    3: '1f021f54',
    4: '1156e5f7',
    5: '0a4d8bbf',
    6: '6f0bb3e6',
    7: '9b890036',
  },
  statements: (dialect) =>
    [
      clusterTables,
      upstreamTables,
      cacheTables,
      ledgerTables,
      registryTables,
      contactTables,
      operatorTables,
      batchTables,
      automationTables,
      callTables,
      reviewTables,
      factTables,
      callBackTables,
      versionTables,
      operationTables,
      savedViewTables,
    ].flatMap((tables) => tables(dialect)),
}

/** Opens the gateway's store, and creates its tables if it has none. Throws like `openDatabase`. */
export const openStore = (location: DatabaseLocation): Promise<Store> =>
  openDatabase<Tables>('url' in location ? { ...location, untracked: untrackedTables } : location, storeDefinition)
