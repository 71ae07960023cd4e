import { describe, expect, test } from 'vitest'
import {
  acceptBatches,
  batchForm,
  createTestClock,
  csvForm,
  preparedBatchPath,
  readPreparedBatches,
  startGatewayWithService,
} from '../testing/testing.ts'

/** Tuesday: 12:00 in London, 07:00 in New York, 04:00 in Los Angeles, 02:00 in Honolulu. */
const londonNoon = Date.parse('2026-11-24T12:00Z')
const london = '+442071838750'
const newYork = '+12125550134'
const losAngeles = '+13105550135'
const honolulu = '+18085550136'
/** A freephone number, which has no time zone. */
const freephone = '+80012345678'
const csv = (...numbers: string[]) => `phone_number\n${numbers.join('\n')}\n`

async function worldAt(now: number) {
  const clock = createTestClock(now)
  const testWorld = await startGatewayWithService(acceptBatches, {
    clock,
    environment: { CALLING_HOURS: '08:00-20:00 12345' },
  })
  const start = (key: string, numbers: string[], fields: Record<string, string> = {}) =>
    testWorld.grace.post('/gateway/launches', batchForm(csv(...numbers), fields), { key })
  const countStarts = () => testWorld.service.requestsTo('POST', '/v1/api/batch-calls').length
  return { ...testWorld, clock, start, countStarts }
}

interface Effects {
  effects: { endpoint: string; ids: Record<string, string> }[]
}
const refused = { status: 409, json: { error: { code: 'outside_hours', sent: 'no' } } }

