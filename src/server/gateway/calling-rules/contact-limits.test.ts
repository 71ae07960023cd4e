import { expect, test } from 'vitest'
import type { Contact } from '../contacts/states.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  callRequest,
  csvForm,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'
import { excessOf } from './contact-limits.ts'

const hourMs = 3_600_000
const now = 1_000 * hourMs
const defaultLimits = { perDay: 1, perWeek: 3 }
let lastSource = 0
/** A contact so many hours ago. */
const contactBefore = (hours: number, fields: Partial<Contact> = {}): Contact => ({
  source: (lastSource += 1),
  at: now - hours * hourMs,
  isNamed: false,
  retryOf: null,
  ...fields,
})

test.each([
  ['nobody called them', [], defaultLimits, null],
  ['called an hour ago', [contactBefore(1)], defaultLimits, { inDay: 1, inWeek: 1, isOverDay: true }],
  ['called 25 hours ago', [contactBefore(25)], defaultLimits, null],
  [
    'called on three days',
    [contactBefore(25), contactBefore(50), contactBefore(100)],
    defaultLimits,
    { inDay: 0, inWeek: 3, isOverDay: false },
  ],
  ['the third call was 8 days ago', [contactBefore(25), contactBefore(50), contactBefore(192)], defaultLimits, null],
  ['two a day are allowed', [contactBefore(1)], { perDay: 2, perWeek: 3 }, null],
  [
    'two a day are allowed, and were made',
    [contactBefore(1), contactBefore(2)],
    { perDay: 2, perWeek: 3 },
    { inDay: 2, inWeek: 2, isOverDay: true },
  ],
  [
    'a batch is calling them, and another rule reports that',
    [contactBefore(0, { isNamed: true })],
    defaultLimits,
    null,
  ],
  [
    'called an hour ago, and a batch is calling them',
    [contactBefore(1), contactBefore(0, { isNamed: true })],
    { perDay: 2, perWeek: 9 },
    { inDay: 2, inWeek: 2, isOverDay: true },
  ],
  ['the batch that did not reach them is retried', [contactBefore(1, { source: 700 })], defaultLimits, null],
  [
    'the people of an unreached batch were called again two days ago',
    [contactBefore(60, { source: 71 }), contactBefore(50, { retryOf: 71 }), contactBefore(40)],
    defaultLimits,
    null,
  ],
  [
    'an unreached batch was retried today',
    [contactBefore(2, { source: 81 }), contactBefore(1, { retryOf: 81 })],
    { perDay: 2, perWeek: 3 },
    null,
  ],
] as const)('finds the excess over the contact limits: %s', (_, contacts, limits, excess) => {
  expect(excessOf(contacts, limits, { now, retriedSource: 700 })).toEqual(excess)
})

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `+1907555${String(100 + from + index).padStart(4, '0')}`)
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`

/** A service whose batches call everybody at once and complete. The test advances the clock. */
async function worldOfQuickBatches() {
  let started = 0
  const total = 5
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: total, status: 'queued', message: 'ok' } }
    }
    if (method === 'POST' && path === '/api/v1/calls/call') return { body: placedCallAnswer }
    return path.includes('/batch-calls/batch_')
      ? { body: { isComplete: true, status: 'completed', completed: total, failed: 0, total } }
      : undefined
  }
  let aheadMs = 0
  const testWorld = await startGatewayWithService(script, {
    store: await openTestStore(),
    clock: { ...clock, now: () => Date.now() + aheadMs },
  })
  const { grace } = testWorld
  let keyCount = 0
  const start = (file: string, fields: Record<string, string> = {}) =>
    grace.post('/gateway/launches', batchForm(file, fields), { key: `start ${(keyCount += 1)}` })
  const check = async (file: string, fields: Record<string, string> = {}) => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm(fields, file))
    return json as unknown as Record<
      'contacted' | 'overLimit',
      { people: number; rows: number[]; by: { people: number }[] }
    >
  }
  return {
    ...testWorld,
    start,
    check,
    /** Starts a batch and waits until it has called everybody. */
    run: async (file: string, fields: Record<string, string> = {}) => {
      const { status } = await start(file, fields)
      const batchId = `batch_${started}`
      await grace.get(`/v1/api/batch-calls/${batchId}/status`)
      await expect.poll(async () => (await check(file)).contacted.people).toBe(0)
      return { status, batchId }
    },
    /** Advances the clock. */
    pass: async (hours: number) => {
      aheadMs += hours * hourMs
      await grace.signInAsDemo()
    },
  }
}

test('refuses people who reached a contact limit until they are left out or a reason is given, which the audit shows', {
  tags: ['R02', 'contact-limits-hold'],
}, async () => {
  const { start, run, check, pass, grace, service } = await worldOfQuickBatches()
  await run(csv(numbers(5)))
  const longerFile = csv(numbers(2, 50), numbers(5))
  expect(await check(longerFile)).toMatchObject({
    contacted: { people: 0 },
    overLimit: {
      people: 5,
      overDay: 5,
      rows: [4, 5, 6, 7, 8],
      by: [{ state: 'called', people: 5 }],
      limits: defaultLimits,
    },
  })
  const refused = await start(longerFile)
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'over_limit', sent: 'no' } } })
  expect(refused.json.error.message).toMatch(
    /^5 of these 7 people were called in the last 24 hours \(limit 1\)\. They were called by the batch Renewals, which Grace Okafor started \d+ s ago\. Nothing was sent\./,
  )
  // A reason for four people does not cover five, and a count alone is no reason.
  const overLimitReason = 'They asked for it.'
  expect((await start(longerFile, { overLimitReason, overLimitPeople: '4' })).status).toBe(409)
  expect((await start(longerFile, { overLimitPeople: '5' })).status).toBe(409)
  expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
  expect((await start(csv(numbers(2, 50)))).status).toBe(200)
  expect(
    (await start(longerFile, { agentId: 'agent2', callAgain: '2', overLimitReason, overLimitPeople: '5' })).status,
  ).toBe(200)
  const { entries } = (await grace.get('/gateway/history')).json as unknown as { entries: { reason: string | null }[] }
  expect(entries.map(({ reason }) => reason)).toContain('5 people over the contact limits: They asked for it.')
  await pass(25)
  expect((await check(csv(numbers(5)))).overLimit.people).toBe(0)
})

test('applies the limits of the workspace, also to calls of earlier days', async () => {
  const { run, check, pass, start, grace } = await worldOfQuickBatches()
  await grace.request('PUT', '/gateway/calling-rules', { body: { limits: { perDay: 2, perWeek: 3 } } })
  const file = csv(numbers(5))
  for (const agentId of ['agent1', 'agent2']) expect((await run(file, { agentId })).status).toBe(200)
  expect((await check(file)).overLimit).toMatchObject({ people: 5, overDay: 5 })
  await pass(30)
  expect((await check(file)).overLimit.people).toBe(0)
  await run(file, { agentId: 'agent3' })
  expect((await check(file)).overLimit).toMatchObject({ people: 5, overDay: 0 })
  expect((await start(file, { agentId: 'agent4' })).json.error.message).toContain(
    'All 5 people were called 3 times in the last 7 days (limit 3).',
  )
  await pass(24 * 8)
  expect((await check(file)).overLimit.people).toBe(0)
})

test('counts a batch and its retry of unreached people as one call', async () => {
  const { run, check, start, pass } = await worldOfQuickBatches()
  const file = csv(numbers(5))
  const { batchId } = await run(file)
  const failedFile = csv(numbers(2))
  expect((await start(failedFile)).status).toBe(409)
  const retry = { originId: batchId, originCalls: 'failed' }
  expect((await check(failedFile, retry)).overLimit.people).toBe(0)
  expect((await run(failedFile, retry)).status).toBe(200)
  // The people of both batches count as called once, and so do the people of the first batch only.
  for (let day = 0; day < 2; day += 1) {
    await pass(25)
    expect((await run(file)).status).toBe(200)
  }
  await pass(25)
  expect((await check(file)).overLimit.people).toBe(5)
})

test('a single call over the limit only needs a confirmation', async () => {
  const { run, pass, grace } = await worldOfQuickBatches()
  const { toNumber } = callRequest
  const file = csv([toNumber])
  for (let day = 0; day < 3; day += 1) {
    await run(file)
    await pass(25)
  }
  const warned = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
  expect(warned).toMatchObject({
    status: 409,
    json: {
      error: {
        code: 'called_before',
        message:
          'This number was called 3 times in the last 7 days. No call was placed now. You can choose to call anyway.',
      },
    },
  })
  expect((await grace.post('/gateway/calls', { ...callRequest, again: true }, { key: 'k2' })).status).toBe(200)
})
