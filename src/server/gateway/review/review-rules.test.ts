/** Why drafts are rejected: the workspace's list of reasons, and what is stored with a rejection. */
import { expect, test } from 'vitest'
import { postDecision, readLatestDecision, startGatewayWithDrafts } from '../testing/review.ts'

const path = '/gateway/review-rules'

test('a workspace has the default reasons until an administrator changes them', async () => {
  const { grace, priya } = await startGatewayWithDrafts()
  const defaults = (await priya.get(path)).json
  expect(defaults).toEqual({
    rejectReasons: ['Wrong facts', 'Wrong tone', 'Not needed', 'Wrong person', 'Not allowed'],
    isReasonRequired: false,
    secondReviewerFlows: [],
  })
  const rejectReasons = ['Too long', 'Wrong price']
  expect((await grace.request('PUT', path, { body: { rejectReasons } })).json).toEqual({
    rejectReasons,
    isReasonRequired: false,
    secondReviewerFlows: [],
  })
  expect((await priya.request('PUT', path, { body: { isReasonRequired: true } })).status).toBe(403)
  const tooMany = Array.from({ length: 10 }, (_, index) => `reason ${index}`)
  for (const invalid of [tooMany, ['x'.repeat(61)], [' ']])
    expect((await grace.request('PUT', path, { body: { rejectReasons: invalid } })).status).toBe(400)
})

test('a rejection is stored with its reason and note; the service gets neither, and the audit only the reason', async () => {
  const { priya, grace, actions, scriptedDrafts } = await startGatewayWithDrafts()
  const rejectNote = 'Anna moved her visit to Tuesday.'
  const decided = await postDecision(priya, { action: 'Reject', rejectReason: 'Wrong facts', rejectNote })
  expect(decided.json).toMatchObject({ rejectReason: 'Wrong facts', rejectNote })
  await expect
    .poll(() => readLatestDecision(priya))
    .toMatchObject({ state: 'done', rejectReason: 'Wrong facts', rejectNote })
  expect(scriptedDrafts.draft('c1').status).toBe('rejected')
  expect(actions()).toEqual([{ metadata: { action: 'Reject' } }])
  for (const audit of ['/gateway/history', '/gateway/history.csv']) {
    const { text } = await grace.get(audit)
    expect(text).toContain('Wrong facts')
    expect(text).not.toContain('Anna')
  }
})

test('a reason is one of the list, and only a rejection has one', { tags: ['reason-is-on-the-list'] }, async () => {
  const { priya, actions } = await startGatewayWithDrafts()
  const refusalOf = async (fields: Record<string, unknown>) => {
    const { status, json } = await postDecision(priya, fields)
    return [status, json.error.code]
  }
  expect(await refusalOf({ action: 'Reject', rejectReason: 'Anna is wrong' })).toEqual([409, 'unknown_reason'])
  expect(await refusalOf({ rejectReason: 'Wrong facts' })).toEqual([400, 'invalid_message'])
  expect(await refusalOf({ rejectNote: 'Too long' })).toEqual([400, 'invalid_message'])
  expect(actions()).toEqual([])
})

test('an administrator can require a reason; without any on the list, none is required', {
  tags: ['rejection-has-its-reason'],
}, async () => {
  const { priya, grace } = await startGatewayWithDrafts(2)
  await grace.request('PUT', path, { body: { isReasonRequired: true } })
  const { status, json } = await postDecision(priya, { action: 'Reject' })
  expect([status, json.error.code]).toEqual([400, 'reason_required'])
  expect((await postDecision(priya, { action: 'Reject', rejectReason: 'Not needed' })).status).toBe(200)
  await grace.request('PUT', path, { body: { rejectReasons: [] } })
  expect((await postDecision(priya, { id: '2', action: 'Reject' })).status).toBe(200)
})

test('the repeat of a rejection with the same key succeeds after its reason left the list; another reason is refused', async () => {
  const { priya, grace } = await startGatewayWithDrafts()
  const key = crypto.randomUUID()
  const rejection = { action: 'Reject', rejectReason: 'Wrong tone', holdSeconds: 30 }
  const { json: first } = await postDecision(priya, rejection, key)
  await grace.request('PUT', path, { body: { rejectReasons: ['Too long'] } })
  expect((await postDecision(priya, rejection, key)).json).toMatchObject({ effectId: first.effectId })
  expect((await postDecision(priya, { ...rejection, rejectReason: 'Too long' }, key)).status).toBe(422)
})
