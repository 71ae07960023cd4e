/**
 * A step of the gateway's tables: an index for each set of the audit's filters, so that what is rare with several of them is found without
 * a look at all that fits one. `history_endpoints` has the operator and the state of each step too; its trigger writes them, also for an
 * earlier version beside this one.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '#server/database/open.ts'

const copied = `insert into history_endpoints (endpoint, at, seq, operator, state)
  select e.endpoint, new.at, new.seq, new.operator, new.state from effects as e where e.id = new.effect_id;`
const trigger = 'create trigger history_endpoint after insert on history for each row'
const written = (column: string) => `(select h.${column} from history as h where h.seq = history_endpoints.seq)`

export const auditFilters: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table history_endpoints add column operator text',
      `alter table history_endpoints add column state text not null default ''`,
      isSqlite(db)
        ? `update history_endpoints set operator = ${written('operator')}, state = ${written('state')}`
        : `update history_endpoints as x set operator = h.operator, state = h.state from history as h where h.seq = x.seq`,
      'create index history_operator_state on history (operator, state, at, seq)',
      'create index history_endpoints_operator on history_endpoints (endpoint, operator, at, seq)',
      'create index history_endpoints_state on history_endpoints (endpoint, state, at, seq)',
      'create index history_endpoints_both on history_endpoints (endpoint, operator, state, at, seq)',
      ...(isSqlite(db)
        ? ['drop trigger history_endpoint', `${trigger} begin ${copied} end`]
        : [
            `create or replace function history_endpoint() returns trigger language plpgsql as $$ begin ${copied} return null; end $$`,
          ]),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
