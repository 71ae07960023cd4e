import { describe, expect, it } from 'vitest'
import { judge } from './connection.ts'

const now = 1_000_000
const up = { address: 'http://127.0.0.1:4401', state: 'up', since: null } as const
const fine = { readAt: now - 2_000, noAnswer: false, service: up, online: true, shownSince: 0, now }

describe('the connection', () => {
  it('is fine while the status is answered', () => {
    expect(judge(fine).state).toBe('ok')
  })

  it('is gone as soon as nobody answers, with the moment of the last answer', () => {
    expect(judge({ ...fine, noAnswer: true })).toEqual({ state: 'gateway_down', since: now - 2_000 })
  })

  it('is gone after twelve silent seconds, though no request failed', () => {
    expect(judge({ ...fine, readAt: now - 12_000 }).state).toBe('ok')
    expect(judge({ ...fine, readAt: now - 12_001 }).state).toBe('gateway_down')
  })

  it('is not called gone for the time in which nobody looked', () => {
    expect(judge({ ...fine, readAt: now - 600_000, shownSince: now - 3_000 }).state).toBe('ok')
  })

  it('says offline before anything else', () => {
    expect(judge({ ...fine, online: false, noAnswer: true }).state).toBe('offline')
  })

  it('tells a service that is down from a key that it refuses, each with its since', () => {
    expect(judge({ ...fine, service: { ...up, state: 'down', since: 5 } })).toEqual({ state: 'service_down', since: 5 })
    expect(judge({ ...fine, service: { ...up, state: 'key_refused', since: 6 } })).toEqual({
      state: 'key_refused',
      since: 6,
    })
  })
})
