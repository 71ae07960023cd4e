/** The do-not-call list, and every way to call or message somebody on it. */
import { describe, expect, test } from 'vitest'
import type { Contract, DoNotCallEntry, ResponseOf } from '#contract/index.ts'
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

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
type Added = ResponseOf<Contract['doNotCallAdd']>

const numberAt = (index: number) => `+1907555${String(100 + index).padStart(4, '0')}`
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => numberAt(from + index))
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`

/** A service that accepts every command. */
function acceptEverything(): Script {
  let started = 0
  return ({ method, path }) => {
    if (method !== 'POST') return undefined
    if (path === '/api/v1/calls/call') return { body: placedCallAnswer }
    if (path.endsWith('/message/generate'))
      return { body: { status: 'success', conversation_id: 'c1', message_id: 'm1', message: 'Hi' } }
    started += 1
    return { body: { batchId: `batch_${started}`, totalCalls: 1, status: 'queued', message: 'ok' } }
  }
}
const sentCommands = ({ service }: Pick<Awaited<ReturnType<typeof startGatewayWithService>>, 'service'>) =>
  service.received.filter(({ method }) => method === 'POST')

const reason = 'Asked not to be called'
const add = async (person: Person, number: string, fields: object = {}) =>
  person.post('/gateway/do-not-call', { number, reason, ...fields })
/** Adds a number and returns the answer. */
const addNumber = async (person: Person, number: string, fields: object = {}) =>
  (await add(person, number, fields)).json as unknown as Added
const search = async (person: Person, number: string) =>
  ((await person.post('/gateway/do-not-call/search', { number })).json as { entry?: DoNotCallEntry | null }).entry
const readList = async (person: Person) =>
  (await person.get('/gateway/do-not-call')).json as unknown as ResponseOf<Contract['doNotCallList']>
let keyCount = 0
const start = (person: Person, file: string, fields: Record<string, string> = {}) =>
  person.post('/gateway/launches', batchForm(file, fields), { key: `start ${(keyCount += 1)}` })

describe('a person on the do-not-call list', () => {
  test('blocks every start until they are left out', {
    tags: ['nobody-on-the-do-not-call-list'],
  }, async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    const { grace } = testWorld
    await addNumber(grace, numberAt(1))
    await addNumber(grace, numberAt(3))
    const file = csv(numbers(5))
    const { doNotCall } = (await grace.post('/gateway/launches/recipients', csvForm({}, file))).json as never as {
      doNotCall: object
    }
    expect(doNotCall).toMatchObject({ people: 2, rows: [3, 5], by: [{ operator: 'Grace Okafor', reason, people: 2 }] })
    for (const fields of [{}, { callAgain: '5' }] as Record<string, string>[]) {
      const refused = await start(grace, file, fields)
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'do_not_call', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^2 of these 5 people are on the do-not-call list: added by Grace Okafor on \d+ \w+ \d{4} \(“Asked not to be called”\)\. Nothing was sent\. Leave them out\.$/,
      )
    }
    expect(sentCommands(testWorld)).toEqual([])
    expect((await start(grace, csv([numberAt(0), numberAt(2), numberAt(4)]))).status).toBe(200)
  })

  test('is not called if the number is written with a national leading zero', {
    tags: ['number-on-the-do-not-call-list'],
  }, async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    await addNumber(testWorld.grace, '+44 20 7183 8750')
    const body = { ...callRequest, toNumber: '+4402071838750', again: true }
    expect(await testWorld.grace.post('/gateway/calls', body, { key: 'k1' })).toMatchObject({
      status: 409,
      json: { error: { code: 'do_not_call' } },
    })
    expect(sentCommands(testWorld)).toEqual([])
  })

  test.each([
    ['+54 9 11 2345-6789', '+541123456789'],
    ['+54 11 2345-6789', '+5491123456789'],
    ['+52 55 1234 5678', '+5215512345678'],
    ['+55 11 98123-4567', '+551181234567'],
  ])('as %s is neither called nor messaged as %s', async (listed, other) => {
    const testWorld = await startGatewayWithService(acceptEverything())
    const { grace } = testWorld
    await addNumber(grace, listed)
    const refused = { status: 409, json: { error: { code: 'do_not_call' } } }
    expect(await start(grace, csv([numberAt(1), other]))).toMatchObject(refused)
    const called = { ...callRequest, toNumber: other, again: true }
    expect(await grace.post('/gateway/calls', called, { key: 'k1' })).toMatchObject(refused)
    const draft = { flowId: 'f1', to: other, autopilot: false }
    const path = '/v1/api/conversations/message/generate'
    expect(await grace.post(path, draft, { key: 'd1' })).toMatchObject(refused)
    expect(sentCommands(testWorld)).toEqual([])
    expect((await start(grace, csv([numberAt(1)]))).status).toBe(200)
  })

  test('is found in the transaction of the start, even if the number was added just before', {
    tags: ['called-people-are-named-in-the-record'],
  }, async () => {
    const store = await openTestStore()
    const testWorld = await startGatewayWithService(acceptEverything(), { store })
    const { grace } = testWorld
    await grace.get('/gateway/batches')
    const startBatch = () => start(grace, csv(numbers(5)))
    const { answer: pendingStart, reached, release } = holdTransactionOf(store, startBatch)
    await reached
    expect((await addNumber(grace, numberAt(1))).isNew).toBe(true)
    release()
    expect(await pendingStart).toMatchObject({ status: 409, json: { error: { code: 'do_not_call' } } })
    expect(sentCommands(testWorld)).toEqual([])
  })

  test('is left out when held-back people are started', async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    const { grace } = testWorld
    await start(grace, csv(numbers(30)), { first: '10' })
    const path = `${preparedBatchPath((await readPreparedBatches(grace))[0])}/start`
    expect((await addNumber(grace, numberAt(20))).batches).toMatchObject([
      { state: 'held_back', batch: { name: 'Renewals' } },
    ])
    const startPrepared = (body: object) => grace.post(path, body, { key: `rest ${(keyCount += 1)}` })
    expect(await startPrepared({ callAgain: 30 })).toMatchObject({
      status: 409,
      json: { error: { code: 'do_not_call' } },
    })
    expect((await startPrepared({ leaveOut: true })).status).toBe(200)
    const sent = sentCommands(testWorld)
      .at(-1)
      ?.body.match(/\+1907555\d{4}/g)
    expect(sent).toHaveLength(19)
    expect(sent).not.toContain(numberAt(20))
  })

  test('cannot be called by a single call, even on purpose', { tags: ['number-on-the-do-not-call-list'] }, async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    const { grace } = testWorld
    await addNumber(grace, callRequest.toNumber)
    for (const again of [false, true]) {
      const refused = await grace.post('/gateway/calls', { ...callRequest, again }, { key: `call ${again}` })
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'do_not_call', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(
        /^This number is on the do-not-call list, added by Grace Okafor on .* \(“Asked not to be called”\)\. Nobody was called\.$/,
      )
    }
    expect(sentCommands(testWorld)).toEqual([])
  })

  test('cannot be sent a draft, however the number is written', {
    tags: ['no-draft-to-the-do-not-call-list'],
  }, async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    const { grace } = testWorld
    const draft = (to: string) =>
      grace.post(
        '/v1/api/conversations/message/generate',
        { flowId: 'f1', to, autopilot: false },
        { key: `draft ${to}` },
      )
    await addNumber(grace, '+14155550134')
    for (const to of ['+14155550134', '+1 (415) 555-0134', '14155550134']) {
      const refused = await draft(to)
      expect(refused).toMatchObject({ status: 409, json: { error: { code: 'do_not_call', sent: 'no' } } })
      expect(refused.json.error.message).toMatch(/added by Grace Okafor on .* Nothing was drafted or sent\.$/)
    }
    expect(sentCommands(testWorld)).toEqual([])
    expect((await draft('ada@example.com')).status).toBe(200)
  })

  test('is checked only for valid recipients: a draft needs a number or an e-mail address', {
    tags: ['draft-to-number-or-address'],
  }, async () => {
    const testWorld = await startGatewayWithService(acceptEverything())
    for (const to of ['ask her', '12', '@']) {
      const body = { flowId: 'f1', to, autopilot: false }
      const refused = await testWorld.grace.post('/v1/api/conversations/message/generate', body, { key: `draft ${to}` })
      expect(refused).toMatchObject({ status: 400, json: { error: { code: 'invalid_recipient', sent: 'no' } } })
    }
    expect(sentCommands(testWorld)).toEqual([])
  })

  test('is protected in the entry’s workspace, until the end date', async () => {
    let aheadMs = 0
    const { grace } = await startGatewayWithService(acceptEverything(), {
      clock: { ...clock, now: () => Date.now() + aheadMs },
    })
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await addNumber(grace, callRequest.toNumber, { until: soon })
    const otherWorkspace = { headers: { 'x-workspace-id': 'ws_other' } }
    expect(
      (await grace.post('/gateway/do-not-call/search', { number: callRequest.toNumber }, otherWorkspace)).json,
    ).toEqual({
      entry: null,
    })
    expect((await grace.post('/gateway/calls', callRequest, { key: 'k1' })).json.error.code).toBe('do_not_call')
    aheadMs = 2 * 3_600_000
    await grace.signInAsDemo()
    expect(await search(grace, callRequest.toNumber)).toBe(null)
    expect((await readList(grace)).entries).toMatchObject([{ until: Date.parse(soon) }])
    expect((await grace.post('/gateway/calls', callRequest, { key: 'k2' })).status).toBe(200)
  })
})

describe('the do-not-call list', () => {
  test('shows who added a number, when, why and from where, and stores no number', {
    tags: ['only-numbers-are-listed'],
  }, async () => {
    const store = await openTestStore()
    const { grace, browser } = await startGatewayWithService(acceptEverything(), { store })
    const support = await browser().signInAsDemo('ready-support')
    const { entry } = await addNumber(support, '+1 (907) 555-0101', {
      reason: 'Said no on the phone, call back +1 907 555 0101 never',
      source: { kind: 'call', id: 'room1' },
    })
    expect(entry).toMatchObject({
      lastTwo: '01',
      reason: 'Said no on the phone, call back ••• never',
      source: { kind: 'call', id: 'room1' },
      until: null,
    })
    expect(await add(support, '907 555 01')).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid_request' } },
    })
    expect(await search(grace, '+1.907.555.0101')).toEqual(entry)
    expect(await search(grace, numberAt(2))).toBe(null)
    expect(await addNumber(grace, numberAt(1))).toMatchObject({ isNew: false, entry: { operator: entry.operator } })
    expect(await readList(grace)).toMatchObject({ entries: [entry], pagination: { total: 1 } })
    const tables = ['do_not_call', 'do_not_call_additions', 'effects', 'history'] as const
    const storedRows = await Promise.all(tables.map((table) => store.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(storedRows)).not.toMatch(/907\D*555\D*0101/)
  })

  test('keeps the entry that lasts longer, and refuses an end date in the past', {
    tags: ['end-date-is-ahead'],
  }, async () => {
    const { grace } = await startGatewayWithService(acceptEverything())
    const until = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await addNumber(grace, numberAt(1), { until: until(2) })
    expect((await addNumber(grace, numberAt(1), { until: until(1), reason: 'Shorter' })).entry.reason).toBe(reason)
    expect((await addNumber(grace, numberAt(1), { reason: 'For good' })).entry).toMatchObject({
      until: null,
      reason: 'For good',
    })
    expect((await addNumber(grace, numberAt(1), { until: until(9) })).entry.until).toBe(null)
    expect((await readList(grace)).pagination.total).toBe(1)
    expect(await add(grace, numberAt(2), { until: until(-1) })).toMatchObject({ status: 400 })
  })

  test('finds the entry of a telephone in its other spelling', async () => {
    const { grace } = await startGatewayWithService(acceptEverything())
    const { entry } = await addNumber(grace, '+54 9 11 2345-6789')
    expect(await search(grace, '+54 11 2345-6789')).toEqual(entry)
  })

  test('names the running and scheduled batches that include an added number', async () => {
    const { grace } = await startGatewayWithService(acceptEverything())
    await start(grace, csv(numbers(3)))
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    await start(grace, csv([numberAt(1), numberAt(7)]), { scheduledAt: soon, callAgain: '1' })
    const { batches } = await addNumber(grace, numberAt(1))
    expect(batches.map(({ state, batch }) => [state, batch?.batchId])).toEqual([
      ['scheduled', 'batch_2'],
      ['running', 'batch_1'],
    ])
    expect((await addNumber(grace, numberAt(9))).batches).toEqual([])
  })

  test('removes an entry, and restores it unchanged within a day', async () => {
    let aheadMs = 0
    const { grace } = await startGatewayWithService(acceptEverything(), {
      clock: { ...clock, now: () => Date.now() + aheadMs },
    })
    const { entry } = await addNumber(grace, numberAt(1))
    const path = `/gateway/do-not-call/${entry.entryId}`
    const remove = () => grace.request('DELETE', path)
    expect(await remove()).toMatchObject({ status: 200, json: { entryId: entry.entryId } })
    expect(await search(grace, numberAt(1))).toBe(null)
    expect((await start(grace, csv([numberAt(1)]))).status).toBe(200)
    expect((await remove()).status).toBe(404)
    aheadMs = 23 * 3_600_000
    await grace.signInAsDemo()
    expect((await grace.post(`${path}/restore`)).json).toEqual(entry)
    expect(await search(grace, numberAt(1))).toEqual(entry)
    await remove()
    aheadMs += 25 * 3_600_000
    await grace.signInAsDemo()
    const { entry: second } = await addNumber(grace, numberAt(2))
    await grace.request('DELETE', `/gateway/do-not-call/${second.entryId}`)
    expect((await grace.post(`${path}/restore`)).status).toBe(404)
    const { effects } = (await grace.get('/gateway/effects?limit=100')).json as unknown as {
      effects: { endpoint: string }[]
    }
    const recordedEndpoints = effects.map(({ endpoint }) => endpoint).filter((name) => name.startsWith('doNotCall'))
    expect(recordedEndpoints.toReversed()).toEqual(
      ['Add', 'Remove', 'Restore', 'Remove', 'Add', 'Remove'].map((action) => `doNotCall${action}`),
    )
  })

  test('lets operators of any role undo their own additions for an hour, and nothing else', {
    tags: ['only-own-additions-are-taken-back'],
  }, async () => {
    let aheadMs = 0
    const { grace, browser } = await startGatewayWithService(acceptEverything(), {
      clock: { ...clock, now: () => Date.now() + aheadMs },
    })
    const takeBack = (person: Person, id: string | null) =>
      person.post(`/gateway/do-not-call/additions/${id}/take-back`)
    for (const operatorId of ['ready-support', 'ready-reviewer']) {
      const person = await browser().signInAsDemo(operatorId)
      const { additionId } = await addNumber(person, numberAt(1))
      expect(await takeBack(grace, additionId)).toMatchObject({ status: 404 })
      expect(await search(grace, numberAt(1))).not.toBe(null)
      expect((await addNumber(grace, numberAt(1))).additionId).toBe(null)
      expect((await takeBack(person, additionId)).json).toEqual({ removed: 1, kept: 0 })
      expect(await search(grace, numberAt(1))).toBe(null)
    }
    // Undoing restores the entry that was there before.
    const until = new Date(Date.now() + 24 * 3_600_000).toISOString()
    const { entry } = await addNumber(grace, numberAt(2), { until, reason: 'Until tomorrow' })
    const file = csv(numbers(1200))
    const importAnswer = await grace.post('/gateway/do-not-call/import', csvForm({ reason }, file))
    const { additionId } = importAnswer.json as unknown as ResponseOf<Contract['doNotCallImport']>
    expect(await search(grace, numberAt(2))).toMatchObject({ until: null, reason })
    expect((await takeBack(grace, additionId)).json).toEqual({ removed: 1199, kept: 1 })
    expect(await search(grace, numberAt(2))).toEqual(entry)
    expect((await readList(grace)).pagination.total).toBe(1)
    const third = await addNumber(grace, numberAt(3))
    aheadMs = 61 * 60_000
    await grace.signInAsDemo()
    expect(await takeBack(grace, third.additionId)).toMatchObject({ status: 404 })
    expect(await search(grace, numberAt(3))).not.toBe(null)
  })

  test('lets everybody add and search; only campaign managers and administrators remove, import and export', async () => {
    const { browser } = await startGatewayWithService(acceptEverything())
    for (const [operatorId, status] of [
      ['ready-support', 403],
      ['ready-reviewer', 403],
      ['ready-campaign-manager', 200],
    ] as const) {
      const person = await browser().signInAsDemo(operatorId)
      const { entry } = await addNumber(person, numberAt(5))
      expect((await person.post('/gateway/do-not-call/import', csvForm({ reason }, csv(numbers(1))))).status).toBe(
        status,
      )
      expect((await person.post('/gateway/do-not-call/export')).status).toBe(status)
      expect((await person.request('DELETE', `/gateway/do-not-call/${entry.entryId}`)).status).toBe(status)
    }
  })
})
