/** Failed sign-ins slow down the account, and counted apart the address they came from (reliability R35). */
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

export type SignInLimits = ReturnType<typeof createSignInLimits>

export function createSignInLimits(clock: Clock) {
  const failures = new LRUCache<string, Failures>({
    max: 10_000,
    ttl: longestWait,
    ttlResolution: 0,
    perf: { now: clock.steady },
  })
  const keys = (email: string, address: string): [string, number][] => [
    [`account ${email.trim().toLowerCase()}`, free.account],
    [`address ${address}`, free.address],
  ]

  return {
    /** @throws Refusal 429 with the seconds to wait; the same whether or not the account exists */
    check(email: string, address: string): void {
      const until = Math.max(...keys(email, address).map(([key]) => failures.get(key)?.until ?? 0))
      const wait = Math.ceil((until - clock.now()) / 1000)
      if (wait > 0)
        throw refusal({
          status: 429,
          code: 'too_many_tries',
          retryAfter: wait,
          message: `Too many failed sign-ins. Try again in ${wait} s.`,
        })
    },

    failed(email: string, address: string): void {
      for (const [key, allowed] of keys(email, address)) {
        const count = (failures.get(key)?.count ?? 0) + 1
        const over = count - allowed
        const wait = over < 0 ? 0 : Math.min(longestWait, firstWait * 2 ** over)
        failures.set(key, { count, until: clock.now() + wait })
      }
    },

    succeeded(email: string): void {
      failures.delete(`account ${email.trim().toLowerCase()}`)
    },
  }
}
