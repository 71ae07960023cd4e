import { describe, expect, it } from 'vitest'
import { connectionOf } from './connection.ts'

const now = 1_000_000
const up = { address: 'http://127.0.0.1:4401', state: 'up', since: null } as const
const fine = { readAt: now - 2_000, noAnswer: false, service: up, online: true, shownSince: 0, now }

describe('the connection', () => {
  it('is ok while the status is answered', () => {
    expect(connectionOf(fine).state).toBe('ok')
  })

  it('is down as soon as a poll gets no answer, since the last answer', () => {
    expect(connectionOf({ ...fine, noAnswer: true })).toEqual({ state: 'gateway_down', since: now - 2_000 })
  })

  it('is down after twelve seconds without an answer, even if no request failed', () => {
    expect(connectionOf({ ...fine, readAt: now - 12_000 }).state).toBe('ok')
    expect(connectionOf({ ...fine, readAt: now - 12_001 }).state).toBe('gateway_down')
  })

  it('ignores the time while the page was hidden', () => {
    expect(connectionOf({ ...fine, readAt: now - 600_000, shownSince: now - 3_000 }).state).toBe('ok')
  })

  it('is offline if the browser is, whatever else is wrong', () => {
    expect(connectionOf({ ...fine, online: false, noAnswer: true }).state).toBe('offline')
  })

  it('tells a service that is down from one that rejects the key, each with its time', () => {
    expect(connectionOf({ ...fine, service: { ...up, state: 'down', since: 5 } })).toEqual({
      state: 'service_down',
      since: 5,
    })
    expect(connectionOf({ ...fine, service: { ...up, state: 'key_refused', since: 6 } })).toEqual({
      state: 'key_refused',
      since: 6,
    })
  })
})
