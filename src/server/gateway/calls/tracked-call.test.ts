import { describe, expect, it, test } from 'vitest'
import { emptyHistory } from './call-concerns.ts'
import { emptySummary, isUrgent, outcomeSoFar, startedCall } from './tracked-call.ts'

const readAt = 1_000_000
const call = { ...emptySummary('a1-r1', '+14155550134', 'Finn'), duration: 100 }
const tracked = startedCall(call, { batchId: null, workspace: 'main', readAt })
const concern = (reason: 'falling' | 'long') => [{ reason, words: '', since: 0 }]

test('a call is urgent while it is young, also since it was read, and if it goes wrong', () => {
  expect(isUrgent(tracked, readAt)).toBe(false)
  const young = { ...tracked, call: { ...call, duration: 20 } }
  expect(isUrgent(young, readAt + 9_000)).toBe(true)
  expect(isUrgent(young, readAt + 10_000)).toBe(false)
  expect(isUrgent({ ...tracked, concerns: concern('falling') }, readAt)).toBe(true)
  expect(isUrgent({ ...tracked, concerns: concern('long') }, readAt)).toBe(false)
})

test('a call whose duration is unknown is not urgent for that', () => {
  expect(isUrgent({ ...tracked, call: { ...call, duration: null } }, readAt)).toBe(false)
})

describe('the outcome so far', () => {
  const asked = { role: 'agent', content: 'Do you want to renew?' }
  const yes = { role: 'customer', content: 'Yes, please.' }
  const unknownSpeaker = { role: '', content: 'Goodbye.' }
  const known = (lines: { role: string; content: string }[], outcome: 'agreed' | null) => ({
    history: { ...emptyHistory(0), lines },
    outcome,
  })

  it('is a guess from lines whose speakers are known', () => {
    expect(outcomeSoFar([asked, yes], undefined)).toBe('agreed')
    expect(outcomeSoFar([asked, { ...yes, role: '' }], undefined)).toBeNull()
  })

  it('stays when later lines have no speaker, and follows once the speakers are read', () => {
    expect(outcomeSoFar([asked, yes, unknownSpeaker], known([asked, yes], 'agreed'))).toBe('agreed')
    const unread = known([asked, { ...yes, role: '' }], null)
    expect(outcomeSoFar([asked, yes], unread)).toBe('agreed')
  })
})
