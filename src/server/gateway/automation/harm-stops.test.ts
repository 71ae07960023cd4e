/** What becomes of a batch that calls the wrong people, or people who do not want it. */
import { describe, expect, test } from 'vitest'
import type { KnownBatch } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { readCalls, roomOf, type Said, scriptSaid } from '../testing/said-in-batch.ts'
import { openTestStore } from '../testing/store.ts'
import { batchForm, type Script, startGatewayWithService } from '../testing/testing.ts'

const wrong = 'You have the wrong number.'
const optOut = 'Please stop calling me and take me off your list.'
const fine = 'Yes, that works.'
type Here = Awaited<ReturnType<typeof startGatewayWithService>>
const start = ({ grace }: Here, fields: Record<string, string> = {}) =>
  grace.post('/gateway/launches', batchForm(undefined, fields), { key: 'start' })
const correct = ({ grace }: Here, at: number, outcome: string) =>
  grace.request('PUT', `/gateway/call-outcomes/${roomOf(at)}`, { body: { outcome } })
const listed = async ({ grace }: Here) =>
  ((await grace.get('/gateway/batches')).json as unknown as { batches: KnownBatch[] }).batches[0]
const cancels = ({ service }: Here) => service.requestsTo('DELETE', '/v1/api/batch-calls/batch_1').length
const history = async ({ grace }: Here) =>
  ((await grace.get('/gateway/history?endpoint=batchCancel')).json as unknown as { entries: { state: string }[] })
    .entries
const several = (count: number, line: string, seconds?: number): Said[] =>
  Array.from({ length: count }, () => ({ line, ...(seconds !== undefined && { seconds }) }))

