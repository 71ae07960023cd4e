/**
 * One intention of a person: a key that the gateway knows it by, carried out by one run at a time. While nobody knows how it
 * ended it keeps its key, so that asking again joins what was begun; after a final answer, or a change of what is asked for, the
 * next try is another intention.
 */
import { useState } from 'react'
import { newIdempotencyKey } from '#api/commands.ts'
import { Refusal } from '#contract/index.ts'

/**
 * Whether the next try is a new intention: this one certainly did not happen, or its outcome is unknown and the gateway says that
 * asking again does no harm.
 */
const isFinal = ({ data }: Refusal) => data.code === 'unconfirmed' || (data.sent === 'no' && data.by !== 'network')

/** A place that keeps an intention's key for longer than what is on the screen, such as over a reload. */
export interface KeptKey {
  read: () => string | null
  /** null: it certainly did not happen, so the next try is another. What was done is cleared by whoever keeps the key. */
  write: (key: string | null) => void
}

export interface Intention {
  /**
   * Runs `act` under the intention's key, unless it is running already: then null, and nothing is done.
   * @param order what is asked for, where that can change between two tries
   */
  carryOut: <T>(act: (key: string) => Promise<T>, order?: unknown) => Promise<T | null>
}

export function createIntention(newKey: () => string, kept?: KeptKey): Intention {
  let current: { key: string; order: string | undefined } | null = null
  let running = false
  return {
    async carryOut(act, order) {
      if (running) return null
      running = true
      const text = JSON.stringify(order)
      const same = current && current.order === text ? current.key : null
      const key = (kept ? kept.read() : same) ?? newKey()
      current = { key, order: text }
      kept?.write(key)
      try {
        const answer = await act(key)
        current = null
        return answer
      } catch (error) {
        if (error instanceof Refusal && isFinal(error)) {
          current = null
          kept?.write(null)
        }
        throw error
      } finally {
        running = false
      }
    },
  }
}

/** The intention of what is on the screen, for as long as it is there; its key for as long as `kept` keeps it. */
export const useIntention = (kept?: KeptKey): Intention => useState(() => createIntention(newIdempotencyKey, kept))[0]
