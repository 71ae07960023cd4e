/** Minutes of calls and messages that were sent, counted from the gateway's own rows. */
import { describe, expect, it } from 'vitest'
import type { CallPrices } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'
import { type CostQuery, countCosts } from './count-costs.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const monday = Date.parse('2026-11-23T00:00:00Z')
const query: CostQuery = { workspace: 'ws', from: monday, to: monday + 7 * dayMs, by: 'country', zone: 'UTC' }

async function storeWithCalls(
  calls: readonly {
    at: number
    duration: number | null
    country?: string | null
    agent?: string
    outcome?: 'talked' | 'mailbox' | 'no_answer'
  }[],
) {
  const store = await openTestStore()
  for (const [index, { at, duration, country = 'US', agent = 'a1', outcome = 'talked' }] of calls.entries())
    await store
      .insertInto('call_facts')
      .values({
        id: `f${index}`,
        workspace: '',
        call_id: `c${index}`,
        room_name: null,
        batch_id: 'b1',
        job_id: `j${index}`,
        person: null,
        agent_id: agent,
        agent_version: null,
        flow_id: null,
        flow_version: null,
        country,
        local_hour: null,
        local_weekday: null,
        attempt: 1,
        state: 'completed',
        reason: '',
        outcome,
        outcome_source: 'state',
        outcome_line: null,
        line_count: 0,
        duration,
        sentiment: '',
        at,
      })
      .execute()
  return store
}

describe('minutes of calls', () => {
  it('are counted by country, with the seconds and the minutes that began, mailboxes included', async () => {
    const store = await storeWithCalls([
      { at: monday, duration: 61 },
      { at: monday + hourMs, duration: 60, outcome: 'mailbox' },
      { at: monday + 2 * hourMs, duration: 1, country: 'GB' },
      { at: monday + 3 * hourMs, duration: 0, outcome: 'no_answer' },
      { at: monday + 4 * hourMs, duration: null, outcome: 'no_answer' },
      { at: monday + 5 * hourMs, duration: null },
      { at: monday - 1, duration: 600 },
      { at: monday + 7 * dayMs, duration: 600 },
    ])
    const { groups, withoutDuration } = await countCosts(store, query)
    expect(groups.toSorted((a, b) => a.key.localeCompare(b.key)).map(({ key, countries }) => [key, countries])).toEqual(
      [
        ['GB', [{ country: 'GB', calls: 1, seconds: 1, startedMinutes: 1 }]],
        ['US', [{ country: 'US', calls: 2, seconds: 121, startedMinutes: 3 }]],
      ],
    )
    // An answered call of unknown duration is named, not counted as free.
    expect(withoutDuration).toBe(1)
  })

  it('are counted by day and agent, each with its countries', async () => {
    const store = await storeWithCalls([
      { at: monday, duration: 30 },
      { at: monday + dayMs, duration: 30, country: 'GB', agent: 'a2' },
      { at: monday + dayMs, duration: 30, country: null, agent: 'a2' },
    ])
    const byDay = await countCosts(store, { ...query, by: 'day', zone: 'Europe/London' })
    expect(byDay.groups.map(({ key, countries }) => [Number(key) - monday, countries.length])).toEqual([
      [0, 1],
      [dayMs, 2],
    ])
    const aDay = { ...query, by: 'hour' as const, zone: 'Asia/Kolkata', to: monday + dayMs }
    const [hour] = (await countCosts(store, aDay)).groups
    // Clocks are half an hour off there.
    expect([Number(hour?.key) - monday, hour?.countries.length]).toEqual([-30 * 60_000, 1])
    const byAgent = await countCosts(store, { ...query, by: 'agent' })
    expect(byAgent.groups.map(({ key, countries }) => [key, new Set(countries.map(({ country }) => country))])).toEqual(
      [
        ['a1', new Set(['US'])],
        ['a2', new Set(['', 'GB'])],
      ],
    )
    const filtered = await countCosts(store, { ...query, by: 'agent', country: 'GB' })
    expect([filtered.groups.map(({ key }) => key), filtered.messages]).toEqual([['a2'], null])
  })
})

it('messages are those that were sent after an approval, on the day when the service took them', async () => {
  const store = await openTestStore()
  const add = async (
    id: string,
    action: string,
    states: readonly { state: string; at: number; happened?: number }[],
    workspace?: string,
  ) => {
    const effect = { id, endpoint: 'messageAction', ids: JSON.stringify({ conversationId: 'c', action }), target: null }
    await store
      .insertInto('effects')
      .values({ ...effect, key: id, body: '', operator_id: 'o', operator: 'O', at: states[0]?.at ?? 0 })
      .execute()
    for (const { happened = null, ...state } of states)
      await store
        .insertInto('history')
        .values({ effect_id: id, ...state, operator: 'O', happened, reason: null })
        .execute()
    if (workspace !== undefined)
      await store
        .insertInto('decision_facts')
        .values({
          effect_id: id,
          workspace,
          conversation_id: 'c',
          message_id: id,
          agent_id: null,
          operator_id: 'o',
          operator: 'O',
          result: 'approved',
          reject_reason: null,
          waited_seconds: null,
          edited_share: null,
          at: states[0]?.at ?? 0,
        })
        .execute()
  }
  await add('sent', 'Approve', [
    { state: 'sending', at: monday - 1 },
    { state: 'done', at: monday },
  ])
  await add('rejected', 'Reject', [{ state: 'done', at: monday }])
  await add('refused', 'Approve', [{ state: 'refused', at: monday }])
  await add('resolved', 'Approve', [
    { state: 'unknown', at: monday },
    { state: 'settled', at: monday + dayMs, happened: 1 },
  ])
  const sentNow = [{ state: 'done', at: monday + 2 * dayMs }]
  await add('of this workspace', 'Approve', sentNow, query.workspace)
  await add('of another workspace', 'Approve', sentNow, 'other')
  await add('not sent', 'Approve', [{ state: 'settled', at: monday + dayMs, happened: 0 }])
  const { messages, groups } = await countCosts(store, { ...query, by: 'day' })
  expect(messages).toBe(3)
  const sentAt = groups.map(({ key, messages: sent }) => [Number(key) - monday, sent] as const)
  expect(sentAt.toSorted(([a], [b]) => a - b)).toEqual([
    [0, 1],
    [dayMs, 1],
    [2 * dayMs, 1],
  ])
  const byHour = await countCosts(store, { ...query, by: 'hour', to: monday + dayMs })
  expect(byHour.groups.map(({ key, messages: sent }) => [Number(key) - monday, sent])).toEqual([[0, 1]])
})

it('administrators set prices, everybody sees them, and impossible ones are refused', async () => {
  const { browser, grace } = await startGatewayWithService()
  const prices: CallPrices = {
    currency: ' EUR ',
    billing: 'minute',
    perMinute: 0.09,
    countries: [{ country: 'GB', perMinute: 0.2 }],
    perMessage: null,
  }
  const put = (who: typeof grace, body: object) => who.request('PUT', '/gateway/call-prices', { body })
  expect((await put(grace, prices)).status).toBe(200)
  const sam = await browser().signInAsDemo('ready-support')
  expect((await sam.get('/gateway/call-prices')).json).toEqual({ ...prices, currency: 'EUR' })
  expect((await put(sam, prices)).status).toBe(403)
  expect((await put(grace, { ...prices, perMinute: -1 })).status).toBe(400)
  expect((await put(grace, { ...prices, countries: [{ country: 'gb', perMinute: 1 }] })).status).toBe(400)
})
