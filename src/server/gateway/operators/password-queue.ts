/**
 * Checks passwords, a few at a time. Each check takes 32 MB and some 50 ms of a thread that the process also needs for other work, such as
 * resolving the service's address for a Cancel. So strangers from many places cannot take all threads (reliability R35).
 */
import { refusal } from '../shared/refusals.ts'

/** Checks that run at the same time, of the four threads that Node has for such work. */
const maxConcurrentChecks = 2
const maxWaiting = 40
const retryAfterSeconds = 5

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/** @returns a queue that runs password checks, a few at a time */
export function createPasswordQueue() {
  let running = 0
  const waiting: (() => void)[] = []

  const turn = (first: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (first) waiting.unshift(resolve)
      else waiting.push(resolve)
    })

  return {
    /**
     * @param first for somebody who is known already: they go before the strangers, and are never turned away
     * @throws Refusal 503 when too many wait
     */
    async run<T>(check: () => Promise<T>, { first }: { first: boolean }): Promise<T> {
      if (running >= maxConcurrentChecks) {
        // guard: few-passwords-at-once
        if (!first && waiting.length >= maxWaiting)
          throw refusal({
            status: 503,
            code: 'sign_in_busy',
            retryAfter: retryAfterSeconds,
            message: `Too many people are signing in at this moment. You are not signed in. Try again in ${retryAfterSeconds} s.`,
          })
        await turn(first)
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
