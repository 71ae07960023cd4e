/** Review: what a draft is based on, beside it. Opening a draft sends nothing to the service. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ActiveCall, BatchCallList } from '#contract/index.ts'
import { sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { approveButton, queueRows, waitingDrafts, waitUntilDecidable } from './drafts.ts'
import { createColleague, openAs } from './operators.ts'
import { expect, test, type World } from './world.ts'

test.use({ settings: { plan: 'enterprise', speed: 6, env: {} } })

/** The simulated person at this number answers, and the call leads to a draft. */
const number = '+12025550100'

/** Restarts the gateway as if nobody had read a flow. */
async function forgetFlows(world: World) {
  await world.killGateways()
  const database = new DatabaseSync(join(world.dataFolder, 'data', 'embedded', 'gateway.db'))
  database.exec(`delete from last_read where read like '["flow%' or read like '["messageFlow%'`)
  database.close()
  await world.startGateway()
}

test('a reviewer sees the call before a draft, its batch row, another conversation and the prompt beside the draft', async ({
  page,
  world,
}) => {
  const colleague = await createColleague(world, 'admin')
  const fresh = { headers: { 'cache-control': 'no-cache' } }
  // The names of agents and flows stay known.
  for (const list of ['agents', 'flows']) await colleague.request.get(`/api/v1/${list}?limit=100`)
  const agent = await readyAgent(world)
  const messageFlow = (await world.service('messageFlowList')).find(
    (flow) => flow.isActive && flow.messageChannel === 'sms',
  )
  if (!messageFlow) throw new Error('no message flow')
  const desk = (await world.service('messagingAgentList')).find(({ _id }) => _id === messageFlow.agent)
  const otherDraft = await world.service('messageGenerate', {
    body: { flowId: messageFlow._id, to: number, autopilot: false },
  })
  const file = `phone_number,first_name,plan\n${number},Ava,Gold plus\n`
  const { batchId } = await sendStartRequest(colleague, agent.id, file, 'Renewals')

  // A colleague watches the batch and its call.
  const readRow = async () => {
    const answer = await colleague.request.get(`/v1/api/batch-calls/${batchId}/calls`, fresh)
    // Without `calls`, if the gateway has reached the service's limit.
    return ((await answer.json()) as Partial<BatchCallList>).calls?.[0]
  }
  await expect.poll(async () => (await readRow())?.roomName ?? '').not.toBe('')
  const roomName = (await readRow())?.roomName ?? ''
  let line = ''
  await expect
    .poll(async () => {
      const answer = await colleague.request.get(`/v2/api/active-calls/${roomName}`, fresh)
      const { transcript = [] } = (await answer.json()) as Partial<ActiveCall>
      line = transcript[0]?.content ?? ''
      return transcript.length
    })
    .toBeGreaterThan(1)
  // The end of the call and its draft become known together.
  await expect.poll(async () => (await readRow())?.status, { intervals: [2_000], timeout: 60_000 }).toBe('completed')
  const draft = (await waitingDrafts(world)).find(
    ({ conversation }) => conversation.customer.phone === number && conversation._id !== otherDraft.conversation_id,
  )
  if (!draft) throw new Error('no draft')

  await colleague.request.get('/v1/api/conversations', fresh)
  const kept = await colleague.request.get(`/gateway/kept-calls/${roomName}`)
  expect(await kept.text()).toContain(JSON.stringify(line))
  await forgetFlows(world)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await openAs(page, 'reviewer', '/review?sort=oldest')
  await expect(approveButton(page)).toBeVisible()
  // The page reads these lists for the names of all drafts, and again once it knows what the service offers.
  const nameLists = ['/v1/api/omni-flow-agents', '/v1/api/message-flows']
  const serviceRequests = () => requests.filter((path) => /^\/(api|v\d)\//.test(path) && !nameLists.includes(path))
  requests.length = 0
  await queueRows(page)
    .getByRole('link')
    .filter({ hasText: draft.message.message.slice(0, 40) })
    .click()
  await waitUntilDecidable(page, draft)
  const context = page.getByRole('complementary', { name: 'What this draft is based on' })
  await expect(context.getByText('Last call')).toBeVisible()
  await expect(context.getByRole('link', { name: 'Renewals' })).toHaveAttribute('href', `/batches/${batchId}`)
  await expect(context.getByRole('link', { name: 'Open call' })).toHaveAttribute('href', `/calls/${roomName}`)
  await expect(context.getByText('Gold plus')).toBeVisible()
  await expect(context.getByRole('link', { name: desk?.name ?? 'nobody' })).toHaveAttribute(
    'href',
    `/conversations/${otherDraft.conversation_id}`,
  )
  await context.getByText('Transcript', { exact: true }).click()
  await expect(context.getByText(line)).toBeVisible()
  await context.getByText('Prompt of the flow').click()
  await expect(context.getByRole('button', { name: 'Show the prompt' })).toBeVisible()
  expect(serviceRequests()).toEqual([])
  expect(requests).toContain(`/gateway/review-queue/${draft.conversation._id}/context`)

  await context.getByRole('button', { name: 'Show the prompt' }).click()
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.find(({ id }) => id === draft.conversation.pathwayId)
  await expect(context.getByText(flow?.prompt ?? 'no flow')).toBeVisible()
  expect(serviceRequests()).toEqual([`/api/v1/flows/${flow?.id}`])

  // In a narrow window it is below the draft, closed.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(context).toContainText('call just before · 1 other conversation')
  await expect(context.getByText('Gold plus')).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(approveButton(page)).toBeInViewport({ ratio: 1 })
  await context.getByText('What this draft is based on').click()
  await expect(context.getByText('Gold plus')).toBeVisible()
})
