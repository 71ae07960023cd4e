/** A day's starts of one person count together for the rule about a second person. */
import { describe, expect, test } from 'vitest'
import type { Approval, ApprovalNeed } from '#contract/index.ts'
import {
  batchForm,
  confirmOwnNumber,
  createTestClock,
  csvForm,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const dayMs = 24 * 3_600_000
const csv = (people: number, from: number) =>
  `phone_number\n${Array.from({ length: people }, (_, index) => `+1907555${String(100 + from + index).padStart(4, '0')}`).join('\n')}\n`

/** A service that starts every batch, or none; `status` answers for the progress of each batch. */
function createService() {
  const service = { accepts: true, status: {} as object }
  let started = 0
  const script: Script = ({ method, path }) => {
    if (path.endsWith('/status')) return { body: service.status }
    if (method !== 'POST' || path !== '/v1/api/batch-calls') return undefined
    if (!service.accepts) return { status: 400, body: { error: { code: 'invalid_request', message: 'No.' } } }
    started += 1
    return { body: { batchId: `batch_${started}`, totalCalls: 5, status: 'queued', message: 'ok' } }
  }
  return { service, script }
}

/** A second person is needed above this many people. Each start of Tomás has a key of its own. */
async function worldWithLimit(above: number) {
  const clock = createTestClock()
  const { service, script } = createService()
  const { grace, browser } = await startGatewayWithService(script, { clock })
  await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above } } })
  const tomas = await browser().signInAsDemo('ready-campaign-manager')
  const start = (people: number, from: number, fields: Record<string, string> = {}, person = tomas) =>
    person.post('/gateway/launches', batchForm(csv(people, from), fields), { key: `${from}` })
  const findNeed = async (people: number, from: number) =>
    (await tomas.post('/gateway/launches/recipients', csvForm({}, csv(people, from)))).json
      .approval as ApprovalNeed | null
  return { clock, service, grace, tomas, start, findNeed }
}
const needsApproval = { status: 409, json: { error: { code: 'approval_needed', sent: 'no' } } }

describe('the starts of one person within a day', () => {
  test('need a second person once they exceed the limit together, whatever each calls', {
    tags: ['many-people-need-a-second-person'],
  }, async () => {
    const { clock, grace, tomas, start, findNeed } = await worldWithLimit(10)
    expect((await start(5, 0)).status).toBe(200)
    expect(await findNeed(5, 10)).toBeNull()
    expect((await start(5, 10)).status).toBe(200)
    // A repeat gets its answer.
    expect((await start(5, 10)).status).toBe(200)
    const refused = await start(1, 20)
    expect(refused).toMatchObject(needsApproval)
    expect(refused.json.error.message).toBe(
      'This start has 1 person. You started batches with 10 more people in the last 24 hours. More than 10 people need the approval of a second person. Nothing was sent. Request approval.',
    )
    expect(await findNeed(1, 20)).toEqual({ above: 10, earlier: 10, problem: '' })
    expect(await findNeed(11, 20)).toEqual({ above: 10, earlier: 0, problem: '' })
    // They are Tomás's, so Grace's own start does not exceed it.
    expect((await start(5, 30, {}, grace)).status).toBe(200)
    clock.advance(dayMs)
    await tomas.signInAsDemo('ready-campaign-manager')
    expect((await start(1, 20)).status).toBe(200)
  })

  test('count each person once, also one whom the new start calls again', {
    tags: ['many-people-need-a-second-person'],
  }, async () => {
    const { grace, tomas, start, findNeed } = await worldWithLimit(10)
    expect((await start(8, 0)).status).toBe(200)
    expect(await findNeed(5, 0)).toBeNull()
    const retry = (people: number, from: number, key: string) =>
      tomas.post('/gateway/launches', batchForm(csv(people, from), { callAgain: '7' }), { key })
    expect((await retry(5, 0, 'retry')).status).toBe(200)
    // Two of these seven are new, so ten are called.
    expect((await retry(7, 3, 'both')).status).toBe(200)
    expect(await findNeed(8, 3)).toEqual({ above: 10, earlier: 3, problem: '' })
    expect(await retry(8, 3, 'more')).toMatchObject(needsApproval)
    expect((await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 11 } } })).status).toBe(
      200,
    )
    const asked = await tomas.post('/gateway/approvals', batchForm(csv(8, 3), { callAgain: '7' }), { key: 'ask' })
    expect(asked).toMatchObject({ status: 409, json: { error: { code: 'no_approval_needed' } } })
  })

  test('do not count if a second person approved them', async () => {
    const { grace, tomas, start } = await worldWithLimit(5)
    const asked = await tomas.post('/gateway/approvals', batchForm(csv(6, 0)), { key: 'a' })
    const { approvalId, recipients } = asked.json as unknown as Approval
    expect((await grace.post(`/gateway/approvals/${approvalId}/start`, { recipients }, { key: 'b' })).status).toBe(200)
    expect((await start(5, 10)).status).toBe(200)
    // A small start can be requested too.
    expect(await start(1, 20)).toMatchObject(needsApproval)
    expect((await tomas.post('/gateway/approvals', batchForm(csv(1, 20)), { key: 'c' })).status).toBe(200)
  })

  test('do not count if they called nobody: refused by the service, cancelled before a call, or a test', async () => {
    const { service, grace, start, findNeed } = await worldWithLimit(5)
    service.accepts = false
    expect((await start(5, 0, {}, grace)).status).toBe(400)
    service.accepts = true
    expect((await start(5, 10, {}, grace)).status).toBe(200)
    expect(await start(5, 20, {}, grace)).toMatchObject(needsApproval)
    service.status = { status: 'cancelled', isComplete: true, cancelled: 5, total: 5 }
    await grace.get('/v1/api/batch-calls/batch_1/status')
    await expect.poll(async () => (await start(5, 20, {}, grace)).status).toBe(200)
    await confirmOwnNumber(grace, '+14155550199')
    const ownFile = batchForm('phone_number\n+14155550199\n', { test: '1' })
    expect((await grace.post('/gateway/launches', ownFile, { key: 'test' })).status).toBe(200)
    expect(await findNeed(5, 30)).toBeNull()
  })

  test('count with the people who wait, who need no further approval', async () => {
    const { tomas, start } = await worldWithLimit(12)
    expect((await start(12, 0, { first: '10' })).status).toBe(200)
    expect(await start(1, 20)).toMatchObject(needsApproval)
    const [waiting] = await readPreparedBatches(tomas)
    expect((await tomas.post(`${preparedBatchPath(waiting)}/start`, {}, { key: 'others' })).status).toBe(200)
    expect((await start(1, 20)).json.error.message).toContain('batches with 12 more people')
  })

  test('count together also at the same moment', { tags: ['simultaneous-starts-count-together'] }, async () => {
    const { start } = await worldWithLimit(10)
    const answers = await Promise.all([0, 1, 2, 3, 4].map((index) => start(5, index * 10)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  })
})
