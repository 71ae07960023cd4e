/** Lists of what a figure counts, and names of its filters: what each role gets. */
import { describe, expect, it, test } from 'vitest'
import type { CountedDecision } from '#contract/index.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../../testing/review.ts'

/** Priya approves the first draft, Grace rejects the others. */
async function startWithDecisions() {
  const started = await startGatewayWithDrafts(3)
  const { priya, grace } = started
  await readQueue(priya)
  await postDecision(priya, { id: '1', action: 'Approve' })
  await postDecision(grace, { id: '2', action: 'Reject', rejectReason: 'Wrong tone' })
  await postDecision(grace, { id: '3', action: 'Reject' })
  const open = async () => (await readDecisions(grace)).filter(({ state }) => state === 'held' || state === 'sending')
  await expect.poll(open, { timeout: 5_000 }).toEqual([])
  const list = async (person: typeof priya, filter: Record<string, string> = {}) => {
    const query = new URLSearchParams({ from: '0', to: `${Date.now() + 3_600_000}`, ...filter }).toString()
    const { status, json } = await person.get(`/gateway/answers/decisions/rows?${query}`)
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

test('calls are listed by any hour of the week, also the first one', async () => {
  const { priya } = await startGatewayWithDrafts(0)
  expect(await priya.get('/gateway/answers/calls/rows?from=0&to=1&weekday=0&hour=0')).toMatchObject({ status: 200 })
})

test('what figures are filtered by has its name, another reviewer only for administrators', {
  tags: ['filtered-reviewer-is-named-to-administrators'],
}, async () => {
  const { priya, grace } = await startGatewayWithDrafts(0)
  const name = async (person: typeof priya, query: string) => (await person.get(`/gateway/answers/names?${query}`)).json
  expect(await name(priya, 'agentId=a9&reviewerId=ready-reviewer')).toEqual({
    agent: { id: 'a9', name: null },
    flow: null,
    batch: null,
    reviewer: { id: 'ready-reviewer', name: 'Priya Raman' },
  })
  expect(await name(priya, 'reviewerId=ready-admin')).toMatchObject({ reviewer: { id: 'ready-admin', name: null } })
  expect(await name(grace, 'reviewerId=ready-reviewer')).toMatchObject({ reviewer: { name: 'Priya Raman' } })
})
