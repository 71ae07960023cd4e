/**
 * Throttles sign-ins after failed attempts: for each account from each place, and separately for each place (reliability R35). A place is
 * a network address or range. A browser that has signed in to the account before is counted by itself, so strangers cannot lock its owner
 * out. The counts are in memory, under hashes, so neither addresses nor e-mails are stored.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'

interface Failures {
  count: number
  /** End of the wait, ms of the steady clock. */
  until: number
}

/** An attempt to sign in. */
export interface Attempt {
  /** The account that is tried: an e-mail address, or a link. */
  account: string
  /** From `placeOf`. */
  place: string
  /** The browser, if this account has signed in there before. */
  browser: string | null
}

const freeAttempts = { account: /* guard: failed-sign-ins-of-an-account */ 5, place: 20 }
const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000
const maxCounters = /* guard: sign-in-counts-are-bounded */ 10_000

/** The address without port, brackets and interface name. */
const bareAddress = (written: string): string =>
  written
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

/** The first four groups of an IPv6 address: whoever has one address usually has the whole /64. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]`)?.hostname ?? '').replace(/[[\]]/g, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, /* guard: network-is-one-place */ 4).join(':')
}

/**
 * The network for which attempts are counted: an IPv4 address, or the /64 of an IPv6 address.
 *
 * @param from `forwarded` is `X-Forwarded-For` if there is a proxy, as there is for a public address. The proxy wrote its last entry;
 *   clients can forge all earlier ones
 */
export function placeOf(from: { forwarded: string | undefined; remote: string | undefined }): string {
  const address = bareAddress(from.forwarded?.split(',').at(-1)?.trim() || from.remote || '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIPv6(address) ? `${networkOf(address)}::/64` : address
}

export type SignInLimits = ReturnType<typeof createSignInLimits>

/** Counts failed attempts and shares the counts with the other gateways. Counts are in memory only. */
export function createSignInLimits(clock: Clock, cluster: Channel) {
  const failures = new LRUCache<string, Failures>({
    max: maxCounters,
    ttl: maxWaitMs,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const keyOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  const accountKey = ({ account, place, browser }: Attempt) =>
    browser === null
      ? keyOf('place', /* guard: failures-elsewhere-lock-nobody-out */ place, account)
      : keyOf('browser', browser, account)
  /** Known browsers do not count for their place, which strangers may share. */
  const placeKey = ({ place, browser }: Attempt) => (browser === null ? keyOf('place', place) : null)
  cluster.subscribe('signInTries', ({ key, ...tries }) => void failures.set(key, tries))
  function setFailures(key: string, tries: Failures): void {
    failures.set(key, tries)
    cluster.publish('signInTries', { key, ...tries })
  }
  const countOf = (key: string) => failures.get(key)?.count ?? 0

  function count(key: string, allowed: number): void {
    const excess = countOf(key) + 1 - allowed
    const wait = excess < 0 ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** excess)
    setFailures(key, { count: countOf(key) + 1, until: clock.steady() + wait })
  }

  return {
    /**
     * Counts an attempt as failed until `succeeded` is called, so only the first of many simultaneous attempts are checked.
     *
     * @throws Refusal 429 with the seconds to wait; the same whether or not the account exists
     */
    attempt(attempt: Attempt): void {
      const [account, place] = [accountKey(attempt), placeKey(attempt)]
      const until = Math.max(...[account, place].map((key) => (key === null ? 0 : (failures.get(key)?.until ?? 0))))
      const wait = Math.ceil((until - clock.steady()) / 1000)
      if (wait > 0)
        throw refusal({
          status: 429,
          code: 'too_many_tries',
          retryAfter: wait,
          message: `Too many failed attempts. Nothing was changed. Try again in ${wait} s.`,
        })
      count(account, freeAttempts.account)
      // guard: failed-sign-ins-of-a-place
      if (place !== null) count(place, freeAttempts.place)
    },

    /** The attempt succeeded, so it does not count as failed. */
    succeeded(attempt: Attempt): void {
      setFailures(accountKey(attempt), { count: 0, until: 0 })
      const place = placeKey(attempt)
      if (place !== null) setFailures(place, { count: Math.max(0, countOf(place) - 1), until: 0 })
    },

    /** Number of counters in memory. */
    size: () => failures.size,
  }
}
