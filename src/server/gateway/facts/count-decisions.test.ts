/** Counts of decisions about drafts equal what the ledger says of them, however they ended, and cost the service nothing. */
import { describe, expect, it, test } from 'vitest'
import { type CountedDecision, type DecisionCount, type DecisionCounts, textHash } from '#contract/index.ts'
import { draftText, postDecision, readDecisions, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock } from '../testing/testing.ts'
import { completeDecisionFacts } from './decision-facts.ts'

const hourMs = 3_600_000
const edited = 'Your visit is on Tuesday.'

async function start(drafts: number, options: Parameters<typeof startGatewayWithDrafts>[1] = {}) {
  const store = await openTestStore()
  const started = await startGatewayWithDrafts(drafts, { store, ...options })
  const { priya, grace } = started
  await readQueue(priya)
  type Person = typeof priya
  /** Waits until no decision is held or being sent. */
  const settled = async () => {
    const open = async () => (await readDecisions(grace)).filter(({ state }) => state === 'held' || state === 'sending')
    await expect.poll(open).toEqual([])
  }
  return {
    ...started,
    store,
    settled,
    decide: async (person: Person, id: number, fields: object) => {
      const answer = await postDecision(person, { id: `${id}`, ...fields })
      expect(answer).toMatchObject({ status: 200 })
      return (answer.json as unknown as { effectId: string }).effectId
    },
    count: async (person: Person, query: Record<string, string> = {}) => {
      await settled()
      const parameters = { from: '0', to: `${Date.now() + hourMs}`, by: 'all', ...query }
      const answer = await person.get(`/gateway/reports/decisions?${new URLSearchParams(parameters).toString()}`)
      return answer.json as unknown as DecisionCounts
    },
    /** What the ledger alone says: steps that were carried out, by the action that the reviewer chose. */
    ledger: async () => {
      const rows = await store
        .selectFrom('effects as e')
        .innerJoin('history as h', 'h.effect_id', 'e.id')
        .select(['e.ids'])
        .where('e.endpoint', '=', 'messageAction')
        .where((eb) => eb.or([eb('h.state', '=', 'done'), eb('h.happened', '=', 1)]))
        .execute()
      return rows.map(({ ids }) => (JSON.parse(ids) as { action: string }).action).toSorted()
    },
  }
}
const only = ({ groups }: DecisionCounts): Partial<DecisionCount> | undefined => groups[0]
const groupsOf = ({ groups }: DecisionCounts) =>
  Object.fromEntries(groups.map(({ key, name, results }) => [`${key} ${name ?? ''}`.trim(), results]))

