import { expect, test } from 'vitest'
import { createSignInLimits, remoteAddress } from './sign-in-limits.ts'

const home = '203.0.113.7'

/** Limits with a clock that can be turned. */
function limited() {
  let now = 1_000_000
  const limits = createSignInLimits({ now: () => now, steady: () => now })
  const turn = (seconds: number) => {
    now += seconds * 1_000
  }
  /** Seconds to wait; 0: may try. */
  const attempt = (email: string, address: string): number => {
    try {
      limits.attempt(email, address)
      return 0
    } catch (error) {
      return (error as { data: { retryAfter: number } }).data.retryAfter
    }
  }
  return { limits, turn, attempt }
}

test('R35 an account waits after five failures, longer after each further one, a quarter of an hour at most', () => {
  const { turn, attempt } = limited()
  for (let n = 0; n < 5; n += 1) expect(attempt('ines@example.com', `10.0.0.${n}`)).toBe(0)
  const waits = []
  for (let n = 0; n < 7; n += 1) {
    const wait = attempt(' Ines@Example.com', `10.0.1.${n}`)
    waits.push(wait)
    turn(wait)
    expect(attempt('ines@example.com', `10.0.2.${n}`)).toBe(0)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  turn(15 * 60 + 1)
  for (let n = 0; n < 5; n += 1) expect(attempt('ines@example.com', `10.0.3.${n}`)).toBe(0)
})

test('R35 an address waits after twenty, whichever accounts were tried, and no other address does', () => {
  const { limits, attempt } = limited()
  for (let n = 0; n < 19; n += 1) expect(attempt(`nobody-${n}@example.com`, home)).toBe(0)
  // Whoever knows the password is no failure, and takes none back.
  expect(attempt('ines@example.com', home)).toBe(0)
  limits.succeeded('ines@example.com', home)
  expect(attempt('nobody-19@example.com', home)).toBe(0)
  expect(attempt('ines@example.com', home)).toBe(30)
  expect(attempt('ines@example.com', '203.0.113.8')).toBe(0)
})

test('R35 who knows the password starts anew', () => {
  const { limits, attempt } = limited()
  for (let n = 0; n < 4; n += 1) attempt('ines@example.com', home)
  expect(attempt('ines@example.com', home)).toBe(0)
  limits.succeeded('ines@example.com', home)
  for (let n = 0; n < 5; n += 1) expect(attempt('ines@example.com', home)).toBe(0)
  expect(attempt('ines@example.com', home)).toBe(30)
})

test('R35 behind a proxy an address is what the proxy wrote, and not what the visitor did', () => {
  const remote = '127.0.0.1'
  expect(remoteAddress({ forwarded: `10.0.0.1, ${home}`, remote })).toBe(home)
  expect(remoteAddress({ forwarded: '', remote })).toBe(remote)
  expect(remoteAddress({ forwarded: undefined, remote })).toBe(remote)
})
