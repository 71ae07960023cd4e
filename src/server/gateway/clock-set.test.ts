/** Tests a running gateway when the clock of its machine is set. */
import { describe, expect, test } from 'vitest'
import { type Clock, clock as real } from './shared/clock.ts'
import { postDecision, readDecisions, readQueue, startGatewayWithDrafts } from './testing/review.ts'
import { type Script, startGatewayWithService } from './testing/testing.ts'

/** A clock that can be advanced (`passed`) and set (`set`). */
function settable() {
  const time = { passed: 0, set: 0 }
  const clock: Clock = {
    now: () => real.now() + time.passed + time.set,
    steady: () => real.steady() + time.passed,
  }
  return { clock, time }
}

const hour = 3_600_000
const service: Script = ({ path }) => {
  if (path === '/v1/api/batch-calls/b1/progress')
    return { body: { batchId: 'b1', status: 'processing', progress: { total: 10, completed: 4 } } }
  return path.startsWith('/api/v1/agents/a1') ? { body: { id: 'a1', name: 'Renewals' } } : undefined
}

describe.each([
  ['back', -hour],
  ['forward', hour],
])('setting the clock an hour %s', (_, by) => {
  test('does not change the age of snapshots, and old ones are read again', {
    tags: ['R49', 'ages-by-steady-clock'],
  }, async () => {
    const { clock, time } = settable()
    const { service: at, grace } = await startGatewayWithService(service, { clock })
    const read = () => grace.get('/api/v1/agents/a1')
    const times = () => at.requestsTo('GET', '/api/v1/agents/a1').length
    expect((await read()).headers.get('age')).toBe('0')
    time.passed += 5_000
    time.set += by
    expect((await read()).headers.get('age')).toBe('5')
    expect(times()).toBe(1)
    time.passed += 20_000
    expect((await read()).headers.get('age')).toBe('0')
    expect(times()).toBe(2)
    // Without the service, the age of the last snapshot keeps growing.
    at.setScript(() => 'lost')
    time.passed += 60_000
    expect(Number((await read()).headers.get('age'))).toBe(60)
  })

  test('does not change the age of drafts, undo windows or claims', {
    tags: ['R49', 'claims-by-steady-clock'],
  }, async () => {
    const { clock, time } = settable()
    const { priya, grace } = await startGatewayWithDrafts(2, { clock })
    const claim = { conversationId: 'c2', messageId: 'm2', editing: false }
    const age = async () => (clock.now() - ((await readQueue(priya)).readAt ?? 0)) / 1_000
    await priya.get('/v1/api/conversations/c1')
    await postDecision(priya, { holdSeconds: 30 })
    await priya.post('/gateway/claims', claim)
    time.passed += 10_000
    time.set += by
    const sendsAt = (await readDecisions(priya))[0]?.sendsAt ?? 0
    expect((sendsAt - clock.now()) / 1_000).toBeCloseTo(20, 0)
    const before = await age()
    time.passed += 5_000
    expect(await age()).toBeCloseTo(before + 5, 0)
    const theirs = async () => (await grace.post('/gateway/claims', claim)).json as unknown as { operatorId: string }
    expect(await theirs()).toMatchObject({ operatorId: 'ready-reviewer' })
    time.passed += 44_000
    expect(await theirs()).toMatchObject({ operatorId: 'ready-reviewer' })
    time.passed += 2_000
    expect(await theirs()).toMatchObject({ operatorId: 'ready-admin' })
  })

  test('does not change the budget', { tags: ['R49'] }, async () => {
    const { clock, time } = settable()
    const { grace } = await startGatewayWithService(service, { clock })
    await grace.get('/api/v1/agents/a1')
    const used = async () => (await grace.get('/gateway/budget')).json.used
    const before = await used()
    time.set += by
    expect(await used()).toBe(before)
    time.passed += 61_000
    expect(await used()).toBe(0)
  })

  test('does not change ages in the list of batches', { tags: ['R49'] }, async () => {
    const { clock, time } = settable()
    const { grace } = await startGatewayWithService(
      ({ path }) =>
        path.startsWith('/v1/api/batch-calls/b1')
          ? {
              body: {
                batchId: 'b1',
                agentId: 'a1',
                progress: { batchId: 'b1', status: 'completed', isComplete: true, totalCalls: 10, completed: 10 },
              },
            }
          : undefined,
      { clock },
    )
    await grace.post('/gateway/batches', { batchId: 'b1' })
    time.passed += 30_000
    time.set += by
    const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: { readAt: number }[] }
    expect(batches.map(({ readAt }) => Math.round((clock.now() - readAt) / 1_000))).toEqual([30])
  })
})