describe('a start under calling hours', {
  tags: ['nobody-is-called-outside-hours'],
}, () => {
  test.each<[string, string, string[], Record<string, string>]>([
    ['if it is daytime everywhere', '2026-11-24T17:00Z', [london, newYork, losAngeles], {}],
    ['in the first minute of the hours', '2026-11-24T13:00Z', [london, newYork], {}],
    ['at night if it is scheduled for the day', '2026-11-24T03:00Z', [london], { scheduledAt: '2026-11-24T09:00:00Z' }],
  ])('is sent %s', async (_, now, numbers, fields) => {
    const { start, countStarts } = await worldAt(Date.parse(now))
    expect((await start('k1', numbers, fields)).status).toBe(200)
    expect(countStarts()).toBe(1)
  })

  test.each<[string, string, string[], Record<string, string>, string]>([
    ['on a Sunday', '2026-11-22T17:00Z', [london], {}, 'This person is outside'],
    [
      'if it is too early for one person',
      '2026-11-24T12:00Z',
      [london, newYork],
      {},
      'United States (New York) Tue 07:00',
    ],
    [
      'if it is scheduled for the night',
      '2026-11-24T09:00Z',
      [london],
      { scheduledAt: '2026-11-24T23:00:00Z' },
      'United Kingdom (London) Tue 23:00',
    ],
    [
      'if the time zone of somebody is unknown',
      '2026-11-24T12:00Z',
      [london, freephone],
      {},
      '1 in an unknown time zone',
    ],
  ])('is refused %s, and nothing is sent', async (_, now, numbers, fields, message) => {
    const { start, countStarts } = await worldAt(Date.parse(now))
    const answer = await start('k1', numbers, fields)
    expect(answer).toMatchObject(refused)
    expect(answer.json.error.message).toContain(message)
    expect(answer.json.error.message).toContain('(08:00 to 20:00, Monday to Friday)')
    expect(countStarts()).toBe(0)
  })

  test('is sent outside the hours with a reason, which the audit shows', async () => {
    const { grace, start, countStarts } = await worldAt(londonNoon)
    expect(await start('k1', [london, newYork], { hoursReason: ' ' })).toMatchObject({ status: 400 })
    expect(
      await start('k2', [london, newYork], { hoursReason: 'They asked for calls at 7.', hoursPeople: '1' }),
    ).toMatchObject({
      status: 200,
    })
    expect(countStarts()).toBe(1)
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as Effects
    expect(effects.find(({ endpoint }) => endpoint === 'batchStart')?.ids).toMatchObject({
      hoursReason: 'They asked for calls at 7.',
      hoursPeople: '1',
    })
    const { entries } = (await grace.get('/gateway/history')).json as unknown as {
      entries: { reason: string | null }[]
    }
    expect(entries.map(({ reason }) => reason)).toContain('Outside the calling hours: They asked for calls at 7.')
  })

  test.each([
    ['accepts a reason for as many people', { hoursReason: 'Early birds.', hoursPeople: '2' }, 200],
    ['refuses a reason for fewer people', { hoursReason: 'Early birds.', hoursPeople: '1' }, 409],
    ['refuses a reason without a count', { hoursReason: 'Early birds.' }, 409],
    ['refuses a count without a reason', { hoursPeople: '2' }, 409],
  ])('outside the hours: %s', async (_, fields, status) => {
    const { start } = await worldAt(londonNoon)
    expect((await start('k1', [london, newYork, losAngeles], fields)).status).toBe(status)
  })

  test('applies a change of the rules at once, in its workspace', async () => {
    const { grace, start } = await worldAt(londonNoon)
    expect(await start('k1', [newYork])).toMatchObject(refused)
    const hours = { from: '07:00', until: '20:00', weekdays: [2], closedDays: [] }
    await grace.request('PUT', '/gateway/calling-rules', { body: { hours } })
    expect(await start('k2', [newYork])).toMatchObject({ status: 200 })
    const closedDays = [{ date: '2026-11-24', country: 'US' }]
    await grace.request('PUT', '/gateway/calling-rules', { body: { hours: { ...hours, closedDays } } })
    expect(await start('k3', [losAngeles])).toMatchObject(refused)
  })

  const callBacks = (maxAttempts: number) => ({
    smartCallbackConfig: JSON.stringify({ enabled: true, maxAttempts, gaps: [{ days: 0, hours: 4 }] }),
  })

  test('requests only call-backs that come before the hours end, also for held-back people', {
    tags: ['call-backs-stay-inside-hours'],
  }, async () => {
    const { grace, service, start, clock } = await worldAt(londonNoon)
    const sentMaxAttempts = () =>
      service.requestsTo('POST', '/v1/api/batch-calls').map(({ body }) => /"maxAttempts":(\d+)/.exec(body)?.[1])
    await start('k1', [london], callBacks(4))
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as Effects
    expect(effects[0]?.ids).toMatchObject({ callBacks: '1' })
    await start('k2', [newYork], { ...callBacks(4), hoursReason: 'They asked for it.', hoursPeople: '1' })
    const others = Array.from({ length: 12 }, (_, index) => `+4420718386${60 + index}`)
    await start('k3', others, { ...callBacks(4), first: '10' })
    clock.advance(5 * 3_600_000)
    const path = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    expect(await grace.post(path, {}, { key: 'k4' })).toMatchObject({ status: 200 })
    expect(sentMaxAttempts()).toEqual(['2', '4', '2', undefined])
  })

  test('gets the same answer when it is repeated, also after the hours', async () => {
    const { grace, service, start, countStarts, clock } = await worldAt(londonNoon)
    const first = await start('k1', [london], callBacks(4))
    expect(first.status).toBe(200)
    expect((await start('k1', [london], callBacks(4))).text).toBe(first.text)
    clock.advance(7 * 3_600_000)
    expect((await start('k1', [london], callBacks(4))).text).toBe(first.text)
    expect((await start('k1', [london], callBacks(3))).status).toBe(422)
    expect(countStarts()).toBe(1)

    const others = Array.from({ length: 12 }, (_, index) => `+4420718386${60 + index}`)
    clock.advance(-7 * 3_600_000)
    await start('k2', others, { ...callBacks(4), first: '10' })
    const startPath = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    service.setScript(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const unknown = await grace.post(startPath, {}, { key: 'k3' })
    expect(unknown.json.error.sent).toBe('unknown')
    clock.advance(7 * 3_600_000)
    const { effectId } = unknown.json.error
    expect((await grace.post(startPath, {}, { key: 'k3' })).json.error).toMatchObject({ sent: 'unknown', effectId })
  })

  const others = Array.from({ length: 10 }, (_, index) => `+4420718386${60 + index}`)

  test('uses the batch’s own hours, also for call-backs and held-back people, and records them in the audit', {
    tags: ['batch-has-hours-of-its-own'],
  }, async () => {
    const { grace, service, start } = await worldAt(Date.parse('2026-11-28T12:00Z'))
    expect(await start('k1', [london])).toMatchObject(refused)
    const reason = 'They asked for a Saturday.'
    const hours = JSON.stringify({ from: '10:00', until: '17:30', weekdays: [6], reason })
    expect(await start('k2', [losAngeles], { hours })).toMatchObject({
      ...refused,
      json: { error: { message: expect.stringContaining('(10:00 to 17:30, Saturday)') } },
    })
    const fields = { ...callBacks(4), hours }
    expect((await start('k3', [...others, newYork, london], { ...fields, first: '10' })).status).toBe(200)
    const [waiting] = await readPreparedBatches(grace)
    expect(waiting).toMatchObject({ hours: { from: '10:00', until: '17:30', weekdays: [6], reason } })
    const startPath = `${preparedBatchPath(waiting)}/start`
    expect((await grace.post(startPath, {}, { key: 'k4' })).json.error.message).toMatch(
      /^1 of these 2 .*10:00 to 17:30/,
    )
    expect((await grace.post(startPath, { leaveOut: true }, { key: 'k5' })).status).toBe(200)
    const sentMaxAttempts = service
      .requestsTo('POST', '/v1/api/batch-calls')
      .map(({ body }) => /"maxAttempts":(\d+)/.exec(body)?.[1])
    expect(sentMaxAttempts).toEqual(['2', '2'])

    const { effects } = (await grace.get('/gateway/effects')).json as unknown as Effects
    const starts = effects.filter(({ endpoint }) => endpoint === 'batchStart')
    expect(starts.map(({ ids }) => ids.hours)).toEqual([hours, hours])
    const { entries } = (await grace.get('/gateway/history')).json as unknown as {
      entries: { reason: string | null }[]
    }
    const auditReason = `Calling hours 10:00 to 17:30, Saturday: ${reason}`
    expect(entries.filter((entry) => entry.reason === auditReason)).toHaveLength(2)
  })

  test.each([
    ['no reason', { from: '06:00', until: '20:00', weekdays: [2] }],
    ['an empty reason', { from: '06:00', until: '20:00', weekdays: [2], reason: ' ' }],
    ['no day', { from: '06:00', until: '20:00', weekdays: [], reason: 'Early birds.' }],
    ['an end before the beginning', { from: '20:00', until: '06:00', weekdays: [2], reason: 'Early birds.' }],
    ['an unreadable value', 'whenever'],
  ])('refuses own hours with %s', async (_, hours) => {
    const { start, countStarts } = await worldAt(londonNoon)
    const answer = await start('k1', [london], { hours: typeof hours === 'string' ? hours : JSON.stringify(hours) })
    expect(answer).toMatchObject({ status: 400 })
    expect(countStarts()).toBe(0)
  })

  test('is refused on a closed day, also with hours of its own', async () => {
    const { grace, start } = await worldAt(londonNoon)
    const defaultHours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5] }
    const closedDays = [{ date: '2026-11-24', country: null }]
    await grace.request('PUT', '/gateway/calling-rules', { body: { hours: { ...defaultHours, closedDays } } })
    const hours = JSON.stringify({ from: '06:00', until: '22:00', weekdays: [2], reason: 'Early birds.' })
    expect(await start('k1', [london], { hours })).toMatchObject(refused)
  })

  test('with “First 10” checks the others when they are called', async () => {
    const others = Array.from({ length: 9 }, (_, index) => `+4420718387${60 + index}`)
    const { grace, start, countStarts, clock } = await worldAt(londonNoon)
    const reasonFor = (people: number) => ({ hoursReason: 'Test.', hoursPeople: String(people) })
    const first = await start('k1', [london, ...others, newYork, losAngeles], { first: '10', ...reasonFor(1) })
    expect(first.status).toBe(200)
    const path = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    expect(await grace.post(path, {}, { key: 'k2' })).toMatchObject(refused)
    clock.advance(3_600_000)
    expect((await grace.post(path, {}, { key: 'k3' })).json.error.message).toMatch(/^1 of these 2 people is outside/)
    expect(countStarts()).toBe(1)
    expect(await grace.post(path, { leaveOut: true }, { key: 'k4' })).toMatchObject({ status: 200 })
    expect(countStarts()).toBe(2)
  })

  test('of held-back people needs its own reason', async () => {
    const others = Array.from({ length: 9 }, (_, index) => `+4420718387${60 + index}`)
    const { grace, start } = await worldAt(londonNoon)
    const first = await start('k1', [london, ...others, newYork], { first: '10' })
    expect(first.status).toBe(200)
    const path = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    expect(await grace.post(path, { hoursReason: 'She is awake.' }, { key: 'k2' })).toMatchObject(refused)
    const reason = { hoursReason: 'She is awake.', hoursPeople: 1 }
    expect(await grace.post(path, reason, { key: 'k3' })).toMatchObject({ status: 200 })
  })
})

