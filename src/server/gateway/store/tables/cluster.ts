/** Tables: the gateways that share the database. */
import type { Generated } from 'kysely'

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
