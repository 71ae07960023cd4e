import { describe, expect, test } from 'vitest'
import type { Found, Person } from '#contract/index.ts'
import { postDecision, readLatestDecision, readQueue, scriptDrafts } from '../testing/review.ts'
import {
  acceptBatches,
  batchForm,
  callRequest,
  createTestClock,
  type openBrowser,
  placedCallAnswer,
  preparedBatchPath,
  readPreparedBatches,
  startGatewayWithService,
} from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const number = callRequest.toNumber

async function openWorld() {
  const scriptedDrafts = scriptDrafts(3)
  Object.assign(scriptedDrafts.customer('c1'), { phone: number.replace(/^\+1/, '+1 '), email: 'ava@example.com' })
  Object.assign(scriptedDrafts.customer('c2'), { phone: null, email: 'Ava@Example.com' })
  scriptedDrafts.customer('c3').phone = '+442079460958'
  const made = await startGatewayWithService(
    (received) =>
      scriptedDrafts.script(received) ??
      acceptBatches(received) ??
      (received.path === '/api/v1/calls/call' ? { body: placedCallAnswer } : undefined),
  )
  const priya = await made.browser().signInAsDemo('ready-reviewer')
  await readQueue(priya)
  return { ...made, priya }
}
const find = async (person: Browser, address: string) => (await person.post('/gateway/people', { address })).json
const show = async (person: Browser, address: string, workspace?: string) =>
  (
    await person.get(`/gateway/people/${String((await find(person, address)).personId)}`, {
      ...(workspace && { headers: { 'x-workspace-id': workspace } }),
    })
  ).json as unknown as Person
const kinds = ({ entries }: Person) => entries.map(({ kind }) => kind)

