/** Tables: webhook deliveries. */

export interface OperationTables {
  /** How many events were delivered in each minute, by kind (`word`). Deleted after an hour. */
  webhook_counts: { minute: number; word: string; count: number; last_at: number }
}

/** The statements that create them. */
export const operationTables = (): string[] => [
  `create table webhook_counts (minute bigint not null, word text not null, count integer not null, last_at bigint not null,
    primary key (minute, word))`,
]
