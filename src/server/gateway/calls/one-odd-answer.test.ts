/** One odd answer of the service does not end a call. */
import { describe, expect, test } from 'vitest'
import type { KeptCall, ListedCall, LiveCall } from '#contract/index.ts'
import { createTestClock, type Script, startGatewayWithService } from '../testing/testing.ts'

const room = '/v2/api/active-calls/a1-r1'
const transcript = [{ role: 'agent', content: 'Hello, this is Finn.' }]
const call = {
  id: 'c1',
  roomName: 'a1-r1',
  customerPhone: '+14155550134',
  aiAgentName: 'Finn',
  duration: 60,
  sentiment: 'neutral',
  participants: [],
  status: 'active',
  lastMessage: 'Hello, this is Finn.',
}
const found = { ...call, transcript }

/** @param isListed whether the service can list its calls */
async function startWithCall({ isListed = false } = {}) {
  const state = { isInRoom: true, isInList: true }
  const script: Script = ({ method, path }) => {
    if (method === 'POST' && path === `${room}/end-call`)
      return { body: { success: true, message: 'ok', roomName: 'a1-r1', endTime: '' } }
    if (path === room && state.isInRoom) return { body: found }
    if (path !== '/v2/api/active-calls' || !isListed) return undefined
    return { body: state.isInList ? { data: [call], count: 1 } : { data: [], count: 0 } }
  }
  const clock = createTestClock()
  const { grace, service } = await startGatewayWithService(script, { clock })
  /** Reads the service, without its snapshot, this long after the reading before. */
  const readFresh = async (path: string, afterMs: number) => {
    clock.advance(afterMs)
    return grace.get(path, { headers: { 'cache-control': 'no-cache' } })
  }
  const wall = async () =>
    (
      (await grace.get('/gateway/live-calls', { headers: { priority: 'u=7' } })).json as unknown as {
        calls: LiveCall[]
      }
    ).calls
  const kept = async () =>
    ((await grace.get('/gateway/kept-calls/a1-r1')).json as unknown as { kept: KeptCall | null }).kept
  const listed = async (query = '') =>
    ((await grace.get(`/gateway/kept-calls?${query}`)).json as unknown as { calls: ListedCall[] }).calls
  /** The calls that the report counts as ended. */
  const reported = async () => {
    const query = `from=${clock.now() - 24 * 3_600_000}&to=${clock.now() + 60_000}`
    return ((await grace.get(`/gateway/reports/calls/rows?${query}`)).json.calls as unknown[]).length
  }
  return { state, grace, service, wall, kept, listed, reported, readFresh }
}

