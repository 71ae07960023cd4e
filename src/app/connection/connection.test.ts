import { describe, expect, it } from 'vitest'
import { connectionOf } from './connection.ts'

const now = 1_000_000
const runningService = { address: 'http://127.0.0.1:4401', state: 'up', since: null } as const
const healthy = {
  readAt: now - 2_000,
  hasFailedPoll: false,
  service: runningService,
  isOnline: true,
  visibleSince: 0,
  now,
}

describe('the connection', () => {
  it('is ok while polls of the status are answered', () => {
    expect(connectionOf(healthy).state).toBe('ok')
  })

  it('is down as soon as a poll fails, since the last answer', () => {
    expect(connectionOf({ ...healthy, hasFailedPoll: true })).toEqual({ state: 'gateway_down', since: now - 2_000 })
  })

  it('is down after twelve seconds without an answer, even if no request failed', () => {
    expect(connectionOf({ ...healthy, readAt: now - 12_000 }).state).toBe('ok')
    expect(connectionOf({ ...healthy, readAt: now - 12_001 }).state).toBe('gateway_down')
  })

  it('ignores the time while the page was hidden', () => {
    expect(connectionOf({ ...healthy, readAt: now - 600_000, visibleSince: now - 3_000 }).state).toBe('ok')
  })

  it('is offline if the browser is offline, whatever else fails', () => {
    expect(connectionOf({ ...healthy, isOnline: false, hasFailedPoll: true }).state).toBe('offline')
  })

  it('distinguishes a service that is down from one that rejects the key, each with its time', () => {
    expect(connectionOf({ ...healthy, service: { ...runningService, state: 'down', since: 5 } })).toEqual({
      state: 'service_down',
      since: 5,
    })
    expect(connectionOf({ ...healthy, service: { ...runningService, state: 'key_refused', since: 6 } })).toEqual({
      state: 'key_refused',
      since: 6,
    })
  })
})