describe('a batch that calls the wrong people', () => {
  test('is told by its guesses, and cancelled once when people have confirmed them', {
    tags: ['harm-stop-needs-no-guess', 'R07'],
  }, async () => {
    const here = await startGatewayWithService(
      scriptSaid([...several(2, wrong), { line: optOut }, ...several(2, fine)]).script,
    )
    await start(here, { harm: 'cancel' })
    await readCalls(here.grace, 5)
    const harm = { counted: 5, wrongPerson: 2, askedNotToBeCalled: 1, hungUp: 0 }
    await expect.poll(() => listed(here)).toMatchObject({ stopsForHarm: true, harm: { ...harm, certain: 0 } })
    await correct(here, 0, 'wrong_number')
    await correct(here, 1, 'wrong_number')
    await expect.poll(() => listed(here)).toMatchObject({ harm: { ...harm, certain: 2 }, stopped: null })
    expect(cancels(here)).toBe(0)
    await correct(here, 2, 'do_not_call')
    await expect
      .poll(() => listed(here))
      .toMatchObject({
        stopped: { harm: { ...harm, certain: 3 } },
        progress: { status: 'cancelled', cancelled: 95 },
      })
    expect(await history(here)).toMatchObject([
      {
        operator: 'Switchboard',
        state: 'done',
        reason:
          'Of the first 5 people reached: 2 wrong person, 1 asked not to be called, 0 hung up within 10 s. 3 of them are no guess.',
        steps: [{ state: 'sending' }, { state: 'done' }],
      },
    ])
    // The service reports the batch as running for a while after the cancel.
    await correct(here, 3, 'wrong_number')
    await readCalls(here.grace, 5)
    expect(cancels(here)).toBe(1)
  })

  test('is cancelled without a word of a person if people hang up at once', async () => {
    const here = await startGatewayWithService(scriptSaid(several(3, 'Hello?', 8)).script)
    await start(here, { harm: 'cancel' })
    await readCalls(here.grace, 3)
    await expect.poll(() => cancels(here)).toBe(1)
  })

  test('is not cancelled because of short calls that came to something, or that a machine took', async () => {
    const machine = 'Your call has been forwarded to an automated voice messaging system.'
    const here = await startGatewayWithService(scriptSaid([...several(4, fine, 8), ...several(4, machine, 9)]).script)
    await start(here, { harm: 'cancel' })
    await readCalls(here.grace, 8)
    await correct(here, 0, 'agreed')
    await correct(here, 1, 'talked')
    await expect.poll(() => listed(here)).toMatchObject({ stopsForHarm: true })
    expect((await listed(here))?.harm).toBeUndefined()
    expect(cancels(here)).toBe(0)
  })

  test('is told only, if its start did not choose more, and whoever is not reached counts for nothing', {
    tags: ['harm-stop-is-chosen'],
  }, async () => {
    const answers = [...several(3, wrong), ...several(28, fine)]
    const here = await startGatewayWithService(scriptSaid(answers).script)
    await start(here)
    await readCalls(here.grace, 31)
    for (const at of [0, 1, 2]) await correct(here, at, 'wrong_number')
    await expect.poll(() => listed(here)).toMatchObject({ harm: { counted: 30, wrongPerson: 3, certain: 3 } })
    // A correction takes the alarm back.
    await correct(here, 2, 'mailbox')
    await expect.poll(async () => (await listed(here))?.harm).toBeUndefined()
    expect(cancels(here)).toBe(0)
  })

  test('looks at the first thirty people reached, whatever comes later', async () => {
    const here = await startGatewayWithService(scriptSaid([...several(30, fine), ...several(3, wrong)]).script)
    await start(here, { harm: 'cancel' })
    await readCalls(here.grace, 33)
    for (const at of [30, 31, 32]) await correct(here, at, 'wrong_number')
    await correct(here, 0, 'wrong_number')
    expect((await listed(here))?.harm).toBeUndefined()
    expect(cancels(here)).toBe(0)
  })

  test('is left alone once it has nobody left to call, and cancelled after a restart if it has', {
    tags: ['harm-stop-leaves-ended-batches'],
  }, async () => {
    const store = await openTestStore()
    const { script, world } = scriptSaid(several(3, 'Hello?', 8))
    world.status = 'cancelled'
    const before = await startGatewayWithService(script, { store })
    await start(before, { harm: 'cancel' })
    await readCalls(before.grace, 3)
    await expect.poll(() => listed(before)).toMatchObject({ harm: { hungUp: 3 } })
    await before.gateway.finish()
    expect(cancels(before)).toBe(0)
    world.status = 'processing'
    const here = await startGatewayWithService(script, { store })
    await readCalls(here.grace, 0)
    await correct(here, 0, 'wrong_number')
    await expect.poll(() => cancels(here)).toBe(1)
  })

  test('is cancelled again after a refusal, and never after an unknown outcome', {
    tags: ['breaker-stops-once'],
  }, async () => {
    let ahead = 0
    const passing = { now: () => clock.now() + ahead, steady: () => clock.steady() + ahead }
    const answers: ReturnType<Script>[] = [
      { status: 400, body: { error: { code: 'invalid_state', message: 'Not now.' } } },
      'lost',
    ]
    const { script } = scriptSaid(several(3, 'Hello?', 8), () => answers.shift())
    const here = await startGatewayWithService(script, { clock: passing })
    await start(here, { harm: 'cancel' })
    await readCalls(here.grace, 3)
    const states = async () => (await history(here)).map(({ state }) => state)
    await expect.poll(states).toEqual(['refused'])
    await correct(here, 0, 'wrong_number')
    ahead += 61_000
    await here.grace.signInAsDemo()
    await correct(here, 1, 'wrong_number')
    await expect.poll(states).toEqual(['unknown', 'refused'])
    ahead += 61_000
    await correct(here, 2, 'wrong_number')
    await expect.poll(async () => (await listed(here))?.harm?.certain).toBe(3)
    expect(cancels(here)).toBe(2)
  })

  test('is not cancelled beside a person’s cancel whose outcome is unknown, but once that did not happen', {
    tags: ['breaker-stops-once'],
  }, async () => {
    const answers: ReturnType<Script>[] = ['lost']
    const { script } = scriptSaid(several(3, 'Hello?', 8), () => answers.shift())
    const here = await startGatewayWithService(script)
    await start(here, { harm: 'cancel' })
    await here.grace.request('DELETE', '/v1/api/batch-calls/batch_1', { key: 'by hand' })
    await readCalls(here.grace, 3)
    await expect.poll(() => listed(here)).toMatchObject({ harm: { hungUp: 3 } })
    await correct(here, 0, 'wrong_number')
    await expect.poll(async () => (await listed(here))?.harm?.wrongPerson).toBe(1)
    expect(cancels(here)).toBe(1)
    const { effects } = (await here.grace.get('/gateway/effects?state=unknown')).json as unknown as {
      effects: { id: string }[]
    }
    const settled = await here.grace.post(`/gateway/effects/${effects[0]?.id}/settle`, {
      happened: false,
      reason: 'It goes on.',
    })
    expect(settled.status).toBe(200)
    await correct(here, 1, 'wrong_number')
    await expect.poll(() => cancels(here)).toBe(2)
  })
})
