import { describe, expect, it } from 'vitest'
import type { PersonCall } from '#contract/index.ts'
import { callBefore } from './calls.ts'

const draftAt = Date.UTC(2026, 10, 20, 10, 30)
const minuteMs = 60_000
const call = (fields: Partial<PersonCall>): PersonCall => ({
  kind: 'call',
  key: 'call/r1',
  at: draftAt - 10 * minuteMs,
  roomName: 'r1',
  agentName: null,
  operator: null,
  batchId: null,
  batchName: null,
  state: 'ended',
  lines: 0,
  duration: null,
  endedAt: null,
  result: null,
  resultSource: null,
  said: null,
  ...fields,
})

describe('the call before a draft', () => {
  it('is the latest that began before it', () => {
    const later = call({ roomName: 'later', at: draftAt + minuteMs })
    const [latest, earlier] = [call({ roomName: 'latest' }), call({ roomName: 'earlier', at: draftAt - 90 * minuteMs })]
    expect(callBefore([later, latest, earlier], draftAt)?.call).toBe(latest)
    expect(callBefore([later], draftAt)).toBeNull()
  })
  it('counts although the clock of the service is a little behind', () => {
    expect(callBefore([call({ at: draftAt + 2_000 })], draftAt)?.gapMs).toBe(0)
  })
  it('is not known for a draft without a time', () => {
    expect(callBefore([call({})], null)).toBeNull()
  })
  it('is as far away as its end: when that was noticed, or after its duration', () => {
    const gapOf = (fields: Partial<PersonCall>) => callBefore([call(fields)], draftAt)?.gapMs
    expect(gapOf({ endedAt: draftAt - 3 * minuteMs, duration: 60 })).toBe(3 * minuteMs)
    expect(gapOf({ duration: 60 })).toBe(9 * minuteMs)
    expect(gapOf({ endedAt: draftAt + 20_000 })).toBe(0)
  })
})
