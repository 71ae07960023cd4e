import { describe, expect, test } from 'vitest'
import { connectChannels } from '../testing/channels.ts'
import { createSignInLimits, networkAddressOf, type SignInAttempt } from './sign-in-throttle.ts'

const homeAddress = '203.0.113.7'
const ines = 'ines@example.com'

/** Creates the limits of two gateways, with a clock that the test advances. */
function createTestLimits() {
  let steadyMs = 1_000_000
  const clock = { now: () => 0, steady: () => steadyMs }
  const [channel, otherChannel] = connectChannels()
  const limits = createSignInLimits(clock, channel)
  const otherLimits = createSignInLimits(clock, otherChannel)
  const advance = (seconds: number) => {
    steadyMs += seconds * 1_000
  }
  /** Attempts to sign in. @returns the seconds to wait; 0: the attempt is allowed */
  const tryToSignIn = (account: string, network: string, browser: string | null = null, gateway = limits): number => {
    try {
      gateway.begin({ account, network, browser })
      return 0
    } catch (error) {
      return (error as { data: { retryAfter: number } }).data.retryAfter
    }
  }
  const attemptOf = (account: string, network: string, browser: string | null = null): SignInAttempt => ({
    account,
    network,
    browser,
  })
  return { limits, otherLimits, advance, tryToSignIn, attemptOf }
}

describe('failed sign-ins', { tags: ['R35'] }, () => {
  test('for an account from one network start a wait after the fifth, which doubles up to 15 minutes', () => {
    const { advance, tryToSignIn } = createTestLimits()
    for (let n = 0; n < 5; n += 1) expect(tryToSignIn(ines, homeAddress)).toBe(0)
    const waitSeconds = []
    for (let n = 0; n < 7; n += 1) {
      const seconds = tryToSignIn(ines, homeAddress)
      waitSeconds.push(seconds)
      advance(seconds)
      expect(tryToSignIn(ines, homeAddress)).toBe(0)
    }
    expect(waitSeconds).toEqual([30, 60, 120, 240, 480, 900, 900])
    advance(15 * 60 + 1)
    for (let n = 0; n < 5; n += 1) expect(tryToSignIn(ines, homeAddress)).toBe(0)
  })

  test('are counted and reset at all gateways', () => {
    const { limits, otherLimits, tryToSignIn, attemptOf } = createTestLimits()
    for (let n = 0; n < 5; n += 1) expect(tryToSignIn(ines, homeAddress)).toBe(0)
    tryToSignIn(ines, homeAddress)
    expect(tryToSignIn(ines, homeAddress, null, otherLimits)).toBe(30)
    otherLimits.succeeded(attemptOf(ines, homeAddress))
    expect(tryToSignIn(ines, homeAddress, null, limits)).toBe(0)
  })

  test('from another network do not lock the owner out', () => {
    const { tryToSignIn } = createTestLimits()
    for (let n = 0; n < 6; n += 1) tryToSignIn(ines, '198.51.100.1')
    expect(tryToSignIn(ines, '198.51.100.1')).toBe(30)
    expect(tryToSignIn(ines, homeAddress)).toBe(0)
  })

  test('in a known browser are counted separately from others on its network', () => {
    const { tryToSignIn, limits, attemptOf } = createTestLimits()
    for (let n = 0; n < 30; n += 1) tryToSignIn(ines, homeAddress)
    for (let n = 0; n < 5; n += 1) expect(tryToSignIn(ines, homeAddress, 'known')).toBe(0)
    expect(tryToSignIn(ines, homeAddress, 'known')).toBe(30)
    expect(tryToSignIn(ines, homeAddress, 'another known')).toBe(0)
    // A success in a known browser does not shorten the wait of others on its network.
    limits.succeeded(attemptOf(ines, homeAddress, 'another known'))
    expect(tryToSignIn(ines, homeAddress)).toBe(30)
  })

  test('for any account from one network start a wait for all accounts after the twentieth, but not for other networks', {
    tags: ['failed-sign-ins-of-a-place'],
  }, () => {
    const { limits, tryToSignIn, attemptOf } = createTestLimits()
    for (let n = 0; n < 19; n += 1) expect(tryToSignIn(`nobody-${n}@example.com`, homeAddress)).toBe(0)
    // A success neither counts as a failure nor removes earlier ones.
    expect(tryToSignIn(ines, homeAddress)).toBe(0)
    limits.succeeded(attemptOf(ines, homeAddress))
    expect(tryToSignIn('nobody-19@example.com', homeAddress)).toBe(0)
    expect(tryToSignIn(ines, homeAddress)).toBe(30)
    expect(tryToSignIn(ines, '203.0.113.8')).toBe(0)
  })

  test('of an account are reset by a success', () => {
    const { limits, tryToSignIn, attemptOf } = createTestLimits()
    for (let n = 0; n < 4; n += 1) tryToSignIn(ines, homeAddress)
    expect(tryToSignIn(ines, homeAddress)).toBe(0)
    limits.succeeded(attemptOf(ines, homeAddress))
    for (let n = 0; n < 5; n += 1) expect(tryToSignIn(ines, homeAddress)).toBe(0)
    expect(tryToSignIn(ines, homeAddress)).toBe(30)
  })

  test('are counted by a bounded number of counters', { tags: ['sign-in-counts-are-bounded'] }, () => {
    const { limits, tryToSignIn } = createTestLimits()
    for (let n = 0; n < 12_000; n += 1) tryToSignIn(`${n}@example.com`, `10.0.${n >> 8}.${n & 255}`)
    expect(limits.size()).toBe(10_000)
  })
})

describe('network address', { tags: ['R35'] }, () => {
  const remote = '127.0.0.1'
  const addressBehindProxy = (forwarded: string) => networkAddressOf({ forwarded, remote })

  test('is the entry of the proxy in X-Forwarded-For, not one from the client', () => {
    expect(addressBehindProxy(`10.0.0.1, ${homeAddress}`)).toBe(homeAddress)
    expect(addressBehindProxy('')).toBe(remote)
    expect(networkAddressOf({ forwarded: undefined, remote })).toBe(remote)
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['[2001:db8:1:2::9]:55123', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', homeAddress],
    [`${homeAddress}:55123`, homeAddress],
  ])('%s counts as %s', (address, network) => {
    expect(addressBehindProxy(address)).toBe(network)
    expect(networkAddressOf({ forwarded: undefined, remote: address })).toBe(network)
  })
})
