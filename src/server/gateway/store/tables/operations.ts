/** Tables: webhook deliveries. */

export interface OperationTables {
  /** How many events were delivered in each minute, by kind (`word`). Deleted after an hour. */
  webhook_counts: { minute: number; word: string; count: number; last_at: number }
}
