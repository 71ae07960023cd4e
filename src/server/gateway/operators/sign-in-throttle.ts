/**
 * Failed sign-ins slow down one account at one place, and counted apart the place (reliability R35). A browser in which somebody has
 * signed in to the account before is counted by itself, so that strangers do not keep its owner out. Kept in memory, by hashes: what
 * people type takes no room, and neither places nor e-mails of those who failed rest anywhere.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Channel } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'

interface Failures {
  count: number
  /** On the steady clock. */
  until: number
}

/** An attempt to sign in. */
export interface Attempt {
  /** The account that is tried: an e-mail address, or a link. */
  account: string
  /** As `placeOf` has it. */
  place: string
  /** The browser, where this account has been signed in to before. */
  browser: string | null
}

const freeAttempts = { account: /* guard: failed-sign-ins-of-an-account */ 5, place: 20 }
const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000
const maxCounters = /* guard: sign-in-counts-are-bounded */ 10_000

/** The address alone: without a port, brackets or the name of an interface. */
const bareAddress = (written: string): string =>
  written
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

/** The first four groups of an IPv6 address: whoever has one address has the whole /64. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = (URL.parse(`http://[${address}]`)?.hostname ?? '').replace(/[[\]]/g, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0')
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, /* guard: network-is-one-place */ 4).join(':')
}

/**
 * Where somebody comes from, as far as it is counted: an IPv4 address, or the /64 of an IPv6 address.
 *
 * @param from `forwarded` is `X-Forwarded-For` where a proxy stands before us, as it does before a public address: it alone knows, and
 *   what it wrote is the last; all before that anybody may have written
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
  /** Of a known browser the place does not count: strangers may be there too. */
  const placeKey = ({ place, browser }: Attempt) => (browser === null ? keyOf('place', place) : null)
  cluster.subscribe('signInTries', ({ key, ...tries }) => void failures.set(key, tries))
  function note(key: string, tries: Failures): void {
    failures.set(key, tries)
    cluster.publish('signInTries', { key, ...tries })
  }
  const countOf = (key: string) => failures.get(key)?.count ?? 0

  function count(key: string, allowed: number): void {
    const over = countOf(key) + 1 - allowed
    const wait = over < 0 ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** over)
    note(key, { count: countOf(key) + 1, until: clock.steady() + wait })
  }

  return {
    /**
     * Somebody tries. It counts as failed until `succeeded` says otherwise: of many at once only the first are tried at all.
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
          message: `Too many failed tries. Nothing was done. Try again in ${wait} s.`,
        })
      count(account, freeAttempts.account)
      // guard: failed-sign-ins-of-a-place
      if (place !== null) count(place, freeAttempts.place)
    },

    /** The attempt succeeded: it does not count as failed. */
    succeeded(attempt: Attempt): void {
      note(accountKey(attempt), { count: 0, until: 0 })
      const place = placeKey(attempt)
      if (place !== null) note(place, { count: Math.max(0, countOf(place) - 1), until: 0 })
    },

    /** How many accounts, places and browsers are counted now. */
    size: () => failures.size,
  }
}