describe('a call that one reading does not find', () => {
  test('is in progress everywhere, is found again, and is reported as ended by nobody', async () => {
    const { state, wall, kept, listed, reported, readFresh } = await startWithCall()
    await readFresh(room, 0)
    state.isInRoom = false
    expect(await readFresh(room, 5_000)).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } })
    expect(await wall()).toMatchObject([{ live: true, notFound: true }])
    expect(await kept()).toMatchObject({ endedAt: null })
    expect(await listed()).toMatchObject([{ state: 'not_found', endedAt: null }])
    expect(await listed('state=ended')).toEqual([])
    expect(await reported()).toBe(0)
    state.isInRoom = true
    expect((await readFresh(room, 5_000)).status).toBe(200)
    expect(await wall()).toMatchObject([{ live: true, notFound: false }])
    expect(await listed('state=in_progress')).toMatchObject([{ state: 'in_progress' }])
    // The next one is a first witness again.
    state.isInRoom = false
    await readFresh(room, 5_000)
    expect(await wall()).toMatchObject([{ live: true, notFound: true }])
  })

  test('has ended when a second reading apart in time does not find it either', async () => {
    const { state, wall, kept, listed, reported, readFresh } = await startWithCall()
    await readFresh(room, 0)
    state.isInRoom = false
    await readFresh(room, 5_000)
    expect(await readFresh(room, 500)).toMatchObject({ json: { error: { code: 'not_found' } } })
    expect(await readFresh(room, 3_000)).toMatchObject({ json: { error: { code: 'call_ended' } } })
    expect(await wall()).toMatchObject([{ live: false, notFound: false }])
    const { endedAt, readAt } = (await kept()) ?? {}
    // The first witness is nearest to its end.
    expect((endedAt ?? 0) - (readAt ?? 0)).toBe(5_000)
    expect(await listed()).toMatchObject([{ state: 'ended' }])
    expect(await reported()).toBe(1)
  })

  test('comes back everywhere if it is found after two readings did not find it', async () => {
    const { state, wall, kept, listed, reported, readFresh } = await startWithCall()
    await readFresh(room, 0)
    state.isInRoom = false
    await readFresh(room, 5_000)
    await readFresh(room, 5_000)
    expect(await kept()).toMatchObject({ endedAt: expect.any(Number) })
    expect(await reported()).toBe(1)
    state.isInRoom = true
    await readFresh(room, 5_000)
    expect(await wall()).toMatchObject([{ live: true }])
    expect(await kept()).toMatchObject({ endedAt: null })
    expect(await listed()).toMatchObject([{ state: 'in_progress', endedAt: null }])
    expect(await reported()).toBe(0)
  })

  test('is in progress as long as the list has it, and read again at once by whoever opens it', async () => {
    const { state, wall, readFresh, grace } = await startWithCall({ isListed: true })
    await readFresh('/v2/api/active-calls', 0)
    state.isInRoom = false
    for (const _ of [1, 2, 3]) {
      expect(await readFresh(room, 4_000)).toMatchObject({ json: { error: { code: 'not_found' } } })
      await readFresh('/v2/api/active-calls', 100)
      expect(await wall()).toMatchObject([{ live: true, notFound: false }])
    }
    state.isInRoom = true
    expect((await grace.get(room)).status).toBe(200)
  })

  test('does not end either when one list leaves it out', async () => {
    const { state, wall, readFresh } = await startWithCall({ isListed: true })
    await readFresh('/v2/api/active-calls', 0)
    state.isInList = false
    await readFresh('/v2/api/active-calls', 5_000)
    expect(await wall()).toMatchObject([{ live: true, notFound: true }])
    await readFresh('/v2/api/active-calls', 5_000)
    expect(await wall()).toMatchObject([{ live: false }])
  })

  test('has ended at once if the service has accepted that somebody ends it', async () => {
    const { state, wall, grace, readFresh } = await startWithCall({ isListed: true })
    await readFresh('/v2/api/active-calls', 0)
    await readFresh(room, 0)
    expect((await grace.post(`${room}/end-call`, {}, { key: 'k1' })).status).toBe(200)
    expect(await wall()).toMatchObject([{ live: true, endAcceptedAt: expect.any(Number) }])
    state.isInRoom = false
    expect(await readFresh(room, 100)).toMatchObject({ json: { error: { code: 'call_ended' } } })
  })

  test('is read again by itself, with one request, after nobody looks at it any more', async () => {
    const state = { isInRoom: true }
    const { grace, service } = await startGatewayWithService(({ path }) =>
      path === room && state.isInRoom ? { body: found } : undefined,
    )
    const read = () => grace.get(room, { headers: { 'cache-control': 'no-cache', priority: 'u=7' } })
    await read()
    state.isInRoom = false
    await read()
    const isEnded = async () =>
      ((await grace.get('/gateway/kept-calls/a1-r1')).json as unknown as { kept: KeptCall }).kept.endedAt !== null
    await expect.poll(isEnded).toBe(true)
    expect(service.requestsTo('GET', room)).toHaveLength(3)
  })
})

test('a call that stands still has the same state and duration in the list as on the wall', async () => {
  const { wall, listed, readFresh } = await startWithCall({ isListed: true })
  await readFresh('/v2/api/active-calls', 0)
  for (let minute = 1; minute <= 12; minute += 1) await readFresh('/v2/api/active-calls', 60_000)
  const [shown] = await wall()
  expect(await listed()).toMatchObject([{ state: 'in_progress', duration: shown?.duration, readAt: shown?.readAt }])
})

test('a call that nobody has read for some minutes is not said to be in progress', async () => {
  const { listed, readFresh } = await startWithCall()
  await readFresh(room, 0)
  await readFresh('/api/v1/agents?page=1&limit=1', 6 * 60_000)
  expect(await listed()).toMatchObject([{ state: 'end_not_seen' }])
})
