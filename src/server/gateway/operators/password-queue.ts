/**
 * Checks passwords, a few at a time. Each check takes 32 MB and some 50 ms of a thread that the process also needs for other work, such as
 * resolving the service's address for a cancel. The limit prevents strangers from taking all threads (reliability R35).
 */
import { refusal } from '../shared/refusals.ts'

/** Checks that run at the same time. Node has four threads for such work. */
const maxConcurrentChecks = 2
const maxWaiting = 40
const retryAfterSeconds = 5

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/** @returns a queue that runs password checks, a few at a time */
export function createPasswordQueue() {
  let running = 0
  const waiting: (() => void)[] = []

  const waitForSlot = (first: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (first) waiting.unshift(resolve)
      else waiting.push(resolve)
    })

  return {
    /**
     * @param first for known browsers and operators: they go before others and are never turned away
     * @throws Refusal 503 if too many are waiting
     */
    async run<T>(check: () => Promise<T>, { first }: { first: boolean }): Promise<T> {
      if (running >= maxConcurrentChecks) {
        // guard: few-passwords-at-once
        if (!first && waiting.length >= maxWaiting)
          throw refusal({
            status: 503,
            code: 'sign_in_busy',
            retryAfter: retryAfterSeconds,
            message: `Too many people are signing in. You are not signed in. Try again in ${retryAfterSeconds} s.`,
          })
        await waitForSlot(first)
      } else running += 1
      try {
        return await check()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
