/** Lists of what a figure counts, and names of its filters: what each role gets. */
import { describe, expect, it, test } from 'vitest'
import type { CallCosts, CallCounts, CountedCall, CountedDecision } from '#contract/index.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../../testing/review.ts'
import { callFact, insertRows, knownBatch, openTestStore } from '../../testing/store.ts'

/** Priya approves the first draft, Grace rejects the others. */
async function startWithDecisions() {
  const started = await startGatewayWithDrafts(3)
  const { priya, grace } = started
  await readQueue(priya)
  await postDecision(priya, { id: '1', action: 'Approve' })
  await postDecision(grace, { id: '2', action: 'Reject', rejectReason: 'Wrong tone' })
  await postDecision(grace, { id: '3', action: 'Reject' })
  const open = async () => (await readDecisions(grace)).filter(({ state }) => state === 'held' || state === 'sending')
  await expect.poll(open).toEqual([])
  const list = async (person: typeof priya, filter: Record<string, string> = {}) => {
    const query = new URLSearchParams({ from: '0', to: `${Date.now() + 3_600_000}`, ...filter }).toString()
    const { status, json } = await person.get(`/gateway/reports/decisions/rows?${query}`)
    return { status, decisions: (json as unknown as { decisions: CountedDecision[] }).decisions }
  }
  return { ...started, list }
}

describe('decisions', () => {
  it('are listed the latest first, with the customer and the reason', async () => {
    const { grace, list } = await startWithDecisions()
    expect((await list(grace)).decisions).toMatchObject([
      { conversationId: 'c3', customer: 'Customer 3', result: 'rejected', reason: '' },
      { conversationId: 'c2', result: 'rejected', reason: 'Wrong tone', reviewer: { name: 'Grace Okafor' } },
      { conversationId: 'c1', result: 'approved', reason: '', agentId: 'a1', reviewer: { name: 'Priya Raman' } },
    ])
    const only = async (filter: Record<string, string>) =>
      (await list(grace, filter)).decisions.map(({ conversationId }) => conversationId)
    expect(await only({ result: 'rejected_without_reason' })).toEqual(['c3'])
    expect(await only({ reason: 'Wrong tone' })).toEqual(['c2'])
    expect(await only({ result: 'approved' })).toEqual(['c1'])
    expect(await only({ agentId: 'a2' })).toEqual([])
  })

  it('have the names of other reviewers only for administrators', {
    tags: ['listed-reviewers-are-named-to-administrators', 'one-reviewer-is-counted-for-administrators'],
  }, async () => {
    const { priya, grace, browser, list } = await startWithDecisions()
    const reviewers = async (person: typeof priya, filter = {}) =>
      (await list(person, filter)).decisions.map(({ reviewer }) => reviewer?.name ?? null)
    expect(await reviewers(priya)).toEqual([null, null, 'Priya Raman'])
    expect(await reviewers(await browser().signInAsDemo('ready-support'))).toEqual([null, null, null])
    expect(await reviewers(priya, { reviewerId: 'ready-reviewer' })).toEqual(['Priya Raman'])
    expect(await reviewers(grace, { reviewerId: 'ready-reviewer' })).toEqual(['Priya Raman'])
    expect((await list(priya, { reviewerId: 'ready-admin' })).status).toBe(403)
  })
})

test('calls are counted, listed and charged in their workspace, with the filters of the request', async () => {
  const store = await openTestStore()
  const { priya } = await startGatewayWithDrafts(0, { store })
  const now = Date.now()
  await insertRows(store, 'known_batches', [knownBatch({ batch_id: 'b1', started_at: now, name: 'Renewals' })])
  const ofHour = { country: 'DE', batch_id: null, local_weekday: 0, local_hour: 0 }
  await insertRows(store, 'call_facts', [
    callFact({ id: 'main', at: now - 3, workspace: 'ws_main', duration: 60, ...ofHour }),
    callFact({ id: 'other', at: now - 2, workspace: 'ws_other', duration: 120, ...ofHour }),
    // One that was only seen in a batch belongs to no workspace.
    callFact({ id: 'row', at: now - 1, duration: 20, attempt: 2, agent_version: 3, flow_version: 4 }),
  ])
  const read = async (path: string, filter: Record<string, string>, workspace: string) => {
    const query = new URLSearchParams({ from: '0', to: `${now + 1}`, ...filter }).toString()
    const headers = { 'x-workspace-id': workspace }
    return (await priya.get(`/gateway/reports/${path}?${query}`, { headers })).json
  }
  const list = async (filter: Record<string, string> = {}, workspace = 'ws_main') => {
    const { calls } = (await read('calls/rows', filter, workspace)) as unknown as { calls: CountedCall[] }
    return calls.map(({ id, batchName }) => (batchName === null ? id : `${id} of ${batchName}`))
  }
  expect(await list()).toEqual(['row of Renewals', 'main'])
  expect(await list({}, 'ws_other')).toEqual(['row of Renewals', 'other'])
  expect(await list({ weekday: '0', hour: '0' })).toEqual(['main'])
  expect(await list({ country: 'DE', outcome: 'mailbox' })).toEqual([])
  const ofRow: Record<string, string>[] = [
    { attempt: '2' },
    { agentVersion: '3' },
    { flowVersion: '4' },
    { batchId: 'b1' },
  ]
  for (const filter of ofRow) expect(await list(filter)).toEqual(['row of Renewals'])

  const secondsIn = async (workspace: string, filter = {}) => {
    const { groups } = (await read('costs', { by: 'country', ...filter }, workspace)) as unknown as CallCosts
    return Object.fromEntries(groups.map(({ key, countries }) => [key, countries[0]?.seconds]))
  }
  expect(await secondsIn('ws_main')).toEqual({ DE: 60, US: 20 })
  expect(await secondsIn('ws_other')).toEqual({ DE: 120, US: 20 })
  expect(await secondsIn('ws_main', { batchId: 'b1' })).toEqual({ US: 20 })

  const callsIn = async (workspace: string) => {
    const { groups } = (await read('calls', { by: 'country' }, workspace)) as unknown as CallCounts
    return Object.fromEntries(groups.map(({ key, talkSeconds }) => [key, talkSeconds]))
  }
  expect(await callsIn('ws_main')).toEqual({ DE: 60, US: 20 })
  expect(await callsIn('ws_other')).toEqual({ DE: 120, US: 20 })
})

test('what figures are filtered by has its name, another reviewer only for administrators', {
  tags: ['filtered-reviewer-is-named-to-administrators'],
}, async () => {
  const { priya, grace } = await startGatewayWithDrafts(0)
  const name = async (person: typeof priya, query: string) => (await person.get(`/gateway/reports/names?${query}`)).json
  expect(await name(priya, 'agentId=a9&reviewerId=ready-reviewer')).toEqual({
    agent: { id: 'a9', name: null },
    flow: null,
    batch: null,
    reviewer: { id: 'ready-reviewer', name: 'Priya Raman' },
  })
  expect(await name(priya, 'reviewerId=ready-admin')).toMatchObject({ reviewer: { id: 'ready-admin', name: null } })
  expect(await name(grace, 'reviewerId=ready-reviewer')).toMatchObject({ reviewer: { name: 'Priya Raman' } })
})
