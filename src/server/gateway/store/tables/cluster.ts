/** Tables: the gateways that share the database. */
import type { Generated } from 'kysely'
import type { SqlDialect } from '#server/database/tables.ts'

export interface ClusterTables {
  settings: { name: string; value: string }
  /** The gateways that use this store or have used it recently. */
  gateways: {
    number: Generated<number>
    /** Heartbeat: increases while the gateway is alive. */
    beat: number
    started_at: number
    /** When the gateway stopped or another gateway took over its work. */
    ended_at: number | null
    taken_over_by: number | null
  }
}

/** The statements that create them. */
export const clusterTables = ({ key }: SqlDialect): string[] => [
  'create table settings (name text primary key, value text not null)',
  `create table gateways (number ${key}, beat bigint not null, started_at bigint not null, ended_at bigint, taken_over_by bigint)`,
]
