/**
 * Failed sign-ins slow down the account, and counted apart the address they came from (reliability R35). Kept in memory: whoever
 * tries passwords cannot restart Switchboard, and neither addresses nor e-mails of those who failed rest anywhere.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import { refusal } from './refusals.ts'

interface Failures {
  count: number
  until: number
}

const free = { account: 5, address: 20 }
const firstWait = 30_000
const longestWait = 15 * 60_000

/**
 * Where somebody came from.
 *
 * @param from `forwarded` is `X-Forwarded-For` where a proxy stands before us, as it does before a public address: it alone knows, and
 *   what it wrote is the last; all before that anybody may have written
 */
export const remoteAddress = (from: { forwarded: string | undefined; remote: string | undefined }): string =>
  from.forwarded?.split(',').at(-1)?.trim() || from.remote || ''

export type SignInLimits = ReturnType<typeof createSignInLimits>

export function createSignInLimits(clock: Clock) {
  const failures = new LRUCache<string, Failures>({
    max: 10_000,
    ttl: longestWait,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const accountKey = (email: string) => `account ${email.trim().toLowerCase()}`
  const addressKey = (address: string) => `address ${address}`
  const countOf = (key: string) => failures.get(key)?.count ?? 0

  function count(key: string, allowed: number): void {
    const over = countOf(key) + 1 - allowed
    const wait = over < 0 ? 0 : Math.min(longestWait, firstWait * 2 ** over)
    failures.set(key, { count: countOf(key) + 1, until: clock.now() + wait })
  }

  return {
    /**
     * Somebody tries. It counts as failed until `succeeded` says otherwise: of many at once only the first are tried at all.
     *
     * @throws Refusal 429 with the seconds to wait; the same whether or not the account exists
     */
    attempt(email: string, address: string): void {
      const keys = [accountKey(email), addressKey(address)]
      const until = Math.max(...keys.map((key) => failures.get(key)?.until ?? 0))
      const wait = Math.ceil((until - clock.now()) / 1000)
      if (wait > 0)
        throw refusal({
          status: 429,
          code: 'too_many_tries',
          retryAfter: wait,
          message: `Too many failed sign-ins. Try again in ${wait} s.`,
        })
      count(accountKey(email), free.account)
      count(addressKey(address), free.address)
    },

    /** They knew the password. Their address has failed as often as before, and does not wait for it. */
    succeeded(email: string, address: string): void {
      failures.delete(accountKey(email))
      failures.set(addressKey(address), { count: Math.max(0, countOf(addressKey(address)) - 1), until: 0 })
    },
  }
}