test('a check of a list reports who is outside the calling hours, where, and when the hours begin', async () => {
  const { grace, countStarts } = await worldAt(londonNoon)
  const numbers = [london, newYork, losAngeles, honolulu, freephone]
  const check = (fields: Record<string, string>) =>
    grace.post('/gateway/launches/recipients', csvForm(fields, csv(...numbers)))
  const findings = await check({})
  expect(findings.json.hours).toEqual({
    hours: { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] },
    at: londonNoon,
    people: 4,
    rows: [3, 4, 5, 6],
    places: [
      { country: 'GB', zones: ['Europe/London'], calls: 1, isInside: true },
      { country: 'US', zones: ['America/New_York'], calls: 1, isInside: false },
      { country: 'US', zones: ['America/Los_Angeles'], calls: 1, isInside: false },
      { country: 'US', zones: ['Pacific/Honolulu'], calls: 1, isInside: false },
      { country: '001', zones: [], calls: 1, isInside: false },
    ],
    opening: { at: Date.parse('2026-11-24T18:00Z'), calls: 4, of: 4 },
    closes: Date.parse('2026-11-24T20:00Z'),
  })
  const later = await check({ scheduledAt: '2026-11-24T18:00:00Z' })
  expect(later.json.hours).toMatchObject({ people: 1, rows: [6], opening: null })
  expect(countStarts()).toBe(0)
})
