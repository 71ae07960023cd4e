/** The wall of live calls. */
import { expect, test } from 'vitest'
import type { LiveCall } from '#contract/index.ts'
import { startGatewayWithService } from '../testing/testing.ts'

test('a batch’s call ends on the wall when the batch no longer lists it as active; a paused wall shows when polling resumes', async () => {
  const rooms = new Set(['a1-r1', 'a1-r2'])
  const batchStatus = {
    id: 'b1',
    status: 'processing',
    isComplete: false,
    waiting: 4,
    active: 2,
    completed: 0,
    failed: 0,
    total: 6,
  }
  const { grace, service } = await startGatewayWithService(
    ({ path }) => {
      if (path.startsWith('/v1/api/batch-calls/b1/calls?')) {
        const calls = [...rooms].map((roomName, index) => ({
          jobId: `j${index}`,
          status: 'active',
          roomName,
          phone_number: '+14155550134',
        }))
        return {
          body: { calls, pagination: { page: 1, limit: 100, total: calls.length, totalPages: 1, hasNext: false } },
        }
      }
      if (path.startsWith('/v1/api/batch-calls/b1')) return { body: batchStatus }
      const room = /^\/v2\/api\/active-calls\/([\w-]+)$/.exec(path)?.[1]
      return room && rooms.has(room) ? { body: { roomName: room, participants: [], transcript: [] } } : undefined
    },
    { environment: { SERVICE_REQUESTS_PER_MINUTE: '600' } },
  )
  await grace.post('/gateway/batches', { batchId: 'b1' })
  const readWall = async () =>
    (await grace.get('/gateway/live-calls')).json as unknown as {
      calls: LiveCall[]
      listed: boolean
      pausedUntil: number | null
    }
  const liveRooms = async () => (await readWall()).calls.filter((call) => call.live).map(({ roomName }) => roomName)
  await expect.poll(liveRooms).toEqual(['a1-r1', 'a1-r2'])
  expect(await readWall()).toMatchObject({ listed: false, pausedUntil: null })
  rooms.delete('a1-r1')
  await expect.poll(liveRooms).toEqual(['a1-r2'])
  service.setScript(() => ({ status: 429, headers: { 'retry-after': '30' } }))
  await expect
    .poll(async () => (await readWall(), (await readWall()).pausedUntil ?? 0) - Date.now())
    .toBeGreaterThan(20_000)
})

test('the wall shows when the service was last read, also while it does not answer', async () => {
  const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
  const { grace, service } = await startGatewayWithService(({ path }) =>
    path.startsWith('/v2/api/active-calls') ? { body: { data: [call], count: 1 } } : undefined,
  )
  const readWall = async () =>
    (await grace.get('/gateway/live-calls')).json as unknown as { calls: LiveCall[]; readAt: number; listed: boolean }
  await expect.poll(readWall).toMatchObject({ listed: true, calls: [{ roomName: 'a1-r1' }] })
  let refusedRequests = 0
  service.setScript(() => {
    refusedRequests += 1
    return { status: 500 }
  })
  // The second refusal belongs to a read that started after the first had ended.
  await expect.poll(async () => (await readWall(), refusedRequests)).toBeGreaterThan(1)
  const { calls, readAt } = await readWall()
  expect(readAt).toBe(calls[0]?.readAt)
  expect(readAt).toBeLessThan(Date.now() - 1_000)
})

test('the wall says which call needs a look, and why, with the list extension and without', async () => {
  const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
  const request = 'Can I speak to a person, please?'
  const transcript = [
    { role: 'agent', content: 'Hello.' },
    { role: 'customer', content: request },
    { role: 'agent', content: 'Of course.' },
  ]
  const { grace } = await startGatewayWithService(({ path }) => {
    if (path === '/v2/api/active-calls') return { body: { data: [{ ...call, lastMessage: request }], count: 1 } }
    return path === '/v2/api/active-calls/a1-r1' ? { body: { ...call, sentiment: 'negative', transcript } } : undefined
  })
  const readConcerns = async () =>
    ((await grace.get('/gateway/live-calls')).json as unknown as { calls: LiveCall[] }).calls[0]?.concerns
  const asksForPerson = { reason: 'asks_for_person', words: request, since: expect.any(Number) }
  await expect.poll(readConcerns).toEqual([asksForPerson])
  await grace.get('/v2/api/active-calls/a1-r1')
  expect(await readConcerns()).toEqual([asksForPerson, { reason: 'negative', words: '', since: expect.any(Number) }])
})

test('an answer that arrives after that of a later request changes nothing on the wall', async () => {
  const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', aiAgentName: 'Finn', participants: [] }
  const said = (content: string) => ({ role: 'customer', content })
  const held = Promise.withResolvers<void>()
  let isHeld = false
  let listRequests = 0
  const { grace } = await startGatewayWithService(({ path }) => {
    if (path === '/v2/api/active-calls') {
      listRequests += 1
      const body = { data: [{ ...call, status: 'active', sentiment: 'neutral', lastMessage: 'Hello.' }], count: 1 }
      return isHeld ? { body, after: held.promise } : { body }
    }
    const transcript = [said('Hello.'), said('Get me your manager.')]
    return path === '/v2/api/active-calls/a1-r1' ? { body: { ...call, sentiment: 'negative', transcript } } : undefined
  })
  const readWall = async () =>
    (await grace.get('/gateway/live-calls')).json as unknown as { calls: LiveCall[]; readAt: number }
  await expect.poll(readWall).toMatchObject({ calls: [{ lastMessage: 'Hello.' }] })
  const { readAt } = await readWall()
  isHeld = true
  const before = listRequests
  await expect.poll(async () => (await readWall(), listRequests)).toBeGreaterThan(before)
  await grace.get('/v2/api/active-calls/a1-r1')
  const isLater = { calls: [{ lastMessage: 'Get me your manager.', sentiment: 'negative', live: true }] }
  expect(await readWall()).toMatchObject(isLater)
  held.resolve()
  await expect.poll(async () => (await readWall()).readAt).toBeGreaterThan(readAt)
  expect(await readWall()).toMatchObject(isLater)
})
