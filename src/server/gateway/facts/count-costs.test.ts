/** Minutes of calls and messages that were sent, counted from the gateway's own rows. */
import { describe, expect, it } from 'vitest'
import type { CallCosts, CallPrices } from '#contract/index.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { callFact, decisionFact, insertRows, openTestStore } from '../testing/store.ts'
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
  await insertRows(
    store,
    'call_facts',
    calls.map(({ agent = 'a1', ...call }, index) => callFact({ id: `f${index}`, agent_id: agent, ...call })),
  )
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
    const { groups, withoutDuration, since } = await countCosts(store, query)
    expect(groups.toSorted((a, b) => a.key.localeCompare(b.key)).map(({ key, countries }) => [key, countries])).toEqual(
      [
        ['GB', [{ country: 'GB', calls: 1, seconds: 1, startedMinutes: 1 }]],
        ['US', [{ country: 'US', calls: 2, seconds: 121, startedMinutes: 3 }]],
      ],
    )
    expect(since).toBe(monday - 1)
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

describe('messages', () => {
  const elsewhere = { 'x-workspace-id': 'ws_other' }
  const edited = { action: 'EditAndApprove', editedMessage: 'Your visit is on Tuesday.' }

  it('are those that decisions of the workspace sent, also edited ones and those that the service sent with the edit', async () => {
    const { priya, grace, scriptedDrafts, service } = await startGatewayWithDrafts(8)
    await readQueue(priya)
    await priya.get('/gateway/review-queue', { headers: elsewhere })
    const decide = async (id: number, fields: object) =>
      expect(await postDecision(priya, { id: `${id}`, ...fields })).toMatchObject({ status: 200 })
    const settled = async () => {
      const open = async () => (await readDecisions(grace)).filter(({ state }) => ['held', 'sending'].includes(state))
      await expect.poll(open).toEqual([])
    }
    const count = async (by: string, headers: Record<string, string> = {}) => {
      const query = new URLSearchParams({ from: '0', to: `${Date.now() + hourMs}`, by })
      const { json } = await grace.get(`/gateway/reports/costs?${query.toString()}`, { headers })
      return json as unknown as CallCosts
    }
    await decide(1, { action: 'Approve' })
    await decide(2, edited)
    await decide(3, { action: 'Reject' })
    await decide(4, { action: 'Edit', editedMessage: edited.editedMessage })
    await decide(5, { action: 'Approve', workspace: 'ws_other' })
    await settled()
    // This deployment sends a message as soon as its text is saved.
    scriptedDrafts.injectFault((action) =>
      action === 'Edit'
        ? { body: { status: 'success', message: { ...scriptedDrafts.draft('c6'), status: 'approved', sent: true } } }
        : 'ordinary',
    )
    await decide(6, edited)
    await settled()
    scriptedDrafts.injectFault(() => ({ status: 400, body: { error: { code: 'invalid_state', message: 'No.' } } }))
    await decide(7, { action: 'Approve' })
    await settled()
    const before = service.received.length
    expect((await count('country')).messages).toBe(3)
    expect((await count('country', elsewhere)).messages).toBe(1)
    expect(service.received).toHaveLength(before)
  })

  it('are counted in the day and hour in which they were decided', async () => {
    const store = await openTestStore()
    const decisions = [
      { at: monday - 1, result: 'approved' },
      { at: monday, result: 'approved' },
      { at: monday + hourMs - 1, result: 'edited' },
      { at: monday + 30 * hourMs, result: 'approved' },
      { at: monday + 30 * hourMs, result: 'rejected' },
      { at: monday + 30 * hourMs, result: 'saved' },
      { at: monday + 30 * hourMs, result: null },
      { at: monday + 7 * dayMs, result: 'approved' },
    ] as const
    await insertRows(
      store,
      'decision_facts',
      decisions.map((decision, index) => decisionFact({ effect_id: `e${index}`, ...decision })),
    )
    const sentAt = async (change: Partial<CostQuery>) =>
      (await countCosts(store, { ...query, ...change })).groups.map(({ key, messages }) => [
        (Number(key) - monday) / hourMs,
        messages,
      ])
    expect(await sentAt({ by: 'day' })).toEqual([
      [0, 2],
      [24, 1],
    ])
    expect(await sentAt({ by: 'day', zone: 'Asia/Kolkata' })).toEqual([
      [-5.5, 2],
      [18.5, 1],
    ])
    expect(await sentAt({ by: 'hour', to: monday + 2 * dayMs, zone: 'Asia/Kolkata' })).toEqual([
      [-0.5, 1],
      [0.5, 1],
      [29.5, 1],
    ])
    expect((await countCosts(store, { ...query, agentId: 'a1' })).messages).toBeNull()
    expect(await countCosts(store, query)).toMatchObject({ messages: 3, since: monday - 1 })
    expect(await countCosts(store, { ...query, workspace: 'other' })).toMatchObject({ messages: 0, since: null })
  })
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
