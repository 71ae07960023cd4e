/** Fills the embedded database with history and registry entries, and their batches, calls and conversations, over two years. */
import { type Kysely, sql } from 'kysely'
import type { Store } from '#server/gateway/store/store.ts'

const yearMs = 365 * 24 * 3_600_000
/** The period of the contacts. Shorter than a year, after which the gateway deletes them. */
const contactsPeriodMs = 300 * 24 * 3_600_000
/** The number of agents and flows, which does not grow with the number of calls. */
const agentCount = 45
/** The number of running batches, and the number of unknown outcomes. */
const unfinishedCount = 20

/** Common names. */
const names = ['Maria Rossi', 'Peter Chen', 'Aisha Khan', 'Tom Baker', 'Lena Vogel', 'Omar Haddad', 'Grace Lee']

/** @param rows the number of rows of the history and of the registry */
export const fillWithHistory = (store: Store, rows: number): Promise<void> =>
  store.transaction().execute((db) => insertRows(db, rows))

async function insertRows<Tables>(db: Kysely<Tables>, rows: number): Promise<void> {
  const numbersUpTo = (max: number) =>
    `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${max}) select i from n) as n`
  const effectCount = rows / 2
  const batchCount = rows / 10
  const firstTime = Date.now() - 2 * yearMs
  /** Evenly distributed times. */
  const timeOf = (i: string, count: number) =>
    `(${firstTime} + cast(${i} as bigint) * ${Math.floor((2 * yearMs) / count)})`
  const nameOf = (i: string) =>
    `case ${i} % ${names.length} ${names.map((name, n) => `when ${n} then '${name}'`).join(' ')} end`
  const execute = (text: string) => sql.raw(text).execute(db)
  const kind = `case when i <= ${agentCount} then 'agent' when i % 3 = 0 then 'conversation' else 'call' end`
  const title = `case when i <= ${agentCount} then 'Agent ' || i else ${nameOf('i')} end`
  const operator = `case i % 3 when 0 then 'Grace Okafor' when 1 then 'Priya Raman' else 'Sam Whitfield' end`
  /** One command in five is a start, one in ten a call, one in a thousand changes an agent, and the others are decisions. */
  const endpoint = `case when i % 1000 = 7 then 'agentUpdate' when i % 5 = 0 then 'batchStart' when i % 10 = 1 then 'callSend' else 'messageAction' end`
  const ids = `case when i % 1000 = 7 then '{"agentId":"agent' || (i % ${agentCount}) || '"}'
    when i % 5 = 0 then '{"agentId":"agent' || (i % ${agentCount}) || '","callBacks":"0"}'
    when i % 10 = 1 then '{"agentId":"agent' || (i % ${agentCount}) || '"}'
    else '{"conversationId":"conversation' || (i % ${Math.ceil(effectCount / 3)}) || '","messageId":"message' || i || '","action":"Approve"}' end`
  await execute(`insert into effects (id, endpoint, ids, target, key, body, operator_id, operator, at)
    select 'effect-0123456789-0123456789-' || i, ${endpoint}, ${ids}, null, 'key-0123456789-0123456789-0123456789-' || i,
    'body-0123456789-0123456789-0123456789', 'o', ${operator}, ${timeOf('i', effectCount)} from ${numbersUpTo(effectCount)}`)
  const effect = `'effect-0123456789-0123456789-' || i`
  await execute(`insert into history (effect_id, state, at, operator)
    select ${effect}, 'sending', ${timeOf('i', effectCount)}, ${operator} from ${numbersUpTo(effectCount)}`)
  await execute(`insert into history (effect_id, state, at, operator)
    select ${effect}, case when i > ${effectCount - unfinishedCount} then 'unknown' when i % 500 = 3 then 'refused' else 'done' end,
    ${timeOf('i', effectCount)} + 900, ${operator} from ${numbersUpTo(effectCount)}`)
  await execute(`insert into seen (kind, id, title, note, digits, words, at)
    select ${kind}, 'thing0123456789' || i, ${title}, '', '4915' || (10000000 + i), lower(${title}) || ' thing0123456789' || i,
    ${timeOf('i', rows)} from ${numbersUpTo(rows)}`)
  await execute(`insert into known_batches (batch_id, launch_id, name, words, agent_id, started_by, started_at, effect_id, seen_at,
      progress, progress_at, complete, heard)
    select 'batch' || i, 'batch' || (i - i % 2), 'Renewals ' || i, 'renewals ' || i || ' batch' || i, 'agent' || (i % ${agentCount}),
    ${operator}, ${timeOf('i', batchCount)}, 'effect-0123456789-0123456789-' || (i * 5), ${timeOf('i', batchCount)}, null, null,
    case when i > ${batchCount - unfinishedCount} then 0 else 1 end, 0 from ${numbersUpTo(batchCount)}`)
  await execute(`insert into known_conversations (workspace, conversation_id, seen_at)
    select 'bench', 'thing0123456789' || (i * 3), ${timeOf('i', rows / 3)} from ${numbersUpTo(Math.floor(rows / 3))}`)
  await execute(`insert into placed_calls (effect_id, number, to_number, agent_id, agent_name, call_id, room_name, operator, at)
    select 'effect-0123456789-0123456789-' || (i * 10 + 1), 'n' || i, '+4915' || (10000000 + i), 'agent1', 'Agent 1', 'call' || i,
    'room' || i, 'Grace Okafor', ${timeOf('i', effectCount / 10)} from ${numbersUpTo(Math.floor(effectCount / 10) - 1)}`)
  // Contacts are deleted after a year, so insert only recent ones.
  const recentTime = `(${Date.now() - contactsPeriodMs} + cast(i as bigint) * ${Math.floor(contactsPeriodMs / batchCount)})`
  await execute(`insert into contact_sources (effect_id, kind, at, ended_at, list)
    select 'effect-0123456789-0123456789-' || (i * 5), 'batch', ${recentTime}, ${recentTime}, i from ${numbersUpTo(batchCount)}`)
  // The next list gets the next number.
  await execute(`insert into contact_lists (gateway) select null from ${numbersUpTo(batchCount)}`)
  await execute('delete from contact_lists')
  await execute(
    `insert into contacts (number, list) select 'hash-' || i, 1 + i % ${batchCount} from ${numbersUpTo(rows)}`,
  )
}