describe('a person', () => {
  test('has calls, messages, decisions, batches and the do-not-call entry in one timeline, without a request', async () => {
    const { grace, priya, service } = await openWorld()
    await postDecision(priya, { action: 'Reject' })
    await expect.poll(async () => (await readLatestDecision(priya))?.state).toBe('done')
    const started = await grace.post('/gateway/launches', batchForm(`phone_number\n${number}\n`), { key: 'start' })
    expect(started.status).toBe(200)
    expect((await grace.post('/gateway/calls', { ...callRequest, again: true }, { key: 'call' })).status).toBe(200)
    await grace.post('/gateway/do-not-call', { number, reason: 'Asked not to be called' })
    const before = service.received.length
    const person = await show(grace, number)
    expect(service.received).toHaveLength(before)
    expect(person).toMatchObject({
      phone: number,
      email: null,
      name: 'Customer 1',
      conversationIds: ['c1'],
      hasMore: false,
    })
    expect(new Set(kinds(person))).toEqual(new Set(['do-not-call', 'batch', 'call', 'decision', 'message']))
    expect(person.entries).toContainEqual(
      expect.objectContaining({ kind: 'call', roomName: placedCallAnswer.roomName, operator: 'Grace Okafor' }),
    )
    expect(person.entries).toContainEqual(
      expect.objectContaining({
        kind: 'decision',
        action: 'Reject',
        conversationId: 'c1',
        operator: 'Priya Raman',
        state: 'done',
      }),
    )
    expect(person.entries).toContainEqual(expect.objectContaining({ kind: 'batch', state: 'started' }))
    const times = person.entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    // One call is one entry, although it was placed by hand and is on the wall.
    expect(kinds(person).filter((kind) => kind === 'call')).toHaveLength(1)
  })

  test('is in a batch that has ended once its end was read', async () => {
    let isComplete = false
    const clock = createTestClock()
    const { grace } = await startGatewayWithService(
      (received) =>
        received.path === '/v1/api/batch-calls/batch_1/status'
          ? {
              body: { status: isComplete ? 'completed' : 'processing', isComplete, total: 1, waiting: 0, completed: 1 },
            }
          : acceptBatches(received),
      { clock },
    )
    await grace.post('/gateway/launches', batchForm(`phone_number\n${number}\n`), { key: 'start' })
    const ends = async () =>
      (await show(grace, number)).entries.flatMap((entry) => (entry.kind === 'batch' ? entry.hasEnded : []))
    expect(await ends()).toEqual([false])
    isComplete = true
    clock.advance(60_000)
    await grace.get('/v1/api/batch-calls/batch_1/status')
    await expect.poll(ends).toEqual([true])
  })

  test.each(['start', 'discard'])('has no held-back batch once its people do not wait any more: %s', async (end) => {
    const { grace } = await openWorld()
    const numbers = Array.from({ length: 11 }, (_, index) => `+1907555${String(2_000 + index)}`)
    const csv = `phone_number\n${numbers.join('\n')}\n`
    await grace.post('/gateway/launches', batchForm(csv, { first: '10' }), { key: 'k1' })
    const states = async () =>
      (await show(grace, numbers[10] ?? '')).entries.flatMap((entry) => (entry.kind === 'batch' ? entry.state : []))
    expect(await states()).toEqual(['held_back'])
    const path = preparedBatchPath((await readPreparedBatches(grace))[0])
    const ended = await (end === 'start'
      ? grace.post(`${path}/start`, {}, { key: 'k2' })
      : grace.request('DELETE', path))
    expect(ended.status).toBe(200)
    expect(await states()).toEqual(end === 'start' ? ['started'] : [])
    // Nobody is named as waiting there.
    const again = await grace.post('/gateway/launches', batchForm(`phone_number\n${numbers[10]}\n`), { key: 'k3' })
    expect(again.status).toBe(end === 'start' ? 409 : 200)
    expect(again.text).not.toMatch(/wait|held/)
  })

  test('is found by the number in any spelling or the e-mail address, and names the other address', async () => {
    const { priya } = await openWorld()
    const spelled = number.replace(/^\+1(\d{3})(\d{3})/, '+1 ($1) $2-')
    expect(await find(priya, spelled)).toEqual(await find(priya, number))
    const byNumber = await show(priya, number)
    expect(byNumber.others).toMatchObject([{ email: 'ava@example.com', phone: null }])
    const byEmail = await show(priya, 'AVA@example.com')
    expect(byEmail.personId).toBe(byNumber.others[0]?.personId)
    expect(byEmail.conversationIds.toSorted()).toEqual(['c1', 'c2'])
  })

  test('of an e-mail address with digits is nobody with this number', async () => {
    const { priya } = await openWorld()
    for (const email of [`${number.slice(2)}@vtext.com`, 'ava.415-555-0134@example.com'])
      expect(await find(priya, email)).toMatchObject({ phone: null, email })
  })

  test('has an address without the number, and nobody has any other address', {
    tags: ['only-addresses-are-people'],
  }, async () => {
    const { priya } = await openWorld()
    const { personId } = await find(priya, number)
    expect(String(personId)).not.toContain(number.slice(-7))
    expect((await priya.get('/gateway/people/c1')).status).toBe(404)
    expect((await priya.post('/gateway/people', { address: 'Ava' })).status).toBe(400)
  })

  test('is found by the search by name, number and e-mail address', async () => {
    const { priya } = await openWorld()
    const search = async (text: string) =>
      ((await priya.post('/gateway/search', { text })).json.found as Found[]).filter(({ kind }) => kind === 'person')
    const person = {
      kind: 'person',
      id: (await find(priya, number)).personId,
      title: 'Customer 1',
      note: `Timeline of ${number}`,
    }
    expect(await search('customer 1')).toEqual([person])
    expect(await search(number.slice(-7))).toEqual([person])
    expect(await search('AVA@example')).toContainEqual(person)
    expect(await search('nobody@example')).toEqual([])
  })

  test('writes words that the search finds, with the place of the message', async () => {
    const { priya } = await openWorld()
    const search = async (text: string) =>
      ((await priya.post('/gateway/search', { text })).json.found as Found[]).filter(({ kind }) => kind !== 'person')
    const conversation = (id: string) => ({ kind: 'conversation', id, note: '“Your visit is on Monday.”' })
    expect(await search('monday visit')).toMatchObject([conversation('c3'), conversation('c2'), conversation('c1')])
    // A name beside a word, and a phrase.
    expect(await search('customer 2 monday')).toMatchObject([conversation('c2')])
    expect(await search('"visit is on"')).toHaveLength(3)
    expect(await search('"is visit"')).toEqual([])
  })

  test.each([
    '+1 415 555 0199',
    '14155550199',
    '0014155550199',
    '011 1 415 555 0199',
    '(+1) 415-555-0199',
    '1-415-555-0199',
    '+1.415.555.0199',
    'tel:+1-415-555-0199',
    '＋１ ４１５ ５５５ ０１９９',
    '"+1 (415) 555 0199"',
  ])('is found by a whole number that nobody has seen, spelled %s', async (text) => {
    const { priya } = await openWorld()
    const [first, ...others] = (await priya.post('/gateway/search', { text })).json.found as Found[]
    expect(first).toMatchObject({ kind: 'person', title: '+14155550199' })
    expect(others).toEqual([])
    expect(await show(priya, text)).toMatchObject({
      personId: first?.id,
      phone: '+14155550199',
      zones: ['America/Los_Angeles'],
      entries: [],
    })
  })

  test('is found by a whole number beside a name or another number, each by its own', async () => {
    const { priya } = await openWorld()
    const found = async (text: string) =>
      ((await priya.post('/gateway/search', { text })).json.found as Found[]).map(({ kind, title }) => [kind, title])
    expect(await found('Ada Moreno, (415) 555-0199')).toEqual([['person', '+14155550199']])
    expect(await found('+1 415 555 0199 / +1 415 555 0198')).toEqual([
      ['person', '+14155550199'],
      ['person', '+14155550198'],
    ])
    expect(await find(priya, 'Ada: +1 415 555 0199')).toMatchObject({ phone: '+14155550199' })
  })

  test('shows nothing of another workspace', async () => {
    const { grace } = await openWorld()
    await grace.post('/gateway/do-not-call', { number, reason: 'Asked not to be called' })
    expect(kinds(await show(grace, number))).toContain('do-not-call')
    expect(await show(grace, number, 'ws_other')).toMatchObject({ name: null, conversationIds: [], entries: [] })
  })
})

