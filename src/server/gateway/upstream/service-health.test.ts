/** When a service that answers with errors counts as not responding (reliability R48). */
import { describe, expect, test } from 'vitest'
import { serviceEndpoints } from '#contract/index.ts'
import { isReadName } from '../cache/read-rules.ts'
import type { Clock } from '../shared/clock.ts'
import { world } from '../testing/testing.ts'
import type { Exchange } from './http-client.ts'
import { createServiceHealth } from './service-health.ts'

const at = (ms: number): Clock => ({ now: () => ms, steady: () => ms })
const answer = (status: number): Exchange => ({ kind: 'answer', status, headers: {}, body: Buffer.from('') })
const heard = (...answers: [endpoint: string, status: number][]) => {
  const state = createServiceHealth()
  for (const [endpoint, status] of answers) state.recordExchange({ kind: 'read', endpoint }, answer(status), at(0))
  return state
}
const inTurn = (count: number, status: number): [string, number][] =>
  Array.from({ length: count }, (_, index) => [index % 2 === 0 ? 'agentShow' : 'flowShow', status])

describe('a service that answers reads with errors', { tags: ['R48'] }, () => {
  test('is up while fewer than five of the last ten are errors, or all of one endpoint', () => {
    expect(heard(...inTurn(4, 500)).state).toBe('up')
    expect(heard(...Array.from({ length: 12 }, (): [string, number] => ['agentShow', 500])).state).toBe('up')
    expect(heard(...inTurn(12, 501)).state).toBe('up')
    expect(heard(...inTurn(12, 404)).state).toBe('up')
  })

  test.each([500, 502, 503, 504])(
    'is down at the fifth of the last ten, over two endpoints: %i',
    { tags: ['failing-service-is-left-alone'] },
    (status) => {
      expect(heard(...inTurn(5, status)).state).toBe('down')
      expect(heard(...inTurn(2, 200), ...inTurn(4, status), ['agentShow', 200], ['flowShow', status]).state).toBe(
        'down',
      )
    },
  )

  test('is asked less and less, and without a pause as soon as it answers; three such answers and it is up', () => {
    const state = heard(...inTurn(5, 500))
    expect([state.mayTry(999), state.mayTry(1_000)]).toEqual([false, true])
    state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(500), at(1_000))
    expect([state.mayTry(2_999), state.mayTry(3_000)]).toEqual([false, true])
    for (let one = 0; one < 10; one += 1)
      state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(500), at(5_000))
    expect([state.mayTry(19_999), state.mayTry(20_000)]).toEqual([false, true])
    for (const ms of [1, 2]) {
      state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(200), at(20_000 + ms))
      expect([state.state, state.mayTry(20_000 + ms)]).toEqual(['down', true])
    }
    state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, answer(200), at(20_003))
    expect(state.state).toBe('up')
  })

  test('is not called down by commands, whose errors may be words about a call; nor is it another service for it', () => {
    const state = createServiceHealth()
    const simulated = { ...answer(200), headers: { 'x-simulation': '1' } } as Exchange
    state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, simulated, at(0))
    for (let one = 0; one < 12; one += 1) state.recordExchange({ kind: 'command' }, answer(500), at(0))
    expect([state.state, state.mode]).toEqual(['up', 'simulation'])
  })

  const names = Object.keys(serviceEndpoints).filter(isReadName)
  test.each(names)('%s: is told as not responding, what was read stays, and little is asked', async (name) => {
    const good = {
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
    const isOne = template.endsWith('}') || template.endsWith('status')
    const lists = { agents: [good], flows: [good], calls: [good], data: [good], items: [good] }
    const { service, grace } = await world(({ path: asked }) =>
      asked.startsWith(path) ? { body: name === 'batchTemplate' ? 'phone_number\n' : isOne ? good : lists } : undefined,
    )
    const read = await grace.get(path)
    expect(read.status).toBe(200)
    service.behave(() => ({ status: 500, body: { error: { code: 'UNKNOWN_ERROR', message: 'Oops.' } } }))
    const other = name === 'flowShow' ? 'agents' : 'flows'
    const closely = { headers: { priority: 'u=1' } }
    for (let at = 0; at < 8; at += 1) {
      await grace.get(path, { headers: { 'cache-control': 'no-cache' } })
      await grace.get(`/api/v1/${other}/x${at}`, closely)
    }
    const session = async () =>
      (await grace.get('/gateway/session')).json as { service?: { state: string; since: number } }
    expect((await session()).service).toMatchObject({ state: 'down', since: expect.any(Number) })
    const before = service.received.length
    for (let at = 0; at < 20; at += 1) {
      expect(await grace.get(path, closely)).toMatchObject({ status: 200, text: read.text })
      expect((await grace.get(`/api/v1/${other}/y${at}`, closely)).json.error.code).toMatch(
        /service_down|UNKNOWN_ERROR/,
      )
    }
    expect(service.received.length - before).toBeLessThanOrEqual(3)
  })
})
