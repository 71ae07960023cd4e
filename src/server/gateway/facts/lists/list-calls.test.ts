/** The calls behind a figure: as many as it counts, each once, and with names only from this workspace. */
import { expect, test } from 'vitest'
import { type CallGrouping, type CallOutcome, callOutcomes, isAnswered } from '#contract/index.ts'
import type { Store } from '../../store/store.ts'
import type { CallFactTable } from '../../store/tables/facts.ts'
import { callFact, insertRows, openTestStore } from '../../testing/store.ts'
import { countCalls } from '../count-calls.ts'
import { type CallListQuery, listCalls } from './list-calls.ts'

const start = Date.parse('2026-11-23T14:00:00Z')
const period = { from: start, to: start + 1_000_000 }
/** More than two slices, several of them at the same moment. */
const count = 12_000

const factOf = (index: number): CallFactTable =>
  callFact({
    id: `f${index}`,
    workspace: index % 4 === 0 ? '' : index % 4 === 1 ? 'other' : 'main',
    room_name: `room${index}`,
    batch_id: index % 2 === 0 ? `b${index % 3}` : null,
    job_id: null,
    agent_id: `a${index % 3}`,
    agent_version: 1 + (index % 2),
    flow_id: `f${index % 4}`,
    flow_version: 1 + (index % 3),
    country: index % 5 === 0 ? 'DE' : 'US',
    local_hour: index % 7 === 0 ? null : 8 + (index % 7),
    local_weekday: index % 7 === 0 ? null : index % 6,
    attempt: 1 + (index % 3),
    outcome: callOutcomes[index % callOutcomes.length],
    at: start + Math.floor(index / 5),
  })

const fill = (store: Store) =>
  insertRows(
    store,
    'call_facts',
    Array.from({ length: count }, (_, index) => factOf(index)),
  )

/** All calls of a list, page by page. */
async function listAll(store: Store, filter: Partial<CallListQuery>) {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { calls, pagination } = await listCalls(store, {
      ...period,
      workspace: 'main',
      page,
      limit: 1_500,
      ...filter,
    })
    ids.push(...calls.map(({ id }) => id))
    if (!pagination.hasNext) return ids
  }
}

test('a list has as many calls as the figure counts, each once', async () => {
  const store = await openTestStore()
  await fill(store)
  const query = { ...period, workspace: 'main', zone: 'UTC' }
  const byTime = await countCalls(store, { ...query, by: 'local_time', country: 'DE' })
  for (const { key, outcomes } of byTime.groups.filter(({ key }) => key !== '').slice(0, 6)) {
    const [weekday, hour] = key.split(' ').map(Number)
    const reached = Object.entries(outcomes).filter(([outcome]) => isAnswered(outcome as CallOutcome))
    const ids = await listAll(store, { country: 'DE', weekday, hour, outcome: 'all_answered' })
    expect(ids).toHaveLength(reached.reduce((sum, [, calls]) => sum + calls, 0))
  }
  const byAgent = await countCalls(store, { ...query, by: 'agent' })
  for (const { key, outcomes } of byAgent.groups) {
    const ids = await listAll(store, { agentId: key, outcome: 'mailbox' })
    expect(ids).toHaveLength(outcomes.mailbox ?? 0)
    expect(new Set(ids).size).toBe(ids.length)
  }
  const all = await listAll(store, {})
  expect(new Set(all).size).toBe((count / 4) * 3)
})

const filters = {
  country: (key: string) => ({ country: key }),
  agent: (key: string) => ({ agentId: key }),
  flow: (key: string) => ({ flowId: key }),
  batch: (key: string) => ({ batchId: key }),
  attempt: (key: string) => ({ attempt: Number(key) }),
  agent_version: (key: string) => ({ agentVersion: Number(key) }),
  flow_version: (key: string) => ({ flowVersion: Number(key) }),
} as const satisfies Partial<Record<CallGrouping, (key: string) => Partial<CallListQuery>>>

test('each filter leaves the calls of its group', async () => {
  const store = await openTestStore()
  await fill(store)
  const aPart = { from: start, to: start + 200, workspace: 'main' }
  for (const by of Object.keys(filters) as (keyof typeof filters)[]) {
    const { groups } = await countCalls(store, { ...aPart, by, zone: 'UTC' })
    expect(groups.length).toBeGreaterThan(1)
    for (const { key, outcomes } of groups.filter(({ key }) => key !== '')) {
      const calls = Object.values(outcomes).reduce((sum, one) => sum + one, 0)
      expect([by, key, (await listAll(store, { ...aPart, ...filters[by](key) })).length]).toEqual([by, key, calls])
    }
  }
})

test('the latest call is first, and has a name only while this workspace keeps the call', async () => {
  const store = await openTestStore()
  await fill(store)
  const last = factOf(count - 1)
  const kept = (workspace: string, room_name: string | null, customer: string) =>
    store
      .insertInto('kept_calls')
      .values({
        workspace,
        room_name: room_name ?? '',
        customer,
        batch_id: null,
        call: '{}',
        lines: '[]',
        moods: null,
        phone: '',
        agent: '',
        sentiment: '',
        duration: null,
        line_count: 0,
        words: '',
        first_seen_at: 0,
        read_at: 0,
        ended_at: 0,
      })
      .execute()
  await kept('main', last.room_name, 'Maria Rossi')
  await kept('other', factOf(count - 2).room_name, 'Peter Chen')
  const { calls } = await listCalls(store, { ...period, workspace: 'main', page: 1, limit: 3 })
  expect(calls.map(({ id, customer }) => [id, customer])).toEqual([
    [`f${count - 1}`, 'Maria Rossi'],
    [`f${count - 2}`, ''],
    [`f${count - 4}`, ''],
  ])
})

test('a call of a batch that nobody watched has the number and the name of its row', async () => {
  const store = await openTestStore()
  await insertRows(store, 'call_facts', [callFact({ id: 'row1', at: start })])
  const row = { batch_id: 'b1', job_id: 'row1', position: 1, number: '+14155550134', name: 'Ava Nguyen', words: '' }
  const read = { state: 'completed', started_at: null, duration: null, call: '{}', seen_at: 0 }
  await store
    .insertInto('batch_rows')
    .values({ ...row, ...read })
    .execute()
  const { calls } = await listCalls(store, { ...period, workspace: 'main', page: 1, limit: 3 })
  expect(calls).toMatchObject([{ number: '+14155550134', customer: 'Ava Nguyen', isPlaced: false }])
})
