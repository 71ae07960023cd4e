/** Tests when a service that answers with errors counts as down (reliability R48). */
import { describe, expect, test } from 'vitest'
import { serviceEndpoints } from '#contract/index.ts'
import { isReadName } from '../cache/read-rules.ts'
import type { Clock } from '../shared/clock.ts'
import { startGatewayWithService } from '../testing/testing.ts'
import type { Exchange } from './http-client.ts'
import { createServiceHealth } from './service-health.ts'

const clockAt = (ms: number): Clock => ({ now: () => ms, steady: () => ms })
const answer = (status: number): Exchange => ({ kind: 'answer', status, headers: {}, body: Buffer.from('') })
const healthAfter = (...answers: [endpoint: string, status: number][]) => {
  const health = createServiceHealth()
  for (const [endpoint, status] of answers)
    health.recordExchange({ kind: 'read', endpoint }, answer(status), clockAt(0))
  return health
}
const alternatingAnswers = (count: number, status: number): [string, number][] =>
  Array.from({ length: count }, (_, index) => [index % 2 === 0 ? 'agentShow' : 'flowShow', status])

describe('a service that answers reads with errors', { tags: ['R48'] }, () => {
  test('is up while fewer than five of the last ten answers are errors, or all errors are of one endpoint', () => {
    expect(healthAfter(...alternatingAnswers(4, 500)).state).toBe('up')
    expect(healthAfter(...Array.from({ length: 12 }, (): [string, number] => ['agentShow', 500])).state).toBe('up')
    expect(healthAfter(...alternatingAnswers(12, 501)).state).toBe('up')
    expect(healthAfter(...alternatingAnswers(12, 404)).state).toBe('up')
  })

  test.each([500, 502, 503, 504])(
    'is down after five answers %i of two endpoints in the last ten answers',
    { tags: ['failing-service-is-left-alone'] },
    (status) => {
      expect(healthAfter(...alternatingAnswers(5, status)).state).toBe('down')
      expect(
        healthAfter(
          ...alternatingAnswers(2, 200),
          ...alternatingAnswers(4, status),
          ['agentShow', 200],
          ['flowShow', status],
        ).state,
      ).toBe('down')
    },
  )

  test('is retried with growing pauses, without pauses once it answers, and is up after three answers', () => {
    const health = healthAfter(...alternatingAnswers(5, 500))
    expect([health.mayTry(999), health.mayTry(1_000)]).toEqual([false, true])
    health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(500), clockAt(1_000))
    expect([health.mayTry(2_999), health.mayTry(3_000)]).toEqual([false, true])
    for (let count = 0; count < 10; count += 1)
      health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(500), clockAt(5_000))
    expect([health.mayTry(19_999), health.mayTry(20_000)]).toEqual([false, true])
    for (const ms of [1, 2]) {
      health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(200), clockAt(20_000 + ms))
      expect([health.state, health.mayTry(20_000 + ms)]).toEqual(['down', true])
    }
    health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(200), clockAt(20_003))
    expect(health.state).toBe('up')
  })

  test('is not marked as down by failed commands, which may concern a single call, and keeps its mode', () => {
    const health = createServiceHealth()
    const simulated = { ...answer(200), headers: { 'x-simulation': '1' } } as Exchange
    health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, simulated, clockAt(0))
    for (let count = 0; count < 12; count += 1) health.recordExchange({ kind: 'command' }, answer(500), clockAt(0))
    expect([health.state, health.mode]).toEqual(['up', 'simulation'])
  })

  const names = Object.keys(serviceEndpoints).filter(isReadName)
  test.each(names)(
    '%s: if the service fails, it is shown as down, the last snapshot stays, and few requests are sent',
    async (name) => {
      const validRecord = {
        id: 'p1',
        _id: 'p1',
        roomName: 'p1',
        jobId: 'p1',
        batchId: 'p1',
        callId: 'p1',
        waiting: 1,
        status: 'ok',
      }
      const { path: template } = serviceEndpoints[name]
      const path = template.replaceAll(/\{\w+\}/g, 'p1')
      const answersOneRecord = template.endsWith('}') || template.endsWith('status')
      const lists = {
        agents: [validRecord],
        flows: [validRecord],
        calls: [validRecord],
        data: [validRecord],
        items: [validRecord],
      }
      const { service, grace } = await startGatewayWithService(({ path: requestedPath }) =>
        requestedPath.startsWith(path)
          ? { body: name === 'batchTemplate' ? 'phone_number\n' : answersOneRecord ? validRecord : lists }
          : undefined,
      )
      const read = await grace.get(path)
      expect(read.status).toBe(200)
      service.setScript(() => ({ status: 500, body: { error: { code: 'UNKNOWN_ERROR', message: 'Oops.' } } }))
      const otherCollection = name === 'flowShow' ? 'agents' : 'flows'
      const inFocus = { headers: { priority: 'u=1' } }
      for (let index = 0; index < 8; index += 1) {
        await grace.get(path, { headers: { 'cache-control': 'no-cache' } })
        await grace.get(`/api/v1/${otherCollection}/x${index}`, inFocus)
      }
      const session = async () =>
        (await grace.get('/gateway/session')).json as { service?: { state: string; since: number } }
      expect((await session()).service).toMatchObject({ state: 'down', since: expect.any(Number) })
      const receivedBefore = service.received.length
      for (let index = 0; index < 20; index += 1) {
        expect(await grace.get(path, inFocus)).toMatchObject({ status: 200, text: read.text })
        expect((await grace.get(`/api/v1/${otherCollection}/y${index}`, inFocus)).json.error.code).toMatch(
          /service_down|UNKNOWN_ERROR/,
        )
      }
      expect(service.received.length - receivedBefore).toBeLessThanOrEqual(3)
    },
  )
})

