import { getRequestListener } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import {
  acceptBatches,
  batchForm,
  confirmOwnNumber,
  csvForm,
  type ReceivedRequest,
  recipientsCsv,
  startGatewayWithService,
} from '../testing/testing.ts'

/** The answers that show the fingerprint of a start's recipients. */
interface WithFingerprint {
  effects: { ids: { recipients: string } }[]
  batches: { recipients: string }[]
}

const dayMs = 24 * 3_600_000

describe('a launch', () => {
  test('clicked five times in one tick starts one batch, and every click gets the same answer', {
    tags: ['R01'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => grace.post('/gateway/launches', batchForm(), { key: 'k1' })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      json: { batchId: 'batch_1', totalCalls: 2, effectId: expect.any(String) },
    })
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([
      { batchId: 'batch_1', name: 'Renewals', startedBy: 'Grace Okafor', agentId: 'agent1' },
    ])
  })

  test('of the same recipients by two managers starts one batch; the second manager sees who started it and when', {
    tags: ['R02'],
  }, async () => {
    const { service, grace, browser } = await startGatewayWithService(acceptBatches)
    const tomas = await browser().signInAsDemo('ready-campaign-manager')
    const reordered = 'first_name,phone_number\r\nBo,+14155550135\r\nAda,+14155550134\r\n'
    const [first, second] = await Promise.all([
      grace.post('/gateway/launches', batchForm(), { key: 'k1' }),
      tomas.post('/gateway/launches', batchForm(reordered), { key: 'k2' }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const third = await tomas.post('/gateway/launches', batchForm(reordered), { key: 'k3' })
    expect(third.json.error).toMatchObject({ fields: { batchId: 'batch_1' } })
    expect(third.json.error.message).toMatch(/(Grace Okafor|Tomás Rivera) .*\d+ s ago/)
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
  })

  test('records a keyed fingerprint of its recipients, which is the same for the same people', async () => {
    const readFingerprints = async () => {
      const { grace } = await startGatewayWithService(acceptBatches)
      const reordered = 'phone_number\n+14155550135\n+14155550134\n'
      const checked = await grace.post('/gateway/launches/recipients', csvForm({}, reordered))
      const { recipients } = checked.json as unknown as WithFingerprint['batches'][number]
      await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
      await grace.post('/gateway/launches', batchForm(reordered, { agentId: 'agent2', callAgain: '2' }), { key: 'k2' })
      const { effects } = (await grace.get('/gateway/effects')).json as unknown as WithFingerprint
      const { batches } = (await grace.get('/gateway/batches')).json as unknown as WithFingerprint
      return [recipients, ...effects.map(({ ids }) => ids.recipients), ...batches.map(({ recipients }) => recipients)]
    }
    const [fingerprints, otherFingerprints] = [await readFingerprints(), await readFingerprints()]
    expect(fingerprints).toHaveLength(4)
    expect(new Set(fingerprints).size).toBe(1)
    expect(fingerprints).not.toEqual(otherFingerprints)
  })

  test('of the same recipients can start again after the first is complete, if the manager confirms it', async () => {
    const { service, grace } = await startGatewayWithService((received) =>
      received.path.endsWith('/status')
        ? { body: { status: 'completed', isComplete: true, completed: 2 } }
        : acceptBatches(received),
    )
    await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
    const warned = await grace.post('/gateway/launches', batchForm(), { key: 'k2' })
    expect(warned).toMatchObject({
      status: 409,
      json: { error: { code: 'called_before', fields: { batchId: 'batch_1' } } },
    })
    const again = await grace.post('/gateway/launches', batchForm(recipientsCsv, { callAgain: '2' }), { key: 'k3' })
    expect(again.status).toBe(200)
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(2)
  })

  test('without an answer has an unknown outcome and cannot be started again before it is settled', {
    tags: ['R07'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const lost = await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
    expect(lost.json.error).toMatchObject({
      sent: 'unknown',
      message: expect.stringContaining('Do not start it again'),
    })
    const again = await grace.post('/gateway/launches', batchForm(recipientsCsv, { callAgain: '2' }), { key: 'k2' })
    expect(again).toMatchObject({ status: 409 })
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
    const settlement = { happened: true, reason: 'The console shows it.', batchId: 'batch_9' }
    await grace.post(`/gateway/effects/${lost.json.error.effectId}/settle`, settlement)
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([{ batchId: 'batch_9' }])
  })

  test.each(['started', 'lost'])('that is %s invalidates cached calls', async (outcome) => {
    const { service, grace } = await startGatewayWithService((received) => {
      if (received.path.startsWith('/v2/api/call-history')) return { body: { calls: [] } }
      return received.method === 'POST' && outcome === 'lost' ? 'lost' : acceptBatches(received)
    })
    const countReads = () => service.requestsTo('GET', '/v2/api/call-history?page=1&limit=20').length
    const readHistory = () => grace.get('/v2/api/call-history')
    await readHistory()
    await readHistory()
    expect(countReads()).toBe(1)
    await grace.post('/gateway/launches', batchForm(), { key: 'k1' })
    await readHistory()
    expect(countReads()).toBeGreaterThan(1)
  })

  test('of a file with a row that cannot be called is refused, naming the row', {
    tags: ['rows-can-be-called'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const refused = await grace.post('/gateway/launches', batchForm('phone_number\n+14155550134\n4155550135\n'), {
      key: 'k',
    })
    expect(refused.status).toBe(400)
    expect(refused.json.error.message).toMatch(/Nothing was sent\..*Row 3/)
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
  })

  test('with rows that say “do not call” is refused unless the operator decided to call that many; the history records it', {
    tags: ['opted-out-rows-are-named'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const file = 'phone_number,Opt-out,status\n+14155550134,yes,\n+14155550135,,Do not call\n+14155550136,no,active\n'
    const start = (key: string, fields: Record<string, string> = {}) =>
      grace.post('/gateway/launches', batchForm(file, fields), { key })
    const refused = await start('k1')
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'invalid_request' } } })
    expect(refused.json.error.message).toMatch(
      /^2 rows say “do not call” \(columns Opt-out, status\)\. Nothing was sent/,
    )
    expect((await start('k2', { callOptedOut: '1' })).status).toBe(400)
    expect((await grace.get('/gateway/effects')).json.effects).toEqual([])
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
    expect((await start('k3', { callOptedOut: '2' })).status).toBe(200)
    const { effects } = (await grace.get('/gateway/effects')).json as unknown as { effects: { ids: object }[] }
    expect(effects).toMatchObject([{ ids: { callOptedOut: '2' } }])
    const consentFile = 'phone_number,Consent\n+14155550137,yes\n'
    expect((await grace.post('/gateway/launches', batchForm(consentFile), { key: 'k4' })).status).toBe(200)
    // A test calls the operator's own number.
    await confirmOwnNumber(grace, '+14155550138')
    const testCall = batchForm('phone_number,Opt-out\n+14155550138,yes\n', { test: '1' })
    expect((await grace.post('/gateway/launches', testCall, { key: 'k5' })).status).toBe(200)
  })

  test('sends exactly the file and fields to the service', async () => {
    // As in a listening gateway: hono replaces the global Request and Response with its own.
    getRequestListener(() => new Response())
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const scheduledAt = new Date(Date.now() + dayMs).toISOString()
    const file = '\ufeffphone_number,first_name\r\n+14155550134,Zoë\r\n'
    await grace.post('/gateway/launches', batchForm(file, { scheduledAt }), { key: 'k' })
    const [sent] = service.requestsTo('POST', '/v1/api/batch-calls') as [ReceivedRequest]
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(sent.headers['content-type'] ?? '')?.[1]
    expect(sent.body.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Disposition: form-data; name="agentId"\r\n\r\nagent1\r\n',
      `\r\nContent-Disposition: form-data; name="scheduledAt"\r\n\r\n${scheduledAt}\r\n`,
      `\r\nContent-Disposition: form-data; name="file"; filename="recipients.csv"\r\nContent-Type: text/csv\r\n\r\n${Buffer.from(file).toString('latin1')}\r\n`,
      '--\r\n',
    ])
    expect(sent.headers).toMatchObject({ 'content-length': `${sent.body.length}` })
    expect(sent.headers).not.toHaveProperty('transfer-encoding')
  })

  test('for later is listed with its start time, although the service does not report it', async () => {
    const startAt = Date.now() + dayMs
    const { grace, service } = await startGatewayWithService(acceptBatches)
    await grace.post('/gateway/launches', batchForm(recipientsCsv, { scheduledAt: new Date(startAt).toISOString() }), {
      key: 'k1',
    })
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([
      { batchId: 'batch_1', scheduledAt: startAt },
    ])
    expect(service.requestsTo('GET', '/v1/api/batch-calls/batch_1')).toHaveLength(0)
  })

  test('for later without an answer has its start time once it is settled with the batch’s id', async () => {
    const startAt = Date.now() + dayMs
    const { grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const form = batchForm(recipientsCsv, { scheduledAt: new Date(startAt).toISOString() })
    const { effectId } = (await grace.post('/gateway/launches', form, { key: 'k1' })).json.error
    const settlement = { happened: true, reason: 'The console shows it.', batchId: 'batch_9' }
    await grace.post(`/gateway/effects/${effectId}/settle`, settlement)
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([
      { batchId: 'batch_9', scheduledAt: startAt },
    ])
  })

  test('for a time that has passed is refused; clocks may differ by a minute', {
    tags: ['start-time-is-ahead'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const startsIn = (seconds: number) => ({ scheduledAt: new Date(Date.now() + seconds * 1_000).toISOString() })
    const refused = await grace.post('/gateway/launches', batchForm(recipientsCsv, startsIn(-90)), { key: 'k1' })
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid_request', fields: { scheduledAt: expect.any(String) } } },
    })
    expect(refused.json.error.message).toMatch(/start time has passed.*Nothing was sent/i)
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
    expect((await grace.get('/gateway/effects')).json.effects).toEqual([])
    expect((await grace.post('/gateway/launches', batchForm(recipientsCsv, startsIn(-30)), { key: 'k2' })).status).toBe(
      200,
    )
    // The service refuses a time that has passed, so it is asked to start at once.
    expect(service.requestsTo('POST', '/v1/api/batch-calls')[0]?.body).not.toContain('scheduledAt')
  })

  test('for later answers a repeat with the same key even after the start time', async () => {
    let aheadMs = 0
    const { grace, service } = await startGatewayWithService(acceptBatches, {
      clock: { ...clock, now: () => clock.now() + aheadMs },
    })
    const form = () => batchForm(recipientsCsv, { scheduledAt })
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    const first = await grace.post('/gateway/launches', form(), { key: 'k1' })
    aheadMs = 2 * 3_600_000
    const again = await grace.post('/gateway/launches', form(), { key: 'k1' })
    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(1)
  })
})

test('people of a complete batch can be called again even if the process died just after reading that it ended', async () => {
  const startAgain = (grace: Awaited<ReturnType<typeof startGatewayWithService>>['grace'], key: string) =>
    grace.post('/gateway/launches', batchForm(recipientsCsv, { callAgain: '2' }), { key })
  const store = await openTestStore()
  const before = await startGatewayWithService(acceptBatches, { store })
  await startAgain(before.grace, 'k1')
  expect((await startAgain(before.grace, 'k2')).status).toBe(409)
  await store.updateTable('known_batches').set({ complete: 1 }).execute()
  const { grace } = await startGatewayWithService(acceptBatches, { store })
  expect((await startAgain(grace, 'k3')).status).toBe(200)
})
