/**
 * What a person wants to do once: a command with its Idempotency-Key, sent by one request at a time. While the outcome is unknown, a
 * retry uses the same key, so the gateway does not run the command twice. After a final answer, or if the command has changed, the next
 * try gets a new key.
 */
import { useState } from 'react'
import { newIdempotencyKey } from '#api/commands.ts'
import { Refusal } from '#contract/index.ts'

/**
 * Whether the next try needs a new key: the command certainly did not happen, or its outcome is unknown and the gateway says that a
 * repeat is safe.
 */
const isFinal = ({ data }: Refusal) => data.code === 'unconfirmed' || (data.sent === 'no' && data.by !== 'network')

/** Stores a key for longer than the component is mounted, such as across a reload. */
export interface StoredKey {
  read: () => string | null
  /** null: the command certainly did not happen, so the next try gets a new key. After success, the owner of the store clears it. */
  write: (key: string | null) => void
}

export interface CommandRun {
  /**
   * Runs `act` with the key. Returns null and does nothing if a run is in progress.
   * @param order what the command contains, if that can change between two tries
   */
  runOnce: <T>(act: (key: string) => Promise<T>, order?: unknown) => Promise<T | null>
}

export function createCommandRun(newKey: () => string, stored?: StoredKey): CommandRun {
  let current: { key: string; order: string | undefined } | null = null
  let running = false
  return {
    async runOnce(act, order) {
      if (running) return null
      running = true
      const text = JSON.stringify(order)
      const same = current && current.order === text ? current.key : null
      const key = (stored ? stored.read() : same) ?? newKey()
      current = { key, order: text }
      stored?.write(key)
      try {
        const answer = await act(key)
        current = null
        return answer
      } catch (error) {
        if (error instanceof Refusal && isFinal(error)) {
          current = null
          stored?.write(null)
        }
        throw error
      } finally {
        running = false
      }
    },
  }
}

/** An intention that lasts as long as the component; its key lasts as long as `stored` keeps it. */
export const useCommandRun = (stored?: StoredKey): CommandRun =>
  useState(() => createCommandRun(newIdempotencyKey, stored))[0]
