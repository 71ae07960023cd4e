/**
 * Checks passwords, a few at a time. Each check takes 32 MB, and some 50 ms of a thread that the process also needs for other work, such
 * as resolving the service's address for a cancel. The limit prevents strangers from using all threads (promise R35).
 */
import { refusal } from '../shared/refusals.ts'

/** The maximum number of checks at the same time. Node has four threads for such work. */
const maxConcurrentChecks = 2
const maxWaitingChecks = 40
const retryAfterSeconds = 5

export type PasswordQueue = ReturnType<typeof createPasswordQueue>

/** @returns a queue that runs password checks, a few at a time */
export function createPasswordQueue() {
  let running = 0
  const waiting: (() => void)[] = []

  const waitForSlot = (hasPriority: boolean): Promise<void> =>
    new Promise((resolve) => {
      if (hasPriority) waiting.unshift(resolve)
      else waiting.push(resolve)
    })

  return {
    /**
     * Runs a check as soon as one of the slots is free.
     *
     * @param hasPriority true for known browsers and signed-in operators: their checks run before others, and are never refused
     * @throws Refusal 503 if too many checks are waiting
     */
    async run<T>(check: () => Promise<T>, { hasPriority }: { hasPriority: boolean }): Promise<T> {
      if (running >= maxConcurrentChecks) {
        // guard: few-passwords-at-once
        if (!hasPriority && waiting.length >= maxWaitingChecks)
          throw refusal({
            status: 503,
            code: 'sign_in_busy',
            retryAfter: retryAfterSeconds,
            message: `Too many people are signing in. You are not signed in. Try again in ${retryAfterSeconds} s.`,
          })
        await waitForSlot(hasPriority)
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
