import { describe, expect, test } from 'vitest'
import { clock } from '../shared/clock.ts'
import { holdTransactionOf, openTestStore } from '../testing/store.ts'
import {
  batchForm,
  callRequest,
  csvForm,
  placedCallAnswer,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `+1907555${String(100 + from + index).padStart(4, '0')}`)
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`

type Progress = Partial<Record<'waiting' | 'active' | 'completed' | 'failed' | 'cancelled', number>> & {
  status: string
}

/** A service that starts every batch and places every call; `progress` sets the progress of a batch. */
function createService() {
  const progress = new Map<string, Progress>()
  let started = 0
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/api/batch-calls') {
      started += 1
      return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
    }
    if (method === 'POST' && path === '/api/v1/calls/call')
      return { body: { ...placedCallAnswer, callId: `c${path}`, agent: { id: 'agent1', name: 'Nora' } } }
    const batch = progress.get(/\/batch-calls\/(\w+)\//.exec(path)?.[1] ?? '')
    if (!batch) return undefined
    const { status, ...counts } = batch
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { body: { isComplete: status !== 'processing', status, ...counts, total } }
  }
  return { script, progress }
}

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
interface FoundPeople {
  people: number
  rows: number[]
  by: { state: string; batch: { batchId: string | null; name: string } | null; operator: string; people: number }[]
}
interface Check {
  recipients: string
  contacted: FoundPeople
  overLimit: FoundPeople
}
const checkFile = async (person: Person, file: string) =>
  (await person.post('/gateway/launches/recipients', csvForm({}, file))).json as unknown as Check
/** The people whom the rule against repeated calls finds. */
const checkCalledBefore = async (person: Person, file: string) => (await checkFile(person, file)).contacted
/** The people whom any rule finds, and why. The contact limits find people whose calls have ended. */
const checkAllRules = async (person: Person, file: string) => {
  const { contacted, overLimit } = await checkFile(person, file)
  const by = [...contacted.by, ...overLimit.by]
  return { people: contacted.people + overLimit.people, rows: [...contacted.rows, ...overLimit.rows], by }
}
const dialledNumbers = (testWorld: Awaited<ReturnType<typeof startGatewayWithService>>) =>
  testWorld.service.requestsTo('POST', '/v1/api/batch-calls').flatMap(({ body }) => body.match(/\+1907555\d{4}/g) ?? [])
let keyCount = 0
const start = (person: Person, file: string, fields: Record<string, string> = {}) =>
  person.post('/gateway/launches', batchForm(file, fields), { key: `start ${(keyCount += 1)}` })
/** Lets the gateway read the progress of the batch. */
const readBatch = (person: Person, batchId: string) => person.get(`/v1/api/batch-calls/${batchId}/status`)

describe('people who are already called', () => {
  test('are reported before a start of a longer list or with another agent, until they are left out or called on purpose', {
    tags: ['R02', 'called-people-are-named'],
  }, async () => {
    const testWorld = await startGatewayWithService(createService().script)
    const { grace } = testWorld
    expect((await start(grace, csv(numbers(25)))).status).toBe(200)
    const longerFile = csv(numbers(2, 50), numbers(25))
    const findings = await checkCalledBefore(grace, longerFile)
    expect(findings).toMatchObject({
      people: 25,
      by: [{ state: 'running', batch: { batchId: 'batch_1', name: 'Renewals' }, operator: 'Grace Okafor', people: 25 }],
    })
    // The header is row 1, and the two others are rows 2 and 3.
    expect(findings.rows).toEqual(Array.from({ length: 25 }, (_, index) => index + 4))

    for (const agentId of ['agent1', 'agent2']) {
      const refused = await start(grace, longerFile, { agentId })
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^25 of these 27 people are in the running batch Renewals, which Grace Okafor started \d+ s ago\. Nothing was sent\./,
      )
    }
    expect(dialledNumbers(testWorld)).toHaveLength(25)
    // Agreeing to 24 people does not cover 25. Without them, the others are called.
    expect((await start(grace, longerFile, { callAgain: '24' })).status).toBe(409)
    expect((await start(grace, csv(numbers(2, 50)))).status).toBe(200)
    expect((await start(grace, longerFile, { callAgain: '27', agentId: 'agent2' })).status).toBe(200)
    expect(dialledNumbers(testWorld)).toHaveLength(25 + 2 + 27)
  })

  test('are found in the transaction of the start: the second of two simultaneous overlapping starts is refused', {
    tags: ['R02', 'called-people-are-named-in-the-record'],
  }, async () => {
    const store = await openTestStore()
    const testWorld = await startGatewayWithService(createService().script, { store })
    const { grace, browser } = testWorld
    const tomas = await browser().signInAsDemo('ready-campaign-manager')
    await grace.get('/gateway/batches')
    const startBatch = () => start(grace, csv(numbers(25)))
    const { answer: late, reached, release } = holdTransactionOf(store, startBatch)
    await reached
    expect((await start(tomas, csv(numbers(2, 50), numbers(25)), { agentId: 'agent2' })).status).toBe(200)
    release()
    const refused = await late
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    expect(refused.json.error.message).toContain('All 25 people')
    expect(dialledNumbers(testWorld)).toHaveLength(27)
  })

  test.each([
    ['runs', { status: 'processing', waiting: 2 }, 'running'],
    ['is complete', { status: 'completed', completed: 1, failed: 1 }, 'called'],
    ['was cancelled half way', { status: 'cancelled', completed: 1, cancelled: 1 }, 'unknown'],
    ['was cancelled before anybody was called', { status: 'cancelled', cancelled: 2 }, null],
  ] as const)('are reported with the state of their batch, which %s', async (_, status, state) => {
    const { script, progress } = createService()
    const { grace } = await startGatewayWithService(script)
    await start(grace, csv(numbers(2)))
    progress.set('batch_1', status)
    await readBatch(grace, 'batch_1')
    const findPeopleAndStates = async () => {
      const { by, people } = await checkAllRules(grace, csv(numbers(2)))
      return [people, ...by.map((source) => source.state)]
    }
    await expect.poll(findPeopleAndStates).toEqual(state === null ? [0] : [2, state])
  })

  test('include people of scheduled batches, and held-back people until they are discarded', async () => {
    const { grace } = await startGatewayWithService(createService().script)
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await start(grace, csv(numbers(2)), { scheduledAt: soon })
    const firstTen = await start(grace, csv(numbers(30, 50)), { first: '10' })
    const { by } = await checkCalledBefore(grace, csv(numbers(2), numbers(30, 50)))
    expect(by.map(({ state, people }) => [state, people])).toEqual([
      ['held_back', 20],
      ['running', 10],
      ['scheduled', 2],
    ])
    expect(firstTen.status).toBe(200)
    await grace.request('DELETE', preparedBatchPath((await readPreparedBatches(grace))[0]), { key: 'k' })
    expect((await checkCalledBefore(grace, csv(numbers(30, 50)))).people).toBe(10)
  })

  test('are reported until a day after their batch ended; their hashes are deleted after a year', async () => {
    let aheadMs = 0
    const store = await openTestStore()
    const { script, progress } = createService()
    const { grace } = await startGatewayWithService(script, {
      store,
      clock: { ...clock, now: () => Date.now() + aheadMs },
    })
    await start(grace, csv(numbers(2)))
    // Three days of call-backs.
    aheadMs = 72 * 3_600_000
    await grace.signInAsDemo()
    expect((await checkCalledBefore(grace, csv(numbers(2)))).by).toMatchObject([{ state: 'running' }])
    progress.set('batch_1', { status: 'completed', completed: 2 })
    await readBatch(grace, 'batch_1')
    // Some of them were called days ago, and it is unknown which.
    await expect.poll(() => checkCalledBefore(grace, csv(numbers(2)))).toMatchObject({ by: [{ state: 'unknown' }] })
    aheadMs += 23 * 3_600_000
    await grace.signInAsDemo()
    expect((await checkCalledBefore(grace, csv(numbers(2)))).people).toBe(2)
    aheadMs += 2 * 3_600_000
    await grace.signInAsDemo()
    expect((await checkCalledBefore(grace, csv(numbers(2)))).people).toBe(0)
    const storedHashes = async () => (await store.selectFrom('contacts').select('number').execute()).length
    expect(await storedHashes()).toBe(2)
    aheadMs += 366 * 24 * 3_600_000
    await grace.signInAsDemo()
    await start(grace, csv(numbers(1, 80)))
    await expect.poll(storedHashes).toBe(1)
  })

  test('exclude people of a refused start, and include those of an unknown one until it is settled', async () => {
    const accepting = createService()
    const testWorld = await startGatewayWithService(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { error: { code: 'invalid_request', message: 'No agent.' } } }
        : undefined,
    )
    const { grace } = testWorld
    expect((await start(grace, csv(numbers(3)))).status).toBe(400)
    expect((await checkCalledBefore(grace, csv(numbers(3)))).people).toBe(0)
    testWorld.service.setScript(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const unknown = await start(grace, csv(numbers(3)))
    testWorld.service.setScript(accepting.script)
    expect(await checkCalledBefore(grace, csv(numbers(3)))).toMatchObject({ people: 3, by: [{ state: 'unknown' }] })
    // The unknown start does not block a batch to other people.
    expect((await start(grace, csv(numbers(3, 60)))).status).toBe(200)
    const settlePath = `/gateway/effects/${unknown.json.error.effectId}/settle`
    await grace.post(settlePath, { happened: false, reason: 'Nobody was called.' })
    expect((await checkCalledBefore(grace, csv(numbers(3)))).people).toBe(0)
    expect((await start(grace, csv(numbers(3)))).status).toBe(200)
  })

  test('are stored as hashes that another gateway cannot compute', async () => {
    const hashesOfNewGateway = async () => {
      const store = await openTestStore()
      const { grace } = await startGatewayWithService(createService().script, { store })
      await start(grace, csv(numbers(2)))
      const rows = await store.selectFrom('contacts').select('number').execute()
      return rows.map(({ number }) => number)
    }
    const [hashes, otherHashes] = [await hashesOfNewGateway(), await hashesOfNewGateway()]
    expect(hashes).toHaveLength(2)
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{16}$/)
    expect(otherHashes.some((hash) => hashes.includes(hash))).toBe(false)
  })
})

describe('a single call', () => {
  test('needs a confirmation if a running batch calls the person, and is reported before a later batch', {
    tags: ['R02'],
  }, async () => {
    const testWorld = await startGatewayWithService(createService().script)
    const { grace } = testWorld
    await start(grace, csv(numbers(3)))
    const [toNumber = ''] = numbers(1)
    const warned = await grace.post('/gateway/calls', { ...callRequest, agentId: 'agent2', toNumber }, { key: 'k1' })
    expect(warned).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
    expect(warned.json.error.message).toMatch(
      /^This number is in the running batch Renewals, which Grace Okafor started \d+ s ago\. No call was placed now\. You can choose to call anyway\.$/,
    )
    const again = { ...callRequest, agentId: 'agent2', toNumber, again: true }
    expect((await grace.post('/gateway/calls', again, { key: 'k1' })).status).toBe(200)

    await grace.post('/gateway/calls', callRequest, { key: 'k2' })
    const { by, rows } = await checkAllRules(grace, csv(numbers(1, 90), [callRequest.toNumber]))
    expect(by).toMatchObject([{ state: 'called', batch: null, operator: 'Grace Okafor', people: 1 }])
    expect(rows).toEqual([3])
  })
})

describe('people held back after the first ten', () => {
  test('are not called a second time if somebody else has called them meanwhile', { tags: ['R02'] }, async () => {
    const testWorld = await startGatewayWithService(createService().script)
    const { grace } = testWorld
    await start(grace, csv(numbers(30)), { first: '10' })
    const startPath = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    await start(grace, csv(numbers(5, 20)), { agentId: 'agent2', callAgain: '5' })
    const refused = await grace.post(startPath, {}, { key: 'k1' })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before', fields: { people: '5' } } } })
    expect(dialledNumbers(testWorld)).toHaveLength(15)
    expect((await grace.post(startPath, { leaveOut: true }, { key: 'k2' })).status).toBe(200)
    expect(dialledNumbers(testWorld)).toHaveLength(30)
    expect(new Set(dialledNumbers(testWorld)).size).toBe(30)
  })
})
