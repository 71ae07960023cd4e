/** Figures that share a word count the same: live calls, ended calls and answered calls, wherever they are shown. */
import { expect, test } from 'vitest'
import type { CallCounts, ListedCall, LiveCall } from '#contract/index.ts'
import { createTestClock, startGatewayWithService } from '../testing/testing.ts'

const agentIds = ['a'.repeat(24), 'b'.repeat(24)]
const number = (index: number) => `+1415555${String(100 + index).padStart(4, '0')}`
const states = ['completed', 'failed', 'completed', 'completed'] as const
const outcomes = ['completed', 'busy', 'voicemail', 'completed'] as const

test('of a day with live and ended calls, equal words have equal figures on every page', async () => {
  const clock = createTestClock(Date.parse('2026-11-23T18:00:00Z'))
  const room = (index: number) => `${agentIds[index % 2]}-call${String(index).padStart(6, '0')}`
  const live = Array.from({ length: 11 }, (_, index) => ({
    id: `live${index}`,
    roomName: room(index),
    customerPhone: number(index),
    aiAgentName: 'Finn',
    duration: 60 + index,
    sentiment: 'neutral',
    participants: [],
    status: 'active',
    lastMessage: 'Hello.',
  }))
  const calls = Array.from({ length: 17 }, (_, index) => ({
    callId: `past${String(index).padStart(6, '0')}`,
    roomName: room(100 + index),
    agentId: agentIds[index % 2],
    toNumber: number(100 + index),
    status: states[index % 4],
    outcome: outcomes[index % 4],
    duration: 30,
    startedAt: new Date(clock.now() - (index + 1) * 900_000).toISOString(),
    endedAt: new Date(clock.now() - (index + 1) * 900_000 + 30_000).toISOString(),
  }))
  const pagination = { page: 1, limit: 20, total: 17, totalPages: 1, hasNext: false, hasPrev: false }
  const { grace } = await startGatewayWithService(
    ({ path }) => {
      if (path === '/v2/api/active-calls') return { body: { data: live, count: live.length } }
      return path.startsWith('/v2/api/call-history') ? { body: { calls, pagination } } : undefined
    },
    { clock, environment: { SERVICE_WORKSPACE_ID: 'ws_main=Main' } },
  )
  const read = async (path: string) => (await grace.get(path)).json as never
  await grace.get('/v2/api/active-calls')
  await grace.get('/v2/api/call-history')
  const totalOf = async (query: string) => {
    const { pagination }: { pagination: { total: number } } = await read(`/gateway/kept-calls?${query}`)
    return pagination.total
  }
  // Calls of the history are written in the background.
  await expect.poll(() => totalOf('state=ended')).toBe(calls.length)

  // Live: the wall, the overview's figure (the same answer) and Recent calls.
  const wall: { calls: LiveCall[] } = await read('/gateway/live-calls')
  const inProgress: { calls: ListedCall[]; pagination: { total: number } } = await read(
    '/gateway/kept-calls?state=in_progress',
  )
  const liveCount = wall.calls.filter((call) => call.live).length
  expect([liveCount, inProgress.pagination.total]).toEqual([11, 11])
  expect(inProgress.calls.map(({ state }) => state)).toEqual(live.map(() => 'in_progress'))

  // Ended: Recent calls, each way to count the calls of the day, and the list behind the figure.
  expect([(await totalOf('')) - liveCount, await totalOf('state=ended')]).toEqual([17, 17])
  const period = `from=${clock.now() - 24 * 3_600_000}&to=${clock.now() + 60_000}&zone=UTC`
  const countsBy = async (by: string) => {
    const { groups }: CallCounts = await read(`/gateway/reports/calls?${period}&by=${by}`)
    const sums: Record<string, number> = {}
    for (const group of groups)
      for (const [outcome, count] of Object.entries(group.outcomes)) sums[outcome] = (sums[outcome] ?? 0) + count
    return sums
  }
  const byHour = await countsBy('hour')
  for (const by of ['agent', 'country', 'day', 'outcome']) expect([by, await countsBy(by)]).toEqual([by, byHour])
  expect(Object.values(byHour).reduce((sum, count) => sum + count, 0)).toBe(17)
  const rowsBehind = async (query: string) => {
    const { calls: rows }: { calls: unknown[] } = await read(`/gateway/reports/calls/rows?limit=100&${query}`)
    return rows.length
  }
  const rowPeriod = `from=${clock.now() - 24 * 3_600_000}&to=${clock.now() + 60_000}`
  expect(await rowsBehind(rowPeriod)).toBe(17)
  for (const [outcome, count] of Object.entries(byHour))
    expect([outcome, await rowsBehind(`${rowPeriod}&outcome=${outcome}`)]).toEqual([outcome, count])
})
