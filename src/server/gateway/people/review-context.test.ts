import { expect, test } from 'vitest'
import type { ReviewContext } from '#contract/index.ts'
import { readQueue, scriptDrafts } from '../testing/review.ts'
import {
  acceptBatches,
  batchForm,
  callRequest,
  type openBrowser,
  placedCallAnswer,
  startGatewayWithService,
} from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const number = callRequest.toNumber
const flow = { id: 'f1', name: 'Visits', promptType: 'simple', prompt: 'Confirm the visit.' }
const batchCall = {
  jobId: 'j1',
  status: 'completed',
  phone_number: number.replace(/^\+1/, '+1 '),
  metadata: { first_name: 'Ava', plan: 'Gold' },
}

async function openWorld(thirdCustomer: object = { phone: '+442079460958' }) {
  const scriptedDrafts = scriptDrafts(3)
  Object.assign(scriptedDrafts.customer('c3'), thirdCustomer)
  const made = await startGatewayWithService(
    (received) =>
      scriptedDrafts.script(received) ??
      acceptBatches(received) ??
      (received.path === '/api/v1/calls/call'
        ? { body: placedCallAnswer }
        : received.path === '/api/v1/flows/f1'
          ? { body: flow }
          : received.path.startsWith('/v1/api/batch-calls/batch_1/calls')
            ? { body: { calls: [batchCall], pagination: {} } }
            : undefined),
  )
  const priya = await made.browser().signInAsDemo('ready-reviewer')
  await readQueue(priya)
  return { ...made, priya }
}
const show = (person: Browser, id: string) => person.get(`/gateway/review-queue/${id}/context`)

test('a draft is shown with the customer’s calls, other conversations, batches and their variables, without a request', async () => {
  const { grace, priya, service } = await openWorld()
  await grace.post('/gateway/launches', batchForm(`phone_number,first_name\n${number},Ava\n`), { key: 'start' })
  await grace.post('/gateway/calls', { ...callRequest, again: true }, { key: 'call' })
  await grace.get('/v1/api/batch-calls/batch_1/calls')
  const before = service.received.length
  const context = (await show(priya, 'c1')).json as unknown as ReviewContext
  expect(service.received).toHaveLength(before)
  expect(context).toMatchObject({
    calls: [{ roomName: placedCallAnswer.roomName, operator: 'Grace Okafor' }],
    conversations: [{ conversationId: 'c2', messages: 2, isLastFromCustomer: false, draftId: 'm2' }],
    batches: [{ batchId: 'batch_1', name: 'Renewals', state: 'started' }],
    variables: { batch_1: { first_name: 'Ava', plan: 'Gold' } },
  })
  expect((await show(priya, 'c3')).json).toMatchObject({ calls: [], conversations: [], batches: [], variables: {} })
})

test('a draft to an e-mail address with digits is shown with nothing of the customer who has this number', async () => {
  const { grace, priya } = await openWorld({ phone: null, email: `${number.slice(2)}@vtext.com` })
  await grace.post('/gateway/calls', callRequest, { key: 'call' })
  expect((await show(priya, 'c1')).json).toMatchObject({ calls: [{ roomName: placedCallAnswer.roomName }] })
  expect((await show(priya, 'c3')).json).toMatchObject({ calls: [], conversations: [], batches: [] })
})

test('the prompt of its flow is shown once somebody has read the flow, and is never read for a draft', async () => {
  const { grace, priya, service } = await openWorld()
  const prompt = async () => ((await show(priya, 'c1')).json as unknown as ReviewContext).flow
  expect(await prompt()).toEqual({ flowId: 'f1', name: null, kind: null, cached: null })
  expect(service.requestsTo('GET', '/api/v1/flows/f1')).toEqual([])
  await grace.get('/api/v1/flows/f1')
  expect(await prompt()).toMatchObject({
    flowId: 'f1',
    name: 'Visits',
    kind: 'flow',
    cached: { prompt: 'Confirm the visit.', hasSteps: false },
  })
})

test('nothing is shown of an unknown conversation, or of one in another workspace', {
  tags: ['unknown-conversation-has-no-context'],
}, async () => {
  const { priya } = await openWorld()
  expect((await show(priya, 'c9')).status).toBe(404)
  const elsewhere = await priya.get('/gateway/review-queue/c1/context', { headers: { 'x-workspace-id': 'ws_other' } })
  expect(elsewhere.status).toBe(404)
})
