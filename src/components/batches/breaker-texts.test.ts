import { expect, test } from 'vitest'
import { notCalledText, stopReasonsText, stopText } from './breaker-texts.ts'

const notConnected = { reason: 'The call could not be connected.', count: 12 }
const breakerStop = {
  at: 0,
  ended: 24,
  failed: 14,
  read: 14,
  technical: 14,
  reasons: [notConnected, { reason: 'No route', count: 2 }],
}

test('a batch that the circuit breaker stopped says how many calls failed, and why', () => {
  expect(stopText(breakerStop)).toBe('14 of the first 24 calls failed for a technical reason')
  expect(stopReasonsText(breakerStop)).toBe('12 × The call could not be connected, 2 × No route')
  expect(stopText({ ...breakerStop, ended: 1_000, failed: 600, read: 100, technical: 90 })).toBe(
    '600 of the first 1,000 calls failed; 90 of the 100 known reasons are technical',
  )
})

test.each([
  [76, false, '76 people were not called.'],
  [1, false, '1 person was not called.'],
  [76, true, '76 waiting calls were cancelled.'],
  [76, null, '76 waiting calls were cancelled.'],
  [0, false, ''],
  [null, false, ''],
])('for %s cancelled calls, with call-backs %s, says: %s', (cancelled, callsBack, text) => {
  expect(notCalledText(cancelled, callsBack)).toBe(text)
})
