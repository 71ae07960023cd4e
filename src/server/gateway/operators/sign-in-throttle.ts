/**
 * Throttles sign-ins after failed attempts. Failures are counted for each account and network address, and for each network address
 * (promise R35). A browser that has signed in to the account before is counted by itself, so strangers cannot lock its owner out. The
 * counts are in memory, by hashes, so neither addresses nor e-mails are stored.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Channel } from '../cluster/cluster.ts'
import { atMost } from '../shared/at-most.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'

interface Failures {
  count: number
  /** When the next attempt is allowed, ms of the steady clock. */
  until: number
}

/** An attempt to sign in. */
export interface SignInAttempt {
  /** What the attempt is for: an e-mail address, or a link. */
  account: string
  /** From `placeOf`. */
  network: string
  /** The browser's ID if this account has signed in with it before; otherwise null. */
  browser: string | null
}

/** The number of failures without a wait. */
const freeAttempts = { account: /* guard: failed-sign-ins-of-an-account */ 5, network: 20 }
const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000
const maxCounters = /* guard: sign-in-counts-are-bounded */ 10_000

/** Removes the port, brackets and interface name from an address. */
const stripAddress = (address: string): string =>
  address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

/** The first four groups of an IPv6 address. A client usually has all addresses with the same first four groups. */
function ipv6NetworkOf(address: string): string {
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]`)?.hostname ?? '').replace(/[[\]]/g, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, /* guard: network-is-one-place */ 4).join(':')
}

/**
 * The network for which attempts are counted: an IPv4 address, or the /64 of an IPv6 address.
 *
 * @param source `forwarded`: the `X-Forwarded-For` header if there is a proxy (a public address requires one). Only its last entry is from
 *   the proxy; a client can forge all earlier ones
 */
export function networkAddressOf(source: { forwarded: string | undefined; remote: string | undefined }): string {
  const address = stripAddress(source.forwarded?.split(',').at(-1)?.trim() || source.remote || '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${ipv6NetworkOf(address)}::/64` : address
}

export type SignInLimits = ReturnType<typeof createSignInLimits>

/** Counts failed attempts, and shares the counts with the other gateways. */
export function createSignInLimits(clock: Clock, cluster: Channel) {
  const failures = new LRUCache<string, Failures>({
    ...atMost(maxCounters),
    ttl: maxWaitMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  const accountKey = ({ account, network, browser }: SignInAttempt) =>
    browser === null
      ? keyOf('network', /* guard: failures-elsewhere-lock-nobody-out */ network, account)
      : keyOf('browser', browser, account)
  /** null for known browsers: they do not count for their network, which strangers may share. */
  const networkKey = ({ network, browser }: SignInAttempt) => (browser === null ? keyOf('network', network) : null)
  cluster.subscribe('signInTries', ({ key, ...counted }) => void failures.set(key, counted))
  function setFailures(key: string, counted: Failures): void {
    failures.set(key, counted)
    cluster.publish('signInTries', { key, ...counted })
  }
  const countOf = (key: string) => failures.get(key)?.count ?? 0

  function countFailure(key: string, maxFreeAttempts: number): void {
    const excess = countOf(key) + 1 - maxFreeAttempts
    const waitMs = excess < 0 ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** excess)
    setFailures(key, { count: countOf(key) + 1, until: clock.steady() + waitMs })
  }

  return {
    /**
     * Counts an attempt as failed until `succeeded` is called, so simultaneous attempts cannot exceed the limit.
     *
     * @throws Refusal 429 with the seconds to wait. The answer does not depend on whether the account exists
     */
    begin(attempt: SignInAttempt): void {
      const [account, network] = [accountKey(attempt), networkKey(attempt)]
      const until = Math.max(...[account, network].map((key) => (key === null ? 0 : (failures.get(key)?.until ?? 0))))
      const waitSeconds = Math.ceil((until - clock.steady()) / 1000)
      if (waitSeconds > 0)
        throw refusal({
          status: 429,
          code: 'too_many_tries',
          retryAfter: waitSeconds,
          message: `Too many failed attempts. Nothing was changed. Try again in ${waitSeconds} s.`,
        })
      countFailure(account, freeAttempts.account)
      // guard: failed-sign-ins-of-a-place
      if (network !== null) countFailure(network, freeAttempts.network)
    },

    /** Records that the attempt succeeded, so that it does not count as failed. */
    succeeded(attempt: SignInAttempt): void {
      setFailures(accountKey(attempt), { count: 0, until: 0 })
      const network = networkKey(attempt)
      if (network !== null) setFailures(network, { count: Math.max(0, countOf(network) - 1), until: 0 })
    },

    /** The number of counters in memory. */
    size: () => failures.size,
  }
}
