/** Tables: who calls those that asked for another call. */
export interface CallBackTables {
  /** What somebody did about a call-back. Deleted with the calls that its workspace keeps. */
  call_backs: {
    /** The room of the call in which the person asked for it. */
    room_name: string
    state: 'taken' | 'done'
    note: string
    operator_id: string
    operator: string
    /** Epoch ms. */
    at: number
  }
}

/** Calls after which somebody has to call (contract: `openOutcomes`). */
export const asksForCall = `outcome in ('call_back', 'asked_for_person')`

/** The statements that create them, after those of facts. */
export const callBackTables = (): string[] => [
  `create table call_backs (room_name text primary key, state text not null, note text not null, operator_id text not null,
    operator text not null, at bigint not null)`,
  'create index call_backs_at on call_backs (at)',
  `create index call_facts_asks on call_facts (at) where ${asksForCall}`,
]
