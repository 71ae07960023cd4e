import { describe, expect, test } from 'vitest'
import { holdTransactionOf, openTestStore } from '../testing/store.ts'
import {
  callRequest,
  createTestClock,
  placedCallAnswer,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const placedAnswer = { body: { ...placedCallAnswer, agent: { id: 'agent1', name: 'Nora' } } }

describe('a placed call', () => {
  test('to a number that a colleague has just called is refused with their name, and placed when confirmed', async () => {
    const { service, grace, browser } = await startGatewayWithService(({ method }) =>
      method === 'POST' ? placedAnswer : undefined,
    )
    const sam = await browser().signInAsDemo('ready-support')
    expect((await sam.post('/gateway/calls', callRequest, { key: 'k1' })).json).toMatchObject({
      callId: 'c1',
      roomName: 'agent1-c1',
      effectId: expect.any(String),
    })
    const callByOtherAgent = { ...callRequest, agentId: 'agent2' }
    const warned = await grace.post('/gateway/calls', callByOtherAgent, { key: 'k2' })
    expect(warned).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
    expect(warned.json.error.message).toMatch(/^Sam Whitfield called this number \d s ago\. No call was placed now\./)
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
    expect((await grace.post('/gateway/calls', { ...callByOtherAgent, again: true }, { key: 'k2' })).status).toBe(200)
    expect(
      (await grace.post('/gateway/calls', { ...callRequest, toNumber: '+14155550199' }, { key: 'k3' })).status,
    ).toBe(200)
    expect(service.requestsTo('POST', '/')).toHaveLength(3)
  })

  test('is of no batch, which nobody knows of another call before the rows of all batches were read', async () => {
    const { grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? placedAnswer : undefined))
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const isPlaced = async (roomName: string) => (await grace.get(`/gateway/kept-calls/${roomName}`)).json.isPlaced
    expect([await isPlaced('agent1-c1'), await isPlaced('agent1-c2')]).toEqual([true, false])
    const { calls } = (await grace.get('/gateway/kept-calls')).json as unknown as { calls: { isPlaced: boolean }[] }
    expect(calls.map((call) => call.isPlaced)).toEqual([true])
  })

  test('by two people to one number at the same moment is placed once, also with two gateways on one store', async () => {
    const store = await openTestStore()
    const script: Script = ({ method }) => (method === 'POST' ? placedAnswer : undefined)
    const [first, second] = [
      await startGatewayWithService(script, { store }),
      await startGatewayWithService(script, { store }),
    ]
    const sam = await second.browser().signInAsDemo('ready-support')
    const numbers = ['+14155550134', '+14155550135', '+14155550136', '+14155550137']
    const requests = numbers.flatMap((toNumber) => [
      sam.post('/gateway/calls', { ...callRequest, toNumber }, { key: toNumber }),
      first.grace.post('/gateway/calls', { agentId: 'agent2', toNumber }, { key: toNumber }),
    ])
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
    expect([first, second].flatMap(({ service }) => service.requestsTo('POST', '/'))).toHaveLength(numbers.length)
  })

  test.each([
    ['agent', {}],
    ['number with another agent', { agentId: 'agent2' }],
  ])(
    'that was requested before a colleague’s call but is recorded after it is refused: the same %s',
    { tags: ['R04', 'number-is-not-called-again'] },
    async (_, fields) => {
      const store = await openTestStore()
      const { service, grace, browser } = await startGatewayWithService(
        ({ method }) => (method === 'POST' ? placedAnswer : undefined),
        {
          store,
        },
      )
      const sam = await browser().signInAsDemo('ready-support')
      await grace.get('/gateway/calls')
      const placeFirst = () => grace.post('/gateway/calls', callRequest, { key: 'k1' })
      const { answer: pendingCall, reached, release } = holdTransactionOf(store, placeFirst)
      await reached
      const confirmedCall = sam.post('/gateway/calls', { ...callRequest, ...fields, again: true }, { key: 'k2' })
      expect((await confirmedCall).status).toBe(200)
      release()
      expect(await pendingCall).toMatchObject({ status: 409, json: { error: { code: 'called_before', sent: 'no' } } })
      expect(service.requestsTo('POST', '/')).toHaveLength(1)
    },
  )

  test('sent twice at the same moment with one key is placed once', { tags: ['R03'] }, async () => {
    const { service, grace } = await startGatewayWithService(({ method }) =>
      method === 'POST' ? placedAnswer : undefined,
    )
    const answers = await Promise.all([1, 2].map(() => grace.post('/gateway/calls', callRequest, { key: 'k1' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
  })

  test('that the service refused causes no warning', async () => {
    const refused = { status: 404, body: { error: 'Agent not found', details: 'x' } }
    const { service, grace } = await startGatewayWithService(({ method }) => (method === 'POST' ? refused : undefined))
    expect((await grace.post('/gateway/calls', callRequest, { key: 'k1' })).status).toBe(404)
    service.setScript(({ method }) => (method === 'POST' ? placedAnswer : undefined))
    expect((await grace.post('/gateway/calls', callRequest, { key: 'k2' })).status).toBe(200)
  })

  test('is listed in the team’s recent calls, and no effect contains its number', async () => {
    const { grace, browser } = await startGatewayWithService(({ method }) =>
      method === 'POST' ? placedAnswer : undefined,
    )
    await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    const sam = await browser().signInAsDemo('ready-support')
    expect((await sam.get('/gateway/calls')).json.calls).toMatchObject([
      { callId: 'c1', toNumber: callRequest.toNumber, agentName: 'Nora', operator: 'Grace Okafor' },
    ])
    expect((await grace.get('/gateway/history')).text).not.toContain('4155550134')
    expect(await grace.post('/gateway/calls', { ...callRequest, toNumber: '4155550134' }, { key: 'k2' })).toMatchObject(
      {
        status: 400,
        json: { error: { fields: { toNumber: expect.any(String) } } },
      },
    )
  })
})

describe('a call outside the calling hours', { tags: ['single-call-obeys-the-hours'] }, () => {
  /** It is 04:00 in the time zone of the number. */
  const atNight = () => ({
    clock: createTestClock(Date.parse('2026-11-24T12:00Z')),
    environment: { CALLING_HOURS: '08:00-20:00 12345' },
  })
  const place: Script = ({ method }) => (method === 'POST' ? placedAnswer : undefined)

  test('needs a reason, which the audit has', async () => {
    const { service, grace } = await startGatewayWithService(place, atNight())
    const refused = await grace.post('/gateway/calls', callRequest, { key: 'k1' })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'outside_hours', sent: 'no' } } })
    expect(refused.json.error.message).toMatch(
      /^In United States \(Los Angeles\) it is Tue 04:00, which is outside the calling hours \(08:00/,
    )
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
    const withReason = { ...callRequest, hoursReason: 'They asked for it.' }
    expect((await grace.post('/gateway/calls', withReason, { key: 'k2' })).status).toBe(200)
    // A repeat gets its answer.
    expect((await grace.post('/gateway/calls', withReason, { key: 'k2' })).status).toBe(200)
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
    const { entries } = (await grace.get('/gateway/history?endpoint=callSend')).json
    expect(entries).toMatchObject([
      {
        state: 'done',
        ids: { hoursReason: 'They asked for it.', hoursPeople: '1' },
        reason: 'Outside the calling hours: They asked for it.',
      },
    ])
  })

  test('needs one too if the time zone is unknown, and cannot be confirmed as an earlier call can', async () => {
    const { service, grace } = await startGatewayWithService(place, atNight())
    const satellite = { ...callRequest, toNumber: '+881612345678' }
    const refused = await grace.post('/gateway/calls', { ...satellite, again: true }, { key: 'k1' })
    expect(refused.json.error).toMatchObject({ code: 'outside_hours' })
    expect(refused.json.error.message).toMatch(/^The time zone of this number is unknown/)
    expect(service.requestsTo('POST', '/')).toHaveLength(0)
  })

  test('each call of a number that was called before needs the reason and the confirmation together', async () => {
    const { service, grace } = await startGatewayWithService(place, atNight())
    const satellite = { ...callRequest, toNumber: '+881612345678' }
    const withReason = { ...satellite, hoursReason: 'They asked for it.' }
    const codeOf = async (body: object, key: string) => {
      const { status, json } = await grace.post('/gateway/calls', body, { key })
      return status === 200 ? null : json.error.code
    }
    expect(await codeOf(withReason, 'k1')).toBeNull()
    expect(await codeOf(satellite, 'k2')).toBe('outside_hours')
    expect(await codeOf(withReason, 'k3')).toBe('called_before')
    expect(await codeOf({ ...satellite, again: true }, 'k4')).toBe('outside_hours')
    expect(service.requestsTo('POST', '/')).toHaveLength(1)
    expect(await codeOf({ ...withReason, again: true }, 'k5')).toBeNull()
    expect(service.requestsTo('POST', '/')).toHaveLength(2)
  })

  test('inside the hours, a reason overrules nothing', async () => {
    const options = atNight()
    options.clock.advance(8 * 3_600_000)
    const { grace } = await startGatewayWithService(place, options)
    const withReason = { ...callRequest, hoursReason: 'They asked for it.' }
    expect((await grace.post('/gateway/calls', withReason, { key: 'k1' })).status).toBe(200)
    const { entries } = (await grace.get('/gateway/history?endpoint=callSend')).json
    expect(entries).toMatchObject([{ ids: { agentId: 'agent1' }, reason: null }])
  })
})
