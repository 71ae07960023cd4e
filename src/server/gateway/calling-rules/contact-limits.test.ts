import { expect, test } from 'vitest'
import type { Contact } from '../contacts/states.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import { call, csvForm, launch, placed, type Script, world } from '../testing/testing.ts'
import { excessOf } from './contact-limits.ts'

const hour = 3_600_000
const now = 1_000 * hour
const usual = { perDay: 1, perWeek: 3 }
let sources = 0
const ago = (hours: number, more: Partial<Contact> = {}): Contact => ({
  source: (sources += 1),
  at: now - hours * hour,
  isNamed: false,
  retryOf: null,
  ...more,
})

test.each([
  ['nobody called them', [], usual, null],
  ['called an hour ago', [ago(1)], usual, { inDay: 1, inWeek: 1, isOverDay: true }],
  ['called 25 hours ago', [ago(25)], usual, null],
  ['called on three days', [ago(25), ago(50), ago(100)], usual, { inDay: 0, inWeek: 3, isOverDay: false }],
  ['the third call was 8 days ago', [ago(25), ago(50), ago(192)], usual, null],
  ['two a day are allowed', [ago(1)], { perDay: 2, perWeek: 3 }, null],
  [
    'two a day are allowed, and were made',
    [ago(1), ago(2)],
    { perDay: 2, perWeek: 3 },
    { inDay: 2, inWeek: 2, isOverDay: true },
  ],
  ['a batch is calling them, which another rule names', [ago(0, { isNamed: true })], usual, null],
  [
    'called an hour ago, and a batch is calling them',
    [ago(1), ago(0, { isNamed: true })],
    { perDay: 2, perWeek: 9 },
    { inDay: 2, inWeek: 2, isOverDay: true },
  ],
  ['the batch that did not reach them is retried', [ago(1, { source: 700 })], usual, null],
  [
    'a batch retried who was not reached, two days ago',
    [ago(60, { source: 71 }), ago(50, { retryOf: 71 }), ago(40)],
    usual,
    null,
  ],
  ['that retry was today', [ago(2, { source: 81 }), ago(1, { retryOf: 81 })], { perDay: 2, perWeek: 3 }, null],
] as const)('%s', (_, contacts, limits, excess) => {
  expect(excessOf(contacts, limits, { now, retried: 700 })).toEqual(excess)
})

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `+1907555${String(100 + from + at).padStart(4, '0')}`)
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`

/** A service whose batches call everybody at once and complete. The test advances the clock. */
async function quickBatches() {
  let started = 0
  const total = 5
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: total, status: 'queued', message: 'ok' } }
    }
    if (method === 'POST' && path === '/api/v1/calls/call') return { body: placed }
    return path.includes('/batch-calls/batch_')
      ? { body: { isComplete: true, status: 'completed', completed: total, failed: 0, total } }
      : undefined
  }
  let ahead = 0
  const here = await world(script, {
    store: await openTestStore(),
    clock: { ...clock, now: () => Date.now() + ahead },
  })
  const { grace } = here
  let keys = 0
  const start = (file: string, more: Record<string, string> = {}) =>
    grace.post('/gateway/launches', launch(file, more), { key: `start ${(keys += 1)}` })
  const found = async (file: string, more: Record<string, string> = {}) => {
    const { json } = await grace.post('/gateway/launches/recipients', csvForm(more, file))
    return json as unknown as Record<
      'contacted' | 'overLimit',
      { people: number; rows: number[]; by: { people: number }[] }
    >
  }
  return {
    ...here,
    start,
    found,
    /** The batch calls everybody and ends. */
    run: async (file: string, more: Record<string, string> = {}) => {
      const { status } = await start(file, more)
      const batchId = `batch_${started}`
      await grace.get(`/v1/api/batch-calls/${batchId}/status`)
      await expect.poll(async () => (await found(file)).contacted.people).toBe(0)
      return { status, batchId }
    },
    pass: async (hours: number) => {
      ahead += hours * hour
      await grace.land()
    },
  }
}

test('refuses people who reached a contact limit until they are left out or a reason is given, which the audit shows', {
  tags: ['R02', 'contact-limits-hold'],
}, async () => {
  const { start, run, found, pass, grace, service } = await quickBatches()
  await run(csv(numbers(5)))
  const longer = csv(numbers(2, 50), numbers(5))
  expect(await found(longer)).toMatchObject({
    contacted: { people: 0 },
    overLimit: { people: 5, overDay: 5, rows: [4, 5, 6, 7, 8], by: [{ state: 'called', people: 5 }], limits: usual },
  })
  const refused = await start(longer)
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'over_limit', sent: 'no' } } })
  expect(refused.json.error.message).toMatch(
    /^5 of these 7 people were called in the last 24 hours \(limit 1\)\. They were called by the batch Renewals, which Grace Okafor started \d+ s ago\. Nothing was sent\./,
  )
  // A reason for four people does not cover five, and a count alone is no reason.
  const overLimitReason = 'They asked for it.'
  expect((await start(longer, { overLimitReason, overLimitPeople: '4' })).status).toBe(409)
  expect((await start(longer, { overLimitPeople: '5' })).status).toBe(409)
  expect(service.asked('POST', '/v1/api/batch-calls')).toHaveLength(1)
  expect((await start(csv(numbers(2, 50)))).status).toBe(200)
  expect(
    (await start(longer, { agentId: 'agent2', callAgain: '2', overLimitReason, overLimitPeople: '5' })).status,
  ).toBe(200)
  const { entries } = (await grace.get('/gateway/history')).json as unknown as { entries: { reason: string | null }[] }
  expect(entries.map(({ reason }) => reason)).toContain('5 people over the contact limits: They asked for it.')
  await pass(25)
  expect((await found(csv(numbers(5)))).overLimit.people).toBe(0)
})

test('applies the limits of the workspace, also to calls of earlier days', async () => {
  const { run, found, pass, start, grace } = await quickBatches()
  await grace.ask('PUT', '/gateway/calling-rules', { body: { limits: { perDay: 2, perWeek: 3 } } })
  const file = csv(numbers(5))
  for (const agentId of ['agent1', 'agent2']) expect((await run(file, { agentId })).status).toBe(200)
  expect((await found(file)).overLimit).toMatchObject({ people: 5, overDay: 5 })
  await pass(30)
  expect((await found(file)).overLimit.people).toBe(0)
  await run(file, { agentId: 'agent3' })
  expect((await found(file)).overLimit).toMatchObject({ people: 5, overDay: 0 })
  expect((await start(file, { agentId: 'agent4' })).json.error.message).toContain(
    'All 5 people were called 3 times in the last 7 days (limit 3).',
  )
  await pass(24 * 8)
  expect((await found(file)).overLimit.people).toBe(0)
})

test('counts a batch and its retry of unreached people as one call', async () => {
  const { run, found, start, pass } = await quickBatches()
  const file = csv(numbers(5))
  const { batchId } = await run(file)
  const failed = csv(numbers(2))
  expect((await start(failed)).status).toBe(409)
  const retry = { originId: batchId, originCalls: 'failed' }
  expect((await found(failed, retry)).overLimit.people).toBe(0)
  expect((await run(failed, retry)).status).toBe(200)
  // People of both batches and people of the first one only were called once.
  for (let day = 0; day < 2; day += 1) {
    await pass(25)
    expect((await run(file)).status).toBe(200)
  }
  await pass(25)
  expect((await found(file)).overLimit.people).toBe(5)
})

test('only asks for a confirmation of a single call over the limit', async () => {
  const { run, pass, grace } = await quickBatches()
  const { toNumber } = call
  const file = csv([toNumber])
  for (let day = 0; day < 3; day += 1) {
    await run(file)
    await pass(25)
  }
  const warned = await grace.post('/gateway/calls', call, { key: 'k1' })
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
  expect((await grace.post('/gateway/calls', { ...call, again: true }, { key: 'k2' })).status).toBe(200)
})
