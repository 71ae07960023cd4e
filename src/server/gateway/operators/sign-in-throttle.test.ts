import { describe, expect, test } from 'vitest'
import { connectChannels } from '../testing/channels.ts'
import { type Attempt, createSignInLimits, placeOf } from './sign-in-throttle.ts'

const home = '203.0.113.7'
const ines = 'ines@example.com'

/** Limits with a clock that the test advances. */
function limited() {
  let steady = 1_000_000
  const clock = { now: () => 0, steady: () => steady }
  const [channel, other] = connectChannels()
  const limits = createSignInLimits(clock, channel)
  const elsewhere = createSignInLimits(clock, other)
  const turn = (seconds: number) => {
    steady += seconds * 1_000
  }
  /** Seconds to wait; 0: the attempt is allowed. */
  const attempt = (account: string, place: string, browser: string | null = null, at = limits): number => {
    try {
      at.attempt({ account, place, browser })
      return 0
    } catch (error) {
      return (error as { data: { retryAfter: number } }).data.retryAfter
    }
  }
  const at = (account: string, place: string, browser: string | null = null): Attempt => ({ account, place, browser })
  return { limits, elsewhere, turn, attempt, at }
}

describe('failed sign-ins', { tags: ['R35'] }, () => {
  test('five failures for an account from one network start a wait, which doubles up to 15 minutes', () => {
    const { turn, attempt } = limited()
    for (let n = 0; n < 5; n += 1) expect(attempt(ines, home)).toBe(0)
    const waits = []
    for (let n = 0; n < 7; n += 1) {
      const wait = attempt(ines, home)
      waits.push(wait)
      turn(wait)
      expect(attempt(ines, home)).toBe(0)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
    turn(15 * 60 + 1)
    for (let n = 0; n < 5; n += 1) expect(attempt(ines, home)).toBe(0)
  })

  test('are counted by all gateways and reset by all on success', () => {
    const { limits, elsewhere, attempt, at } = limited()
    for (let n = 0; n < 5; n += 1) expect(attempt(ines, home)).toBe(0)
    attempt(ines, home)
    expect(attempt(ines, home, null, elsewhere)).toBe(30)
    elsewhere.succeeded(at(ines, home))
    expect(attempt(ines, home, null, limits)).toBe(0)
  })

  test('from another network do not lock the owner out', () => {
    const { attempt } = limited()
    for (let n = 0; n < 6; n += 1) attempt(ines, '198.51.100.1')
    expect(attempt(ines, '198.51.100.1')).toBe(30)
    expect(attempt(ines, home)).toBe(0)
  })

  test('from a known browser are counted apart from others on its network', () => {
    const { attempt, limits, at } = limited()
    for (let n = 0; n < 30; n += 1) attempt(ines, home)
    for (let n = 0; n < 5; n += 1) expect(attempt(ines, home, 'known')).toBe(0)
    expect(attempt(ines, home, 'known')).toBe(30)
    expect(attempt(ines, home, 'another known')).toBe(0)
    // Its success does not shorten the others' wait.
    limits.succeeded(at(ines, home, 'another known'))
    expect(attempt(ines, home)).toBe(30)
  })

  test('twenty failures from one network make it wait for any account, and no other network', {
    tags: ['failed-sign-ins-of-a-place'],
  }, () => {
    const { limits, attempt, at } = limited()
    for (let n = 0; n < 19; n += 1) expect(attempt(`nobody-${n}@example.com`, home)).toBe(0)
    // A success neither counts as a failure nor removes earlier ones.
    expect(attempt(ines, home)).toBe(0)
    limits.succeeded(at(ines, home))
    expect(attempt('nobody-19@example.com', home)).toBe(0)
    expect(attempt(ines, home)).toBe(30)
    expect(attempt(ines, '203.0.113.8')).toBe(0)
  })

  test('are reset for the account by a success', () => {
    const { limits, attempt, at } = limited()
    for (let n = 0; n < 4; n += 1) attempt(ines, home)
    expect(attempt(ines, home)).toBe(0)
    limits.succeeded(at(ines, home))
    for (let n = 0; n < 5; n += 1) expect(attempt(ines, home)).toBe(0)
    expect(attempt(ines, home)).toBe(30)
  })

  test('are counted in a bounded number of entries', { tags: ['sign-in-counts-are-bounded'] }, () => {
    const { limits, attempt } = limited()
    for (let n = 0; n < 12_000; n += 1) attempt(`${n}@example.com`, `10.0.${n >> 8}.${n & 255}`)
    expect(limits.size()).toBe(10_000)
  })
})

describe('network address', { tags: ['R35'] }, () => {
  const remote = '127.0.0.1'
  const forwarded = (address: string) => placeOf({ forwarded: address, remote })

  test('comes from the proxy’s own entry in X-Forwarded-For, not from the client’s', () => {
    expect(forwarded(`10.0.0.1, ${home}`)).toBe(home)
    expect(forwarded('')).toBe(remote)
    expect(placeOf({ forwarded: undefined, remote })).toBe(remote)
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['[2001:db8:1:2::9]:55123', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', home],
    [`${home}:55123`, home],
  ])('%s counts as %s', (address, place) => {
    expect(forwarded(address)).toBe(place)
    expect(placeOf({ forwarded: undefined, remote: address })).toBe(place)
  })
})
