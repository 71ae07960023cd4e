import { describe, expect, test } from 'vitest'
import { batchForm, callRequest, origin, placedCallAnswer, startGatewayWithService } from '../testing/testing.ts'

describe('a command', () => {
  test('has one effect and one answer when it is repeated with its key, also while it is being sent', {
    tags: ['R03', 'repeat-joins-what-runs', 'repeat-has-the-first-answer'],
  }, async () => {
    let sendAnswer = () => {}
    const answerSent = new Promise<void>((resolve) => {
      sendAnswer = resolve
    })
    const { service, grace } = await startGatewayWithService(({ method }) =>
      method === 'POST' ? { body: placedCallAnswer, after: answerSent } : undefined,
    )
    const requests = [
      grace.post('/gateway/calls', callRequest, { key: 'k1' }),
      grace.post('/gateway/calls', callRequest, { key: 'k1' }),
    ]
    sendAnswer()
    const [first, second] = await Promise.all(requests)
    const third = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    expect([first?.json, second?.json, third.json]).toEqual([first?.json, first?.json, first?.json])
    expect(first?.json).toMatchObject({ callId: 'c1' })
    expect(service.requestsTo('POST', '/api/v1/calls')).toHaveLength(1)
  })

  test('is not sent without a key, or with a key of another command', {
    tags: ['command-has-a-key', 'key-has-one-body'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(({ method }) =>
      method === 'POST' ? { body: placedCallAnswer } : undefined,
    )
    expect((await grace.post('/gateway/calls', callRequest)).json.error.code).toBe('idempotency_key_required')
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const otherCall = { ...callRequest, toNumber: '+14155550199' }
    expect(await grace.post('/gateway/calls', otherCall, { key: 'k1' })).toMatchObject({ status: 422 })
    expect(service.requestsTo('POST', '/api/v1/calls')).toHaveLength(1)
  })

  test.each(['lost', 'truncated'] as const)(
    'is unknown, blocks its target and is never sent again if its answer was %s',
    { tags: ['R07', 'one-effect-on-a-target'] },
    async (behaviour) => {
      const { service, grace, browser } = await startGatewayWithService(({ method }) =>
        method === 'POST' ? behaviour : undefined,
      )
      const first = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
      expect(first).toMatchObject({ status: 502, json: { error: { code: 'outcome_unknown', sent: 'unknown' } } })
      expect((await grace.post('/gateway/calls', callRequest, { key: 'k1' })).json.error.code).toBe('outcome_unknown')
      const sam = await browser().signInAsDemo('ready-support')
      const blocked = await sam.post('/gateway/calls', callRequest, { key: 'k2' })
      expect(blocked).toMatchObject({
        status: 409,
        json: { error: { code: 'already_under_way', effectId: first.json.error.effectId } },
      })
      expect(blocked.json.error.message).toContain('Grace Okafor')
      expect(service.requestsTo('POST', '/api/v1/calls')).toHaveLength(1)
    },
  )

  test.each([
    [400, 'refused'],
    [404, 'refused'],
    [408, 'unknown'],
    [409, 'unknown'],
    [302, 'unknown'],
    [503, 'unknown'],
  ])('answered with %i is %s', { tags: ['timeout-is-not-refused'] }, async (status, state) => {
    const { grace } = await startGatewayWithService(({ method }) =>
      method === 'PATCH' ? { status, body: {} } : undefined,
    )
    await grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'New' }, key: 'k' })
    expect((await grace.get('/gateway/effects')).json.effects).toMatchObject([{ state, endpoint: 'agentUpdate' }])
  })

  test('callSend is refused only by its documented 500, and is unknown after any other 500 and after a 200 without success', async () => {
    const states = []
    for (const answer of [
      { status: 500, body: { error: 'Failed to initiate call', details: 'x', code: 'UNKNOWN_ERROR' } },
      { status: 500, body: '<h1>proxy</h1>' },
      { status: 200, body: { ...placedCallAnswer, status: 'failure' } },
    ]) {
      const { grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? answer : undefined))
      await grace.post('/gateway/calls', callRequest, { key: 'k' })
      const [effect] = (await grace.get('/gateway/effects')).json.effects as { state: string }[]
      states.push(effect?.state)
    }
    expect(states).toEqual(['refused', 'unknown', 'unknown'])
  })

  test('is refused if it never reached the service, and releases its target', async () => {
    const { service, grace } = await startGatewayWithService()
    await service.close()
    for (const key of ['k1', 'k2']) {
      const { json } = await grace.post('/gateway/calls', callRequest, { key })
      expect(json.error).toMatchObject({ code: 'service_down', sent: 'no' })
    }
  })

  test('can be settled once while it is unknown, with a reason, by an operator with its role', {
    tags: ['R08', 'settling-needs-the-role'],
  }, async () => {
    const { grace, browser } = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined))
    const { json } = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const settlePath = `/gateway/effects/${json.error.effectId}/settle`
    const settlement = { happened: false, reason: 'The history does not show it.' }
    const priya = await browser().signInAsDemo('ready-reviewer')
    expect(await priya.post(settlePath, settlement)).toMatchObject({
      status: 403,
      json: { error: { code: 'role_required' } },
    })
    const sam = await browser().signInAsDemo('ready-support')
    expect(await sam.post(settlePath, { happened: false, reason: ' ' })).toMatchObject({ status: 400 })
    const answers = await Promise.all([sam, grace, sam, grace].map((person) => person.post(settlePath, settlement)))
    const [accepted, ...refused] = answers.toSorted((a, b) => a.status - b.status)
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(refused[0]?.json.error.message).toContain('This is settled')
    expect(accepted?.json).toMatchObject({
      state: 'settled',
      settledBy: expect.stringMatching(/^(Sam Whitfield|Grace Okafor)$/),
      happened: false,
      operator: 'Grace Okafor',
    })
    expect((await sam.post('/gateway/calls', callRequest, { key: 'k2' })).json.error.code).toBe('outcome_unknown')
  })

  test('can be repeated if it is a cancel whose answer was lost', async () => {
    const { service, grace } = await startGatewayWithService(({ method }) => (method === 'DELETE' ? 'lost' : undefined))
    const cancel = (key: string) => grace.request('DELETE', '/v1/api/batch-calls/b1', { key })
    expect((await cancel('k1')).json.error).toMatchObject({
      code: 'unconfirmed',
      message: expect.stringContaining('You can safely cancel again'),
    })
    service.setScript(({ method }) =>
      method === 'DELETE' ? { body: { batchId: 'b1', status: 'cancelled' } } : undefined,
    )
    expect(await cancel('k2')).toMatchObject({ status: 200, json: { status: 'cancelled' } })
    expect(service.requestsTo('DELETE', '/')).toHaveLength(2)
  })

  test('is retried after Retry-After if it is a cancel that was answered with 429', async () => {
    let cancels = 0
    const { service, grace } = await startGatewayWithService(({ method }) => {
      if (method !== 'DELETE') return undefined
      cancels += 1
      if (cancels > 1) return { body: { batchId: 'b1', status: 'cancelled' } }
      return { status: 429, body: { status: 429, title: 'Too many', detail: '' }, headers: { 'retry-after': '1' } }
    })
    expect(await grace.request('DELETE', '/v1/api/batch-calls/b1', { key: 'k' })).toMatchObject({ status: 200 })
    expect(service.requestsTo('DELETE', '/')).toHaveLength(2)
  })

  test('requires its role, which the refusal names', async () => {
    const { service, browser } = await startGatewayWithService()
    const sam = await browser().signInAsDemo('ready-support')
    const refused = await sam.post('/gateway/launches', batchForm(), { key: 'k' })
    expect(refused).toMatchObject({
      status: 403,
      json: { error: { message: 'Starting batches needs the campaign manager role. Ask an administrator.' } },
    })
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
  })

  test('is refused with the field’s name if it has an unknown field', {
    tags: ['R29', 'unknown-fields-are-refused'],
  }, async () => {
    const { service, grace } = await startGatewayWithService()
    const refused = await grace.post('/gateway/calls', { ...callRequest, record: false }, { key: 'k' })
    expect(refused).toMatchObject({ status: 400, json: { error: { sent: 'no' } } })
    expect(refused.json.error.message).toContain('record')
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
  })

  test('is refused if it comes from another site', { tags: ['R33', 'other-site-is-refused'] }, async () => {
    const { service, grace } = await startGatewayWithService()
    const crossSiteHeaders: Record<string, string>[] = [
      // Sec-Fetch-Site decides, whatever the origin.
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '' },
      { origin: 'http://evil.example' },
      { origin: `${origin}.evil.example` },
      { origin: 'http://127.0.0.1:4401' },
      { origin: 'https://127.0.0.1:4400' },
      { origin: '' },
      { origin: 'null' },
    ]
    const commands: [string, string][] = [
      ['POST', '/gateway/calls'],
      ['POST', '/gateway/session/sign-in'],
      ['POST', '/gateway/session/sign-out'],
      ['PATCH', '/gateway/operators/x'],
      ['DELETE', '/gateway/sessions'],
      ['DELETE', '/v1/api/batch-calls/b1'],
    ]
    for (const headers of crossSiteHeaders)
      for (const [method, path] of commands) {
        const { status, json } = await grace.request(method, path, { body: callRequest, key: 'k', headers })
        expect({ headers, path, answer: [status, json.error.code] }).toEqual({
          headers,
          path,
          answer: [403, 'cross_site'],
        })
      }
    expect((await grace.get('/gateway/effects')).json.effects).toEqual([])
    expect(service.received.filter(({ method }) => method !== 'GET')).toEqual([])

    for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin }] as Record<string, string>[])
      expect((await grace.post('/gateway/search', { text: 'x' }, { headers })).status).toBe(200)
  })

  test('invalidates the cached reads of the records that it changed', async () => {
    let name = 'Old'
    const { grace } = await startGatewayWithService(({ method, path }) => {
      if (path !== '/api/v1/agents/a1') return undefined
      if (method === 'PATCH') name = 'New'
      return { body: { id: 'a1', name } }
    })
    expect((await grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'Old' })
    await grace.request('PATCH', '/api/v1/agents/a1', { body: { name: 'New' }, key: 'k' })
    expect((await grace.get('/api/v1/agents/a1')).json).toMatchObject({ name: 'New' })
  })
})
