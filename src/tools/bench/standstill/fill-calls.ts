/** Fills a database with calls that were seen over a year, and the batches that they belong to. */
import { sql } from 'kysely'
import { callOutcomes } from '#contract/index.ts'
import type { Store } from '#server/gateway/store/store.ts'

export const yearMs = 365 * 24 * 3_600_000
const batchCount = 400
const agentCount = 40
const flowCount = 60
const countries = ['US', 'DE', 'GB', 'FR', 'ES', 'IT', 'IN', 'BR', 'JP', 'AU', 'CA', 'NL']

/** An expression that takes one of these texts for each row, in an order that looks random but is the same in each run. */
const oneOf = (values: readonly string[], factor: number) =>
  `case (i * ${factor} / 7) % ${values.length} ${values.map((value, index) => `when ${index} then '${value}'`).join(' ')} end`

/**
 * Batches that the database has already stay as they are.
 *
 * @param rows the number of calls
 * @param from when the first began, epoch ms; the last began a year later
 */
export async function fillWithCalls(store: Store, rows: number, from: number): Promise<void> {
  const step = Math.floor(yearMs / rows)
  const numbers = `(with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select i from n)`
  const batch = `i * ${batchCount} / ${rows + 1}`
  const agent = `substr('agent0000000000000000000', 1, 22) || (10 + ${batch} % ${agentCount})`
  await sql
    .raw(`insert into call_facts (id, workspace, call_id, room_name, batch_id, job_id, person, agent_id, agent_version, flow_id,
        flow_version, country, local_hour,
        local_weekday, attempt, state, reason, outcome, outcome_source, outcome_line, line_count, duration, sentiment, at)
      select 'id' || i, case i % 5 when 0 then 'ws_main' else '' end, 'call' || i, null,
        case i % 5 when 0 then null else 'batch' || (${batch}) end, case i % 5 when 0 then null else 'job' || i end,
        'person' || (i % 300000), ${agent}, 1 + i * 9 / ${rows}, 'flow' || (${batch} % ${flowCount}), 1 + i * 5 / ${rows}, ${oneOf(countries, 3)}, 8 + (i * 13 / 11) % 12, (i / 700) % 7, 1 + i % 3, 'completed', '',
        ${oneOf(callOutcomes, 5)}, 'transcript', 3, 9, (i * 31) % 240, ${oneOf(['', 'positive', 'neutral', 'negative'], 11)}, ${from} + i * ${step}
      from ${numbers}`)
    .execute(store)
  await sql
    .raw(`insert into known_batches (batch_id, launch_id, name, words, agent_id, started_by, started_at, effect_id, seen_at, progress,
        progress_at, complete)
      select 'batch' || i, 'batch' || i, 'Renewals ' || i, '', 'agent' || i, null, ${from} + cast(i as bigint) * ${Math.floor(yearMs / batchCount)},
        null, 0, '{"completed":${Math.floor(rows / batchCount / 2)},"failed":0}', 0, 1
      from (with recursive n (i) as (select 0 union all select i + 1 from n where i < ${batchCount - 1}) select i from n)
      where true on conflict do nothing`)
    .execute(store)
}
