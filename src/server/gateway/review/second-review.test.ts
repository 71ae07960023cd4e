/** Flows whose messages two reviewers approve: the first approval sends nothing, and the second needs the first. */
import { expect, test } from 'vitest'
import { textHash } from '#contract/index.ts'
import { draftText, postDecision, readLatestDecision, readQueue, startGatewayWithDrafts } from '../testing/review.ts'
import { createTestClock } from '../testing/testing.ts'

type Setup = Awaited<ReturnType<typeof startGatewayWithDrafts>>
type Person = Setup['priya']

/** Starts a gateway whose drafts belong to a flow with two reviewers. */
async function startWithTwoReviewers(...args: Parameters<typeof startGatewayWithDrafts>) {
  const started = await startGatewayWithDrafts(...args)
  await started.grace.request('PUT', '/gateway/review-rules', { body: { secondReviewerFlows: ['f1'] } })
  await readQueue(started.priya)
  return started
}

const target = { conversationId: 'c1', messageId: 'm1' }
const approveFirst = async (person: Person, fields: { text?: string; editedMessage?: string } = {}) => {
  const { text = draftText, ...rest } = fields
  return person.post('/gateway/first-approvals', {
    ...target,
    textHash: await textHash(text),
    lastInbound: 'q1',
    ...rest,
  })
}
const refusalOf = ({ status, json }: Awaited<ReturnType<Person['post']>>) => [status, json.error?.code]

test('a message is sent only after two reviewers approved the same text', {
  tags: ['two-reviewers-approve'],
}, async () => {
  const { priya, grace, actions } = await startWithTwoReviewers()
  expect((await readQueue(priya)).drafts).toMatchObject([{ needsSecondReviewer: true, firstApproval: null }])
  expect(refusalOf(await postDecision(priya))).toEqual([409, 'second_reviewer_needed'])
  expect(await approveFirst(priya)).toMatchObject({
    status: 200,
    json: { operator: 'Priya Raman', operatorId: 'ready-reviewer', editedMessage: null },
  })
  expect((await readQueue(grace)).drafts).toMatchObject([{ firstApproval: { operator: 'Priya Raman' } }])
  expect(refusalOf(await postDecision(priya))).toEqual([409, 'second_reviewer_needed'])
  const otherText = { action: 'EditAndApprove', editedMessage: 'Come whenever you like.' }
  expect(refusalOf(await postDecision(grace, otherText))).toEqual([409, 'second_reviewer_needed'])
  expect(actions()).toEqual([])
  expect((await postDecision(grace)).status).toBe(200)
  await expect.poll(async () => (await readLatestDecision(grace))?.state).toBe('done')
  expect(actions()).toEqual([{ metadata: { action: 'Approve' } }])
})

test('an edit is approved first, then sent by the second reviewer', {
  tags: ['saved-edit-needs-two-reviewers'],
}, async () => {
  const { priya, grace, actions } = await startWithTwoReviewers()
  const editedMessage = 'Your visit is on Tuesday.'
  expect(refusalOf(await postDecision(priya, { action: 'Edit', editedMessage }))).toEqual([
    409,
    'second_reviewer_needed',
  ])
  expect((await approveFirst(priya, { editedMessage })).status).toBe(200)
  expect((await readQueue(grace)).drafts).toMatchObject([{ firstApproval: { editedMessage } }])
  expect(refusalOf(await postDecision(grace, { action: 'Edit', editedMessage }))).toEqual([
    409,
    'second_reviewer_needed',
  ])
  // The draft's own text has not been approved by anybody.
  expect(refusalOf(await postDecision(grace))).toEqual([409, 'second_reviewer_needed'])
  expect(actions()).toEqual([])
  expect((await postDecision(grace, { action: 'EditAndApprove', editedMessage })).status).toBe(200)
  await expect.poll(async () => (await readLatestDecision(grace))?.state).toBe('done')
  expect(actions()).toEqual([{ metadata: { action: 'Edit', editedMessage } }, { metadata: { action: 'Approve' } }])
})