describe('a service that loses its answers', () => {
  const lostAnswer: Exchange = { kind: 'failure', wasOpened: true, reason: 'reset' }
  /** Health after an answer of `flowShow` at 0 and lost answers of these endpoints. */
  const healthAfterLosses = (at: number, ...endpoints: string[]) => {
    const health = healthAfter(['flowShow', 200])
    for (const endpoint of endpoints) health.recordExchange({ kind: 'read', endpoint }, lostAnswer, clockAt(at))
    return health
  }

  test('is up while only one endpoint loses them, and down at once if another loses one too, or it cannot be reached', {
    tags: ['R48', 'lost-endpoint-is-no-outage'],
  }, () => {
    const health = healthAfterLosses(1_000, 'agentShow', 'agentShow', 'agentShow')
    expect([health.state, health.mayTry(1_000)]).toEqual(['up', true])
    expect(healthAfterLosses(1_000, 'agentShow', 'flowShow')).toMatchObject({ state: 'down' })
    const unreachable: Exchange = { kind: 'failure', wasOpened: false, reason: 'unreachable' }
    health.recordExchange({ kind: 'read', endpoint: 'agentShow' }, unreachable, clockAt(1_000))
    expect([health.state, health.mayTry(1_000, 'flowShow')]).toEqual(['down', false])
  })

  test('is down once nothing was answered for 15 s, but only the lost endpoint waits until another is lost too', {
    tags: ['R48', 'other-endpoints-are-tried'],
  }, () => {
    const health = healthAfterLosses(15_000, 'agentShow', 'agentShow')
    expect([health.state, health.mayTry(15_000), health.mayTry(15_000, 'agentShow')]).toEqual(['down', false, false])
    expect(health.claimTry(15_000, 'flowShow')).toBe(true)
    health.recordExchange({ kind: 'read', endpoint: 'flowShow' }, lostAnswer, clockAt(15_000))
    expect(health.mayTry(15_000, 'flowShow')).toBe(false)
  })

  test('one record of an endpoint waits by itself, longer each time, until it is answered itself', {
    tags: ['R48', 'lost-read-waits'],
  }, () => {
    const health = createServiceHealth()
    const path = '/api/v1/agents/a1'
    const exchangeAt = (at: number, agent: string, exchange: Exchange) =>
      health.recordExchange(
        { kind: 'read', endpoint: 'agentShow', path: `/api/v1/agents/${agent}` },
        exchange,
        clockAt(at),
      )
    const mayTry = (at: number) => health.mayTry(at, 'agentShow', path)
    for (const [at, pauseMs] of [
      [0, 0],
      [0, 1_000],
      [1_000, 2_000],
      [3_000, 4_000],
      [7_000, 8_000],
      [15_000, 15_000],
      [30_000, 15_000],
    ] as const) {
      exchangeAt(at, 'a2', answer(200))
      exchangeAt(at, 'a1', lostAnswer)
      expect([pauseMs === 0 || mayTry(at + pauseMs - 1), mayTry(at + pauseMs)]).toEqual([pauseMs === 0, true])
      expect([health.state, health.mayTry(at, 'agentShow', '/api/v1/agents/a2')]).toEqual(['up', true])
    }
    exchangeAt(45_000, 'a1', answer(200))
    exchangeAt(45_000, 'a1', lostAnswer)
    expect(mayTry(45_000)).toBe(true)
  })

  test('the one record that is read is tried again when nothing was answered for 15 s, which is an outage then', {
    tags: ['R48'],
  }, () => {
    const path = '/api/v1/agents/a1'
    const health = healthAfter(['flowShow', 200])
    for (const at of [7_000, 7_000, 7_000, 9_000])
      health.recordExchange({ kind: 'read', endpoint: 'agentShow', path }, lostAnswer, clockAt(at))
    const mayTry = (at: number) => health.mayTry(at, 'agentShow', path)
    health.recordExchange({ kind: 'read', endpoint: 'agentShow', path }, lostAnswer, clockAt(13_000))
    expect([health.state, mayTry(14_999), mayTry(15_000)]).toEqual(['up', false, true])
    health.recordExchange({ kind: 'read', endpoint: 'agentShow', path }, lostAnswer, clockAt(15_000))
    expect(health.state).toBe('down')
  })

  test('a record is read for a save while the connections of another endpoint break', {
    tags: ['lost-endpoint-is-no-outage'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(({ path }) =>
      path.startsWith('/api/v1/agents/') ? 'lost' : { body: { id: 'f1', name: 'Renewals' } },
    )
    const readFlow = () => grace.get('/api/v1/flows/f1', { headers: { 'cache-control': 'no-cache' } })
    expect((await readFlow()).status).toBe(200)
    expect((await grace.get('/api/v1/agents/a1')).status).toBe(502)
    const { length } = service.received
    expect((await readFlow()).status).toBe(200)
    expect(service.received).toHaveLength(length + 1)
  })
})