describe('a decision', () => {
  it('is counted as what the ledger says came of it', async () => {
    const { priya, decide, count, ledger, scriptedDrafts } = await start(6)
    await decide(priya, 1, { action: 'Approve' })
    await decide(priya, 2, { action: 'EditAndApprove', editedMessage: edited })
    await decide(priya, 3, { action: 'Reject', rejectReason: 'Wrong facts' })
    await decide(priya, 4, { action: 'Reject' })
    await decide(priya, 5, { action: 'Edit', editedMessage: edited })
    expect(await count(priya)).toMatchObject({
      groups: [
        {
          key: '',
          results: { approved: 1, edited: 1, rejected: 2, saved: 1 },
          reasons: { 'Wrong facts': 1, '': 1 },
          timed: 4,
          editedShare: 20,
        },
      ],
    })
    expect(await ledger()).toEqual(['Approve', 'Approve', 'Edit', 'EditAndApprove', 'Reject', 'Reject'])
    scriptedDrafts.injectFault(() => ({ status: 400, body: { error: { code: 'invalid_state', message: 'No.' } } }))
    await decide(priya, 6, { action: 'Approve' })
    expect(only(await count(priya))).toMatchObject({ results: { approved: 1, edited: 1, rejected: 2, saved: 1 } })
  })

  it('that was undone, or is not sent yet, is not counted', async () => {
    const { priya, decide, count, store } = await start(1)
    const effectId = await decide(priya, 1, { action: 'Reject', holdSeconds: 30 })
    await completeDecisionFacts(store)
    expect(await store.selectFrom('decision_facts').select('result').execute()).toEqual([{ result: null }])
    await priya.post(`/gateway/decisions/${effectId}/undo`)
    expect(await count(priya)).toEqual({ groups: [], since: null })
    expect(await store.selectFrom('decision_facts').selectAll().execute()).toEqual([])
  })

  it('that approves a text which was saved before counts as an edit', async () => {
    const { priya, grace, decide, count } = await start(1)
    await decide(priya, 1, { action: 'Edit', editedMessage: edited })
    await count(priya)
    await decide(grace, 1, { action: 'Approve', textHash: await textHash(edited) })
    expect(only(await count(priya))).toMatchObject({ results: { saved: 1, edited: 1 }, editedShare: 20, timed: 1 })
  })

  it.each(['answered', 'lost'] as const)(
    'to edit and approve counts as an edit if the service approved the text that it saved, and only its status says so (%s)',
    async (answer) => {
      const { priya, grace, decide, count, scriptedDrafts, actions } = await start(1, { checks: [10, 50] })
      scriptedDrafts.injectFault(() => {
        const { sent: _, ...draft } = Object.assign(scriptedDrafts.draft('c1'), { message: edited, status: 'approved' })
        Reflect.deleteProperty(scriptedDrafts.draft('c1'), 'sent')
        return answer === 'lost' ? 'truncated' : { body: { status: 'success', message: { ...draft, to: '' } } }
      })
      const effectId = await decide(priya, 1, { action: 'EditAndApprove', editedMessage: edited })
      const decision = async () => (await readDecisions(priya)).find((one) => one.effectId === effectId)
      await expect.poll(decision).toMatchObject({ state: answer === 'lost' ? 'settled' : 'done', refusal: null })
      expect(only(await count(priya))).toMatchObject({ results: { edited: 1 }, editedShare: 20, timed: 1 })
      // It is approved, so a colleague who saw the draft before is too late, also long after that.
      expect((await postDecision(grace, { id: '1', text: edited })).json).toMatchObject({
        error: { code: 'already_decided' },
      })
      expect(actions()).toHaveLength(1)
    },
  )

  it('whose answer was lost is counted once a read or a person settles it', async () => {
    const { priya, grace, gateway, decide, count, scriptedDrafts } = await start(2)
    scriptedDrafts.injectFault(() => 'lost')
    await decide(priya, 1, { action: 'Approve' })
    expect((await count(priya)).groups).toEqual([])
    await gateway.recheck()
    await priya.get('/v1/api/conversations/c1', { headers: { 'cache-control': 'no-cache' } })
    const unknown = async () => (await readDecisions(grace)).filter(({ state }) => state === 'unknown')
    for (const { effectId } of await unknown())
      await grace.post(`/gateway/effects/${effectId}/settle`, { happened: true })
    expect(only(await count(priya))).toMatchObject({ results: { approved: 1 } })
  })

  it('is counted before its row is deleted', { tags: ['decisions-are-counted-before-they-are-deleted'] }, async () => {
    const clock = createTestClock()
    const { priya, grace, decide, settled, count, store } = await start(2, { clock })
    await decide(priya, 1, { action: 'Approve' })
    await settled()
    clock.advance(26 * hourMs)
    // The sessions have expired.
    await grace.signInAsDemo()
    await decide(await priya.signInAsDemo('ready-reviewer'), 2, { action: 'Reject' })
    await settled()
    expect(await store.selectFrom('decisions').select('action').execute()).toEqual([{ action: 'Reject' }])
    expect(only(await count(grace, { to: `${clock.now() + hourMs}` }))).toMatchObject({
      results: { approved: 1, rejected: 1 },
    })
  })
})

test('no text and no customer is kept', async () => {
  const { priya, decide, settled, store } = await start(1)
  await decide(priya, 1, { action: 'EditAndApprove', editedMessage: edited })
  await settled()
  const facts = JSON.stringify(await store.selectFrom('decision_facts').selectAll().execute())
  for (const private_ of [draftText, edited, 'Customer', '4155550134']) expect(facts).not.toContain(private_)
})

describe('reviewers', () => {
  it('are named to administrators, and to themselves', {
    tags: ['reviewers-are-named-to-administrators', 'one-reviewer-is-counted-for-administrators'],
  }, async () => {
    const { priya, grace, browser, decide, count } = await start(3)
    await decide(priya, 1, { action: 'Approve' })
    await decide(grace, 2, { action: 'Reject', rejectReason: 'Wrong tone' })
    await decide(grace, 3, { action: 'Approve' })
    const by = { by: 'reviewer' }
    expect(groupsOf(await count(grace, by))).toEqual({
      'ready-reviewer Priya Raman': { approved: 1 },
      'ready-admin Grace Okafor': { approved: 1, rejected: 1 },
    })
    expect(groupsOf(await count(priya, by))).toEqual({
      'ready-reviewer Priya Raman': { approved: 1 },
      '': { approved: 1, rejected: 1 },
    })
    const sam = await browser().signInAsDemo('ready-support')
    expect(groupsOf(await count(sam, by))).toEqual({ '': { approved: 2, rejected: 1 } })
    const others = `/gateway/reports/decisions?from=0&to=1&by=all&reviewerId=ready-admin`
    expect(await priya.get(others)).toMatchObject({ status: 403 })
    expect(only(await count(priya, { reviewerId: 'ready-reviewer' }))).toMatchObject({ results: { approved: 1 } })
    expect(only(await count(grace, { reviewerId: 'ready-reviewer' }))).toMatchObject({ results: { approved: 1 } })
  })
})

