/**
 * Fills a database with history and registry entries, and their batches, calls and conversations, over two years. It creates the tables of
 * an earlier version and then migrates them, as for a real installation.
 */
import { type Kysely, sql } from 'kysely'
import { type DatabaseLocation, isSqlite, openDatabase } from '#server/database/open.ts'
import { migrations, openStore } from '#server/gateway/store/store.ts'

const year = 365 * 24 * 3_600_000
/** Shorter than a year, after which some data is deleted. */
const keptMs = 300 * 24 * 3_600_000
/** The number of agents and flows, which does not grow with the number of calls. */
const agents = 45
/** The number of running batches and of unknown outcomes. */
const open = 20

/** Common names, and a rare one in the middle of the data. */
const names = ['Maria Rossi', 'Peter Chen', 'Aisha Khan', 'Tom Baker', 'Lena Vogel', 'Omar Haddad', 'Grace Lee']
export const rareName = 'Quentin Xavier Zabriskie'

/** @param rows the number of rows of the history and of the registry */
export async function fill(where: DatabaseLocation, rows: number): Promise<void> {
  const before = Object.entries(migrations).filter(([name]) => name < '2026-12-26')
  const db = await openDatabase<unknown>(where, Object.fromEntries(before))
  await db.transaction().execute((db) => insert(db, rows))
  await db.destroy()
  const store = await openStore(where)
  // PostgreSQL does this automatically after a while.
  if (!isSqlite(store)) await sql`vacuum analyze`.execute(store)
  await store.destroy()
}

async function insert(db: Kysely<unknown>, rows: number): Promise<void> {
  const numbers = (most: number) =>
    isSqlite(db)
      ? `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${most}) select i from n) as n`
      : `generate_series(1, ${most}) as n (i)`
  const effects = rows / 2
  const batches = rows / 10
  const begin = Date.now() - 2 * year
  /** Evenly distributed times. */
  const at = (i: string, most: number) => `(${begin} + cast(${i} as bigint) * ${Math.floor((2 * year) / most)})`
  const nameOf = (i: string) =>
    `case ${i} % ${names.length} ${names.map((name, n) => `when ${n} then '${name}'`).join(' ')} end`
  const run = (text: string) => sql.raw(text).execute(db)
  const kind = `case when i <= ${agents} then 'agent' when i % 3 = 0 then 'conversation' else 'call' end`
  const title = `case when i <= ${agents} then 'Agent ' || i when i = ${rows / 2} then '${rareName}' else ${nameOf('i')} end`
  const operator = `case i % 3 when 0 then 'Grace Okafor' when 1 then 'Priya Raman' else 'Sam Whitfield' end`
  /** One command in five is a start, one in ten a call, one in a thousand changes an agent, and the others are decisions. */
  const endpoint = `case when i % 1000 = 7 then 'agentUpdate' when i % 5 = 0 then 'batchStart' when i % 10 = 1 then 'callSend' else 'messageAction' end`
  const ids = `case when i % 1000 = 7 then '{"agentId":"agent' || (i % ${agents}) || '"}'
    when i % 5 = 0 then '{"agentId":"agent' || (i % ${agents}) || '","callBacks":"0"}'
    when i % 10 = 1 then '{"agentId":"agent' || (i % ${agents}) || '"}'
    else '{"conversationId":"conversation' || (i % ${Math.ceil(effects / 3)}) || '","messageId":"message' || i || '","action":"Approve"}' end`
  await run(`insert into effects (id, endpoint, ids, target, key, body, operator_id, operator, at)
    select 'effect-0123456789-0123456789-' || i, ${endpoint}, ${ids}, null, 'key-0123456789-0123456789-0123456789-' || i,
    'body-0123456789-0123456789-0123456789', 'o', ${operator}, ${at('i', effects)} from ${numbers(effects)}`)
  const effect = `'effect-0123456789-0123456789-' || i`
  await run(`insert into history (effect_id, state, at, operator)
    select ${effect}, 'sending', ${at('i', effects)}, ${operator} from ${numbers(effects)}`)
  await run(`insert into history (effect_id, state, at, operator)
    select ${effect}, case when i > ${effects - open} then 'unknown' when i % 500 = 3 then 'refused' else 'done' end,
    ${at('i', effects)} + 900, ${operator} from ${numbers(effects)}`)
  await run(`insert into seen (kind, id, title, note, digits, words, at)
    select ${kind}, 'thing0123456789' || i, ${title}, '', '4915' || (10000000 + i), lower(${title}) || ' thing0123456789' || i,
    ${at('i', rows)} from ${numbers(rows)}`)
  await run(`insert into known_batches (batch_id, launch_id, name, words, agent_id, started_by, started_at, effect_id, seen_at,
      progress, progress_at, complete, heard)
    select 'batch' || i, 'batch' || (i - i % 2), 'Renewals ' || i, 'renewals ' || i || ' batch' || i, 'agent' || (i % ${agents}),
    ${operator}, ${at('i', batches)}, 'effect-0123456789-0123456789-' || (i * 5), ${at('i', batches)}, null, null,
    case when i > ${batches - open} then 0 else 1 end, 0 from ${numbers(batches)}`)
  await run(`insert into known_conversations (workspace, conversation_id, seen_at)
    select 'bench', 'thing0123456789' || (i * 3), ${at('i', rows / 3)} from ${numbers(Math.floor(rows / 3))}`)
  await run(`insert into placed_calls (effect_id, number, to_number, agent_id, agent_name, call_id, room_name, operator, at)
    select 'effect-0123456789-0123456789-' || (i * 10 + 1), 'n' || i, '+4915' || (10000000 + i), 'agent1', 'Agent 1', 'call' || i,
    'room' || i, 'Grace Okafor', ${at('i', effects / 10)} from ${numbers(Math.floor(effects / 10) - 1)}`)
  // Contacts are kept for a year.
  const lately = `(${Date.now() - keptMs} + cast(i as bigint) * ${Math.floor(keptMs / batches)})`
  await run(`insert into contact_sources (effect_id, kind, at, ended_at)
    select 'effect-0123456789-0123456789-' || (i * 5), 'batch', ${lately}, ${lately} from ${numbers(batches)}`)
  await run(`insert into contacts (number, source) select 'hash-' || i, 1 + i % ${batches} from ${numbers(rows)}`)
}
