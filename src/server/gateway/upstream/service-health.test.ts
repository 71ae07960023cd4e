/** Tests when a service that answers with errors counts as down (reliability R48). */
import { describe, expect, test } from 'vitest'
import { serviceEndpoints } from '#contract/index.ts'
import { isReadName } from '../cache/read-rules.ts'
import type { Clock } from '../shared/clock.ts'
import { world } from '../testing/testing.ts'
import type { Exchange } from './http-client.ts'
import { createServiceHealth } from './service-health.ts'

const at = (ms: number): Clock => ({ now: () => ms, steady: () => ms })
const answer = (status: number): Exchange => ({ kind: 'answer', status, headers: {}, body: Buffer.from('') })
const healthAfter = (...answers: [endpoint: string, status: number][]) => {
  const state = createServiceHealth()
  for (const [endpoint, status] of answers) state.recordExchange({ kind: 'read', endpoint }, answer(status), at(0))
  return state
}
const alternating = (count: number, status: number): [string, number][] =>
  Array.from({ length: count }, (_, index) => [index % 2 === 0 ? 'agentShow' : 'flowShow', status])

describe('a service that answers reads with errors', { tags: ['R48'] }, () => {
  test('is up while fewer than five of the last ten answers are errors, or all errors are of one endpoint', () => {
    expect(healthAfter(...alternating(4, 500)).state).toBe('up')
    expect(healthAfter(...Array.from({ length: 12 }, (): [string, number] => ['agentShow', 500])).state).toBe('up')
    expect(healthAfter(...alternating(12, 501)).state).toBe('up')
    expect(healthAfter(...alternating(12, 404)).state).toBe('up')
  })

  test.each([500, 502, 503, 504])(
    'is down after five errors %i of two endpoints in the last ten answers',
    { tags: ['failing-service-is-left-alone'] },
    (status) => {
      expect(healthAfter(...alternating(5, status)).state).toBe('down')
      expect(
        healthAfter(...alternating(2, 200), ...alternating(4, status), ['agentShow', 200], ['flowShow', status]).state,
      ).toBe('down')
    },
  )

  test('is retried with growing pauses, without pauses once it answers, and is up after three answers', () => {
    const state = healthAfter(...alternating(5, 500))
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

  test('is not marked as down by failed commands, which may concern a single call, and keeps its mode', () => {
    const state = createServiceHealth()
    const simulated = { ...answer(200), headers: { 'x-simulation': '1' } } as Exchange
    state.recordExchange({ kind: 'read', endpoint: 'agentShow' }, simulated, at(0))
    for (let one = 0; one < 12; one += 1) state.recordExchange({ kind: 'command' }, answer(500), at(0))
    expect([state.state, state.mode]).toEqual(['up', 'simulation'])
  })

  const names = Object.keys(serviceEndpoints).filter(isReadName)
  test.each(names)(
    '%s: the service is shown as down, the last snapshot stays, and few requests are sent',
    async (name) => {
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
        asked.startsWith(path)
          ? { body: name === 'batchTemplate' ? 'phone_number\n' : isOne ? good : lists }
          : undefined,
      )
      const read = await grace.get(path)
      expect(read.status).toBe(200)
      service.behave(() => ({ status: 500, body: { error: { code: 'UNKNOWN_ERROR', message: 'Oops.' } } }))
      const other = name === 'flowShow' ? 'agents' : 'flows'
      const inFocus = { headers: { priority: 'u=1' } }
      for (let at = 0; at < 8; at += 1) {
        await grace.get(path, { headers: { 'cache-control': 'no-cache' } })
        await grace.get(`/api/v1/${other}/x${at}`, inFocus)
      }
      const session = async () =>
        (await grace.get('/gateway/session')).json as { service?: { state: string; since: number } }
      expect((await session()).service).toMatchObject({ state: 'down', since: expect.any(Number) })
      const before = service.received.length
      for (let at = 0; at < 20; at += 1) {
        expect(await grace.get(path, inFocus)).toMatchObject({ status: 200, text: read.text })
        expect((await grace.get(`/api/v1/${other}/y${at}`, inFocus)).json.error.code).toMatch(
          /service_down|UNKNOWN_ERROR/,
        )
      }
      expect(service.received.length - before).toBeLessThanOrEqual(3)
    },
  )
})
