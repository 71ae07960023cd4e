/** Tests which optional endpoints (interface 7) the service has. */
import { expect, test } from 'vitest'
import { saveSetting } from '../store/settings.ts'
import { openTestStore } from '../testing/store.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const answerWithStatuses =
  (statuses: Record<string, number>): Script =>
  ({ path }) => {
    const status = Object.entries(statuses).find(([start]) => path.startsWith(start))?.[1]
    if (status === undefined) return undefined
    return status === 200 ? { body: [] } : { status, body: { error: { code: 'no', message: 'Not here.' } } }
  }
const dayMs = 24 * 3_600_000

test('the service has a capability unless its list answers 404, 405 or 501', {
  tags: ['I7-8', 'only-what-the-service-offers'],
}, async () => {
  const { grace, service } = await startGatewayWithService(
    answerWithStatuses({
      '/v1/api/conversations': 200,
      '/v2/api/active-calls': 405,
      '/v2/api/call-history': 501,
      '/v1/api/omni-flow-agents': 404,
    }),
  )
  const { json } = await grace.post('/gateway/connection-test')
  expect(json.extensions).toMatchObject({
    conversations: true,
    'active-calls': false,
    history: false,
    'messaging-agents': false,
  })
  // The other endpoints of a missing capability are refused without a request.
  const receivedBefore = service.received.length
  expect((await grace.get('/gateway/live-calls')).status).toBe(200)
  expect(await grace.get('/v1/api/omni-flow-agents/none')).toMatchObject({
    status: 404,
    json: { error: { code: 'not_offered' } },
  })
  expect(service.requestsTo('GET', '/v2/api/active-calls').length).toBe(1)
  expect(service.received.length).toBe(receivedBefore)
})

test('the result of a check survives a restart and expires after a day', {
  tags: ['I7-9'],
}, async () => {
  const requestsAfter = async (ageMs: number) => {
    const store = await openTestStore()
    await saveSetting(store, 'extensions', JSON.stringify({ 'active-calls': { has: false, at: Date.now() - ageMs } }))
    const { grace, service } = await startGatewayWithService(() => undefined, { store })
    for (const _ of [1, 2]) expect((await grace.get('/gateway/live-calls')).status).toBe(200)
    return service.requestsTo('GET', '/v2/api/active-calls').length
  }
  expect([await requestsAfter(dayMs - 60_000), await requestsAfter(dayMs + 60_000)]).toEqual([0, 1])
})
