/**
 * Migration: an index for each combination of the audit log's filters, so that rows that match several filters are found without reading
 * all rows that match one. `history_endpoints` gets the operator and the state of each row. Its trigger writes them, also for an
 * earlier version that runs at the same time.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

const insertEndpointRow = `insert into history_endpoints (endpoint, at, seq, operator, state)
  select e.endpoint, new.at, new.seq, new.operator, new.state from effects as e where e.id = new.effect_id;`
const triggerHead = 'create trigger history_endpoint after insert on history for each row'
const historyValue = (column: string) => `(select h.${column} from history as h where h.seq = history_endpoints.seq)`

export const auditFilters: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table history_endpoints add column operator text',
      `alter table history_endpoints add column state text not null default ''`,
      isSqlite(db)
        ? `update history_endpoints set operator = ${historyValue('operator')}, state = ${historyValue('state')}`
        : `update history_endpoints as x set operator = h.operator, state = h.state from history as h where h.seq = x.seq`,
      'create index history_operator_state on history (operator, state, at, seq)',
      'create index history_endpoints_operator on history_endpoints (endpoint, operator, at, seq)',
      'create index history_endpoints_state on history_endpoints (endpoint, state, at, seq)',
      'create index history_endpoints_both on history_endpoints (endpoint, operator, state, at, seq)',
      ...(isSqlite(db)
        ? ['drop trigger history_endpoint', `${triggerHead} begin ${insertEndpointRow} end`]
        : [
            `create or replace function history_endpoint() returns trigger language plpgsql as $$ begin ${insertEndpointRow} return null; end $$`,
          ]),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