test('a reviewer who changed their name has one group, with the present name, and the figures store none', async () => {
  const { priya, grace, decide, count, store } = await start(2)
  await decide(priya, 1, { action: 'Approve' })
  await count(priya)
  await store.updateTable('user').set({ name: 'Priya Anand' }).where('id', '=', 'ready-reviewer').execute()
  await decide(priya, 2, { action: 'Approve' })
  expect(groupsOf(await count(grace, { by: 'reviewer' }))).toEqual({ 'ready-reviewer Priya Anand': { approved: 2 } })
  const facts = JSON.stringify(await store.selectFrom('decision_facts').selectAll().execute())
  expect(facts).not.toMatch(/Priya/)
})

test('decisions are counted by agent, by day and by hour, with how long their drafts had waited', async () => {
  const { priya, decide, count, store, service } = await start(4)
  for (const id of [1, 2, 3, 4]) await decide(priya, id, { action: 'Approve' })
  await count(priya)
  const rows = await store.selectFrom('decision_facts').select('effect_id').orderBy('at').execute()
  for (const [index, waited_seconds] of [10, 30, 20, 1_000].entries())
    await store
      .updateTable('decision_facts')
      .set({ waited_seconds, at: Date.UTC(2026, 10, 20 + (index % 2), 12) })
      .where('effect_id', '=', rows[index]?.effect_id ?? '')
      .execute()
  const before = service.received.length
  expect(only(await count(priya, { by: 'agent' }))).toMatchObject({
    key: 'a1',
    timed: 4,
    medianSeconds: 20,
    slowSeconds: 1_000,
  })
  const period = { from: `${Date.UTC(2026, 10, 20)}`, to: `${Date.UTC(2026, 10, 22)}` }
  expect(groupsOf(await count(priya, { ...period, by: 'day' }))).toEqual({
    [`${Date.UTC(2026, 10, 20)}`]: { approved: 2 },
    [`${Date.UTC(2026, 10, 21)}`]: { approved: 2 },
  })
  expect(groupsOf(await count(priya, { ...period, by: 'hour', zone: 'Asia/Kolkata' }))).toEqual({
    [`${Date.UTC(2026, 10, 20, 11, 30)}`]: { approved: 2 },
    [`${Date.UTC(2026, 10, 21, 11, 30)}`]: { approved: 2 },
  })
  expect(only(await count(priya, { agentId: 'a2' }))).toBeUndefined()
  expect(service.received).toHaveLength(before)
})

test('decisions of another workspace are neither counted nor listed', async () => {
  const { priya, grace, decide } = await start(3)
  const headers = { 'x-workspace-id': 'ws_other' }
  await priya.get('/gateway/review-queue', { headers })
  await decide(priya, 1, { action: 'Approve' })
  await decide(priya, 2, { action: 'Reject', workspace: 'ws_other' })
  await decide(priya, 3, { action: 'Reject', workspace: 'ws_other' })
  const period = new URLSearchParams({ from: '0', to: `${Date.now() + hourMs}` }).toString()
  const resultsIn = async (options = {}) => {
    const { groups } = (await grace.get(`/gateway/reports/decisions?${period}&by=all`, options))
      .json as unknown as DecisionCounts
    return groups[0]?.results
  }
  await expect.poll(() => resultsIn()).toEqual({ approved: 1 })
  await expect.poll(() => resultsIn({ headers })).toEqual({ rejected: 2 })
  const listed = async (options = {}) => {
    const { json } = await grace.get(`/gateway/reports/decisions/rows?${period}`, options)
    const { decisions } = json as unknown as { decisions: CountedDecision[] }
    return decisions.map(({ conversationId }) => conversationId).toSorted()
  }
  expect(await listed()).toEqual(['c1'])
  expect(await listed({ headers })).toEqual(['c2', 'c3'])
})

test('the drafts that wait are listed with the time at which they were written', async () => {
  const { priya, decide, settled, service } = await start(2)
  await decide(priya, 1, { action: 'Approve' })
  await settled()
  const before = service.received.length
  const { json } = await priya.get('/gateway/reports/waiting-drafts')
  expect(json).toEqual({ drafts: [{ at: Date.UTC(2026, 10, 20, 10, 2), agentId: 'a1' }], conversations: 2 })
  expect(service.received).toHaveLength(before)
})
