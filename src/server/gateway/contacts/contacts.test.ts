import { describe, expect, test } from 'vitest'
import { clock } from '../shared/clock.ts'
import { holdNextRecord, openTestStore } from '../testing/store.ts'
import { call, csvForm, launch, placed, preparedOf, preparedPath, type Script, world } from '../testing/testing.ts'

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `+1907555${String(100 + from + at).padStart(4, '0')}`)
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`

type Progress = Partial<Record<'waiting' | 'active' | 'completed' | 'failed' | 'cancelled', number>> & {
  status: string
}

/** A service that starts every batch and places every call; `progress` sets the progress of a batch. */
function service() {
  const progress = new Map<string, Progress>()
  let started = 0
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    if (method === 'POST' && path === '/api/v1/calls/call')
      return { body: { ...placed, callId: `c${path}`, agent: { id: 'agent1', name: 'Nora' } } }
    const batch = progress.get(/\/batch-calls\/(\w+)\//.exec(path)?.[1] ?? '')
    if (!batch) return undefined
    const { status, ...counts } = batch
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { body: { isComplete: status !== 'processing', status, ...counts, total } }
  }
  return { script, progress }
}

type Person = Awaited<ReturnType<typeof world>>['grace']
interface Named {
  people: number
  rows: number[]
  by: { state: string; batch: { batchId: string | null; name: string } | null; operator: string; people: number }[]
}
interface Check {
  recipients: string
  contacted: Named
  overLimit: Named
}
const checkAll = async (person: Person, file: string) =>
  (await person.post('/gateway/launches/recipients', csvForm({}, file))).json as unknown as Check
const check = async (person: Person, file: string) => (await checkAll(person, file)).contacted
/** The people whom any rule names, and why. People who were already called are named by the contact limits. */
const named = async (person: Person, file: string) => {
  const { contacted, overLimit } = await checkAll(person, file)
  const by = [...contacted.by, ...overLimit.by]
  return { people: contacted.people + overLimit.people, rows: [...contacted.rows, ...overLimit.rows], by }
}
const dialledNumbers = (one: Awaited<ReturnType<typeof world>>) =>
  one.service.asked('POST', '/v1/api/batch-calls').flatMap(({ body }) => body.match(/\+1907555\d{4}/g) ?? [])
let keys = 0
const start = (person: Person, file: string, more: Record<string, string> = {}) =>
  person.post('/gateway/launches', launch(file, more), { key: `start ${(keys += 1)}` })
/** Lets the gateway read the progress of the batch. */
const readBatch = (person: Person, batchId: string) => person.get(`/v1/api/batch-calls/${batchId}/status`)

describe('people who are already called', () => {
  test('are named before a start of a longer list or with another agent, until they are left out or called on purpose', {
    tags: ['R02', 'called-people-are-named'],
  }, async () => {
    const here = await world(service().script)
    const { grace } = here
    expect((await start(grace, csv(numbers(25)))).status).toBe(200)
    const longer = csv(numbers(2, 50), numbers(25))
    const found = await check(grace, longer)
    expect(found).toMatchObject({
      people: 25,
      by: [{ state: 'running', batch: { batchId: 'batch_1', name: 'Renewals' }, operator: 'Grace Okafor', people: 25 }],
    })
    // The header is row 1, and the two others are rows 2 and 3.
    expect(found.rows).toEqual(Array.from({ length: 25 }, (_, at) => at + 4))

    for (const agentId of ['agent1', 'agent2']) {
      const refused = await start(grace, longer, { agentId })
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^25 of these 27 people are in the running batch Renewals, which Grace Okafor started \d+ s ago\. Nothing was sent\./,
      )
    }
    expect(dialledNumbers(here)).toHaveLength(25)
    // Agreeing to 24 people does not cover 25. Without them, the others are called.
    expect((await start(grace, longer, { callAgain: '24' })).status).toBe(409)
    expect((await start(grace, csv(numbers(2, 50)))).status).toBe(200)
    expect((await start(grace, longer, { callAgain: '27', agentId: 'agent2' })).status).toBe(200)
    expect(dialledNumbers(here)).toHaveLength(25 + 2 + 27)
  })

  test('are found in the transaction of the start: the second of two simultaneous overlapping starts is refused', {
    tags: ['R02', 'called-people-are-named-in-the-record'],
  }, async () => {
    const store = await openTestStore()
    const here = await world(service().script, { store })
    const { grace, browser } = here
    const tomas = await browser().land('ready-campaign-manager')
    await grace.get('/gateway/batches')
    const { reached, release } = holdNextRecord(store)
    const late = start(grace, csv(numbers(25)))
    await reached
    expect((await start(tomas, csv(numbers(2, 50), numbers(25)), { agentId: 'agent2' })).status).toBe(200)
    release()
    const refused = await late
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    expect(refused.json.error.message).toContain('All 25 people')
    expect(dialledNumbers(here)).toHaveLength(27)
  })

  test.each([
    ['runs', { status: 'processing', waiting: 2 }, 'running'],
    ['is complete', { status: 'completed', completed: 1, failed: 1 }, 'called'],
    ['was cancelled half way', { status: 'cancelled', completed: 1, cancelled: 1 }, 'unknown'],
    ['was cancelled before anybody was called', { status: 'cancelled', cancelled: 2 }, null],
  ] as const)('are named by the state of their batch, which %s', async (_, status, state) => {
    const { script, progress } = service()
    const { grace } = await world(script)
    await start(grace, csv(numbers(2)))
    progress.set('batch_1', status)
    await readBatch(grace, 'batch_1')
    const found = async () => {
      const { by, people } = await named(grace, csv(numbers(2)))
      return [people, ...by.map((one) => one.state)]
    }
    await expect.poll(found).toEqual(state === null ? [0] : [2, state])
  })

  test('include people of scheduled batches, and held-back people until they are discarded', async () => {
    const { grace } = await world(service().script)
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await start(grace, csv(numbers(2)), { scheduledAt: soon })
    const asked = await start(grace, csv(numbers(30, 50)), { first: '10' })
    const { by } = await check(grace, csv(numbers(2), numbers(30, 50)))
    expect(by.map(({ state, people }) => [state, people])).toEqual([
      ['held_back', 20],
      ['running', 10],
      ['scheduled', 2],
    ])
    expect(asked.status).toBe(200)
    await grace.ask('DELETE', preparedPath((await preparedOf(grace))[0]), { key: 'k' })
    expect((await check(grace, csv(numbers(30, 50)))).people).toBe(10)
  })

  test('are named until a day after their batch ended; their hashes are deleted after a year', async () => {
    let ahead = 0
    const store = await openTestStore()
    const { script, progress } = service()
    const { grace } = await world(script, { store, clock: { ...clock, now: () => Date.now() + ahead } })
    await start(grace, csv(numbers(2)))
    // Three days of call-backs.
    ahead = 72 * 3_600_000
    await grace.land()
    expect((await check(grace, csv(numbers(2)))).by).toMatchObject([{ state: 'running' }])
    progress.set('batch_1', { status: 'completed', completed: 2 })
    await readBatch(grace, 'batch_1')
    // Some of them were called days ago, and it is unknown which.
    await expect.poll(() => check(grace, csv(numbers(2)))).toMatchObject({ by: [{ state: 'unknown' }] })
    ahead += 23 * 3_600_000
    await grace.land()
    expect((await check(grace, csv(numbers(2)))).people).toBe(2)
    ahead += 2 * 3_600_000
    await grace.land()
    expect((await check(grace, csv(numbers(2)))).people).toBe(0)
    const storedHashes = async () => (await store.selectFrom('contacts').select('number').execute()).length
    expect(await storedHashes()).toBe(2)
    ahead += 366 * 24 * 3_600_000
    await grace.land()
    await start(grace, csv(numbers(1, 80)))
    await expect.poll(storedHashes).toBe(1)
  })

  test('exclude people of a refused start, and include those of an unknown one until it is settled', async () => {
    const good = service()
    const here = await world(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } }
        : undefined,
    )
    const { grace } = here
    expect((await start(grace, csv(numbers(3)))).status).toBe(400)
    expect((await check(grace, csv(numbers(3)))).people).toBe(0)
    here.service.behave(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const lost = await start(grace, csv(numbers(3)))
    here.service.behave(good.script)
    expect(await check(grace, csv(numbers(3)))).toMatchObject({ people: 3, by: [{ state: 'unknown' }] })
    // It does not block a batch to other people.
    expect((await start(grace, csv(numbers(3, 60)))).status).toBe(200)
    const effect = `/gateway/effects/${lost.json.error.effectId}/settle`
    await grace.post(effect, { happened: false, reason: 'Nobody was called.' })
    expect((await check(grace, csv(numbers(3)))).people).toBe(0)
    expect((await start(grace, csv(numbers(3)))).status).toBe(200)
  })

  test('are stored as hashes that another gateway cannot compute', async () => {
    const hashesOfNewGateway = async () => {
      const store = await openTestStore()
      const { grace } = await world(service().script, { store })
      await start(grace, csv(numbers(2)))
      const rows = await store.selectFrom('contacts').select('number').execute()
      return rows.map(({ number }) => number)
    }
    const [one, other] = [await hashesOfNewGateway(), await hashesOfNewGateway()]
    expect(one).toHaveLength(2)
    for (const hash of one) expect(hash).toMatch(/^[\w-]{16}$/)
    expect(other.some((hash) => one.includes(hash))).toBe(false)
  })
})

describe('single call', () => {
  test('needs a confirmation if a running batch calls the person, and is named before a later batch', {
    tags: ['R02'],
  }, async () => {
    const here = await world(service().script)
    const { grace } = here
    await start(grace, csv(numbers(3)))
    const [toNumber = ''] = numbers(1)
    const warned = await grace.post('/gateway/calls', { ...call, agentId: 'agent2', toNumber }, { key: 'k1' })
    expect(warned).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
    expect(warned.json.error.message).toMatch(
      /^This number is in the running batch Renewals, which Grace Okafor started \d+ s ago\. No call was placed now\. You can choose to call anyway\.$/,
    )
    const again = { ...call, agentId: 'agent2', toNumber, again: true }
    expect((await grace.post('/gateway/calls', again, { key: 'k1' })).status).toBe(200)

    await grace.post('/gateway/calls', call, { key: 'k2' })
    const { by, rows } = await named(grace, csv(numbers(1, 90), [call.toNumber]))
    expect(by).toMatchObject([{ state: 'called', batch: null, operator: 'Grace Okafor', people: 1 }])
    expect(rows).toEqual([3])
  })
})

test('names people called by an earlier version without contacts, also if the outcome is unknown', {
  tags: ['R02'],
}, async () => {
  const store = await openTestStore()
  const before = await world(service().script, { store })
  await before.grace.post('/gateway/calls', call, { key: 'k1' })
  const other = '+14155550177'
  before.service.behave(({ method }) => (method === 'POST' ? 'lost' : undefined))
  await before.grace.post('/gateway/calls', { ...call, toNumber: other }, { key: 'k2' })
  for (const table of ['contacts', 'contact_sources'] as const) await store.deleteFrom(table).execute()

  const { grace } = await world(service().script, { store })
  const { by } = await named(grace, csv([call.toNumber, other]))
  expect(by.map(({ state, people }) => [state, people])).toEqual([
    ['unknown', 1],
    ['called', 1],
  ])
  for (const toNumber of [call.toNumber, other])
    expect(
      await grace.post('/gateway/calls', { ...call, agentId: 'agent2', toNumber }, { key: toNumber }),
    ).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
})

describe('people held back after the first ten', () => {
  test('are not called a second time if somebody else has called them meanwhile', { tags: ['R02'] }, async () => {
    const here = await world(service().script)
    const { grace } = here
    await start(grace, csv(numbers(30)), { first: '10' })
    const at = `${preparedPath((await preparedOf(grace))[0])}/start`
    await start(grace, csv(numbers(5, 20)), { agentId: 'agent2', callAgain: '5' })
    const refused = await grace.post(at, {}, { key: 'k1' })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before', fields: { people: '5' } } } })
    expect(dialledNumbers(here)).toHaveLength(15)
    expect((await grace.post(at, { leaveOut: true }, { key: 'k2' })).status).toBe(200)
    expect(dialledNumbers(here)).toHaveLength(30)
    expect(new Set(dialledNumbers(here)).size).toBe(30)
  })
})
