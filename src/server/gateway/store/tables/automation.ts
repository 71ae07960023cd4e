/** Tables: what Switchboard did with batches by itself. */

export interface AutomationTables {
  /** Batches that Switchboard cancelled, or tried to cancel, because too many calls failed or reached people who should not be called. */
  breaker_stops: {
    batch_id: string
    /** The effect of the last cancel attempt. */
    effect_id: string
    /** Number of the last attempt, from 1. */
    attempt: number
    /** JSON of AutomaticStop. */
    facts: string
  }
}

/** The statements that create them. */
export const automationTables = (): string[] => [
  `create table breaker_stops (batch_id text primary key, effect_id text not null references effects (id), attempt integer not null,
    facts text not null)`,
]
