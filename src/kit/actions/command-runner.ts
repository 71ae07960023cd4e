/**
 * Sends a command with an Idempotency-Key, one request at a time. While the outcome is unknown, a
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
  /** @param content JSON of the data that the command sends; a store whose command can change returns the key of this content only */
  read: (content: string | undefined) => string | null
  /** null: the command certainly did not happen, so the next try gets a new key. After success, the owner of the store clears it. */
  write: (key: string | null, content: string | undefined) => void
}

export interface CommandRunner {
  /**
   * Calls `sendCommand` with the key. Returns null and does nothing if a request is in progress.
   * @param content the data that the command sends, if they can change between two tries. Changed data need a new key
   */
  runOnce: <T>(sendCommand: (key: string) => Promise<T>, content?: unknown) => Promise<T | null>
}

export function createCommandRunner(newKey: () => string, storedKey?: StoredKey): CommandRunner {
  let current: { key: string; contentJson: string | undefined } | null = null
  let isRunning = false
  return {
    async runOnce(sendCommand, content) {
      if (isRunning) return null
      isRunning = true
      const contentJson = JSON.stringify(content)
      const currentKey = current && current.contentJson === contentJson ? current.key : null
      const key = (storedKey ? storedKey.read(contentJson) : currentKey) ?? newKey()
      current = { key, contentJson }
      storedKey?.write(key, contentJson)
      try {
        const answer = await sendCommand(key)
        current = null
        return answer
      } catch (error) {
        if (error instanceof Refusal && isFinal(error)) {
          current = null
          storedKey?.write(null, contentJson)
        }
        throw error
      } finally {
        isRunning = false
      }
    },
  }
}

/** A command runner that lasts as long as the component. Its key lasts until the component is unmounted, or as long as `storedKey` stores it. */
export const useCommandRunner = (storedKey?: StoredKey): CommandRunner =>
  useState(() => createCommandRunner(newIdempotencyKey, storedKey))[0]