test('a second first approval of the same text is refused, and one of another text replaces it', {
  tags: ['same-text-is-approved-first-once'],
}, async () => {
  const { priya, grace } = await startWithTwoReviewers()
  await approveFirst(priya)
  expect(refusalOf(await approveFirst(grace))).toEqual([409, 'already_approved'])
  expect((await approveFirst(priya)).status).toBe(200)
  expect((await approveFirst(grace, { editedMessage: 'On Tuesday.' })).json).toMatchObject({
    operatorId: 'ready-admin',
  })
  expect(refusalOf(await postDecision(grace))).toEqual([409, 'second_reviewer_needed'])
  const sent = await postDecision(priya, { action: 'EditAndApprove', editedMessage: 'On Tuesday.' })
  expect(sent.status).toBe(200)
})

test('an account of the same person is no second reviewer, and can withdraw the first approval', {
  tags: ['two-reviewers-approve'],
}, async () => {
  const { priya, grace, actions } = await startWithTwoReviewers()
  await approveFirst(priya)
  await grace.post('/gateway/operators/ready-reviewer/ties', { otherId: 'ready-admin' })
  expect((await readQueue(grace)).drafts).toMatchObject([{ firstApproval: { tiedIds: ['ready-admin'] } }])
  expect(refusalOf(await postDecision(grace))).toEqual([409, 'second_reviewer_needed'])
  expect((await grace.post('/gateway/first-approvals/withdraw', target)).json).toEqual({ withdrawn: true })
  expect(actions()).toEqual([])
})

test('a first approval does not count after it was withdrawn, or for a changed text', async () => {
  const { priya, grace, scriptedDrafts } = await startWithTwoReviewers()
  const firstOf = async () => (await readQueue(grace)).drafts[0]?.firstApproval ?? null
  await approveFirst(priya)
  expect((await grace.post('/gateway/first-approvals/withdraw', target)).json).toEqual({ withdrawn: false })
  expect((await priya.post('/gateway/first-approvals/withdraw', target)).json).toEqual({ withdrawn: true })
  expect(await firstOf()).toBeNull()
  expect(refusalOf(await postDecision(grace))).toEqual([409, 'second_reviewer_needed'])

  await approveFirst(priya)
  expect(await firstOf()).not.toBeNull()
  scriptedDrafts.draft('c1').message = 'Your visit is on Friday.'
  await grace.get('/v1/api/conversations/c1', { headers: { priority: 'u=0' } })
  await expect.poll(firstOf).toBeNull()
})

test('a first approval counts for a week', async () => {
  const clock = createTestClock()
  const { priya, browser } = await startWithTwoReviewers(1, { clock })
  await approveFirst(priya)
  clock.advance(7 * 86_400_000)
  // Their sessions have expired, too.
  const grace = await browser().signInAsDemo()
  expect((await readQueue(grace)).drafts).toMatchObject([{ needsSecondReviewer: true, firstApproval: null }])
  expect(refusalOf(await postDecision(grace))).toEqual([409, 'second_reviewer_needed'])
})

test('a rejection needs one reviewer, and so does a flow without the rule', {
  tags: ['first-approval-of-a-known-draft'],
}, async () => {
  const { priya, grace } = await startWithTwoReviewers(2)
  expect((await postDecision(priya, { action: 'Reject' })).status).toBe(200)
  await grace.request('PUT', '/gateway/review-rules', { body: { secondReviewerFlows: [] } })
  const second = { conversationId: 'c2', messageId: 'm2', textHash: await textHash(draftText), lastInbound: 'q2' }
  expect(refusalOf(await priya.post('/gateway/first-approvals', second))).toEqual([409, 'second_reviewer_not_needed'])
  expect((await priya.post('/gateway/first-approvals', { ...second, conversationId: 'c9' })).status).toBe(404)
  expect((await postDecision(priya, { id: '2' })).status).toBe(200)
})

test('the audit has both approvals, without the text', async () => {
  const { priya, grace } = await startWithTwoReviewers()
  await approveFirst(priya, { editedMessage: 'Anna, come on Tuesday.' })
  const { text } = await grace.get('/gateway/history')
  expect(text).toContain('firstApprovalGive')
  expect(text).not.toContain('Anna')
})
