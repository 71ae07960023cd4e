/**
 * One intention of a person: a key that the gateway knows it by, carried out by one run at a time. While nobody knows how it
 * ended it keeps its key, so that asking again joins what was begun; after a final answer the next try is another intention.
 */
import { Refusal } from '#contract/index.ts'

/** Nothing of it happened, and that is certain. */
const isFinal = ({ data }: Refusal) => data.sent === 'no' && data.by !== 'network'

export interface Intention {
  /** Runs `act` under the intention's key, unless it is running already: then null, and nothing is done. */
  carryOut: <T>(act: (key: string) => Promise<T>) => Promise<T | null>
  /** What is asked for has changed: another intention. Without effect while one is under way. */
  renew: () => void
}

export function createIntention(newKey: () => string): Intention {
  let key: string | null = null
  let running = false
  return {
    async carryOut(act) {
      if (running) return null
      running = true
      key ??= newKey()
      try {
        const answer = await act(key)
        key = null
        return answer
      } catch (error) {
        if (error instanceof Refusal && isFinal(error)) key = null
        throw error
      } finally {
        running = false
      }
    },
    renew() {
      if (!running) key = null
    },
  }
}
