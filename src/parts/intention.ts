/** The key of what a form is about to do: the same while the same is asked again, a new one after a change or a final answer. */
import { newIntention } from '#api/commands.ts'
import { Refusal } from '#contract/index.ts'

export interface Intention {
  /** The Idempotency-Key for this order. */
  keyFor: (order: unknown) => string
  /** The order was answered for good: what is asked next is another intention. */
  answered: () => void
  /** The same after an error, unless it leaves open whether anything happened: then asking again must join the first. */
  refused: (error: unknown) => void
}

/** @param make gives a new key */
export function createIntention(make: () => string = newIntention): Intention {
  let current: { key: string; order: string } | null = null
  return {
    keyFor(order) {
      const text = JSON.stringify(order)
      if (current?.order !== text) current = { key: make(), order: text }
      return current.key
    },
    answered() {
      current = null
    },
    refused(error) {
      if (error instanceof Refusal && error.data.sent === 'no') current = null
    },
  }
}
