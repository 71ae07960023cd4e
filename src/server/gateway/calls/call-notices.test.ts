/** What hidden tabs learn of calls that go wrong, and what it costs. */
import { expect, test } from 'vitest'
import { createTestClock, startGatewayWithService } from '../testing/testing.ts'

const path = '/gateway/call-notices'
const listPath = '/v2/api/active-calls'
const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', customerName: 'Ava', participants: [] }
const negative = { ...call, sentiment: 'negative' }

test('hidden tabs of the whole team cost one read of the list of calls in 15 seconds, and nothing without the switch', async () => {
  const clock = createTestClock()
  const { grace, browser, service } = await startGatewayWithService(
    (received) => (received.path === listPath ? { body: { data: [negative], count: 1 } } : undefined),
    { clock },
  )
  const team = await Promise.all(['ready-support', 'ready-reviewer'].map((id) => browser().signInAsDemo(id)))
  // Before anybody looked at the wall, it is unknown whether the service can list its calls, and a hidden tab does not ask.
  expect((await grace.get(path)).json).toEqual({ calls: [] })
  expect(service.requestsTo('GET', listPath)).toHaveLength(0)
  await grace.get(listPath)
  const before = service.requestsTo('GET', listPath).length
  expect(before).toBe(1)
  // For ten minutes: each tab polls every 15 s, at a moment of its own.
  for (let at = 0; at < 600; at += 5) {
    const person = [grace, ...team][(at / 5) % 3]
    const { json, text } = (await person?.get(path)) ?? {}
    expect(json).toEqual({ calls: [{ roomName: 'a1-r1', reason: 'negative' }] })
    expect(text).not.toMatch(/Ava|4155550134/)
    clock.advance(5_000)
  }
  const reads = service.requestsTo('GET', listPath).length - before
  expect(reads).toBeGreaterThanOrEqual(30)
  expect(reads).toBeLessThanOrEqual(40)
  // A tab without the switch polls only the counts.
  for (let at = 0; at < 600; at += 30) {
    await grace.get('/gateway/counts')
    clock.advance(30_000)
  }
  expect(service.requestsTo('GET', listPath).length - before).toBe(reads)
})

test('without a list of calls, hidden tabs cost nothing, and learn what was read for others in the last 45 seconds', async () => {
  const clock = createTestClock()
  const { grace, service } = await startGatewayWithService(
    (received) => (received.path === `${listPath}/a1-r1` ? { body: { ...negative, transcript: [] } } : undefined),
    { clock },
  )
  await grace.get('/gateway/live-calls')
  await grace.get(`${listPath}/a1-r1`)
  const before = service.received.length
  expect((await grace.get(path)).json).toEqual({ calls: [{ roomName: 'a1-r1', reason: 'negative' }] })
  clock.advance(46_000)
  expect((await grace.get(path)).json).toEqual({ calls: [] })
  expect(service.received).toHaveLength(before)
})