describe('the calls of a person in a batch', () => {
  const mexican = '+525512345678'
  const row = (jobId: string, phone_number: string, status: string, more: object = {}) => ({
    jobId,
    phone_number,
    status,
    metadata: {},
    ...more,
  })
  const startTime = Date.parse('2026-11-23T14:30:00Z')
  const talked = row('j1', number, 'completed', { callId: 'c1', roomName: 'r1', startTime, duration: 40 })
  const transcript = [
    { role: 'agent', content: 'Is this Ava?' },
    { role: 'customer', content: 'Yes, but please take me off your list and never call me again.' },
    { role: 'agent', content: 'I will.' },
  ]
  const rows = [
    talked,
    row('j2', '+442079460958', 'waiting', { metadata: { first_name: 'Bo', last_name: 'Marsh' } }),
    row('j3', '+4915123456789', 'cancelled'),
    row('j4', mexican.replace('+52', '+521'), 'failed', { callId: 'c4', startTime, error: 'busy' }),
  ]

  async function openBatch() {
    const progress = { completed: 1, failed: 1, waiting: 1, active: 0, cancelled: 1, total: 8 }
    const { grace } = await startGatewayWithService(({ path }) => {
      if (path === '/v1/api/batch-calls/b1/calls/j1')
        return { body: { ...talked, result: { callId: 'c1', transcript, outcome: '', metadata: {} } } }
      if (path.startsWith('/v1/api/batch-calls/b1/calls'))
        return {
          body: {
            calls: rows,
            pagination: { page: 1, limit: 50, total: 4, totalPages: 1, hasNext: false, hasPrev: false },
            summary: progress,
          },
        }
      if (path === '/v1/api/batch-calls/b1')
        return { body: { id: 'b1', agentId: 'a1', progress, status: 'processing', isComplete: false, totalCalls: 8 } }
      return undefined
    })
    await grace.post('/gateway/batches', { batchId: 'b1' })
    await grace.get('/v1/api/batch-calls/b1/calls?page=1&limit=50')
    await grace.get('/v1/api/batch-calls/b1/calls/j1')
    return grace
  }

  test('have what came of each', async () => {
    const grace = await openBatch()
    const callsOf = async (address: string) =>
      (await show(grace, address)).entries.flatMap((entry) => (entry.kind === 'call' ? entry : []))
    await expect
      .poll(() => callsOf(number))
      .toMatchObject([
        {
          at: startTime,
          roomName: 'r1',
          batchId: 'b1',
          state: 'ended',
          duration: 40,
          result: 'do_not_call',
          resultSource: 'transcript',
        },
      ])
    await expect.poll(() => callsOf('+442079460958')).toMatchObject([{ state: 'waiting', result: null }])
    expect((await show(grace, '+442079460958')).name).toBe('Bo Marsh')
    await expect.poll(() => callsOf('+4915123456789')).toMatchObject([{ state: 'cancelled', result: null }])
    // The same telephone, in its other spelling.
    await expect.poll(() => callsOf(mexican)).toMatchObject([{ state: 'ended', result: 'busy' }])
  })

  test('are none as far as is known, on half of the rows', async () => {
    const grace = await openBatch()
    await expect.poll(async () => (await show(grace, '+19075550199')).rows).toEqual({ all: 8, known: 4 })
  })
})
