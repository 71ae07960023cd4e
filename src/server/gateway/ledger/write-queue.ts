/**
 * Writes the outcomes of effects in order, and retries what cannot be written now, for instance while the disk is full. If the process
 * dies first, the effect is `unknown` at the next start. A write that the database itself refuses, such as a text that it cannot hold,
 * does not block the others.
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Log } from '../shared/log.ts'

/** Time between two attempts, ms. */
const retryIntervalMs = 5_000

export function createWriteQueue(log: Log) {
  const waiting: (() => Promise<void>)[] = []
  /** Writes that the database refused; retried after the others. */
  const refused: (() => Promise<void>)[] = []
  let writing: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  /** Writes now, or as soon as it can be written; never throws. */
  function write(write: () => Promise<void>): Promise<void> {
    waiting.push(write)
    return flush()
  }

  /** Writes everything that is waiting. */
  function flush(): Promise<void> {
    writing = writing.then(() => drain())
    return writing
  }

  /** Tries to write everything once more, then stops retrying. */
  async function close(): Promise<void> {
    await retryAll()
    clearTimeout(retry)
  }

  function retryAll(): Promise<void> {
    waiting.push(...refused.splice(0))
    return flush()
  }

  function scheduleRetry(): void {
    clearTimeout(retry)
    retry = setTimeout(() => void retryAll(), retryIntervalMs)
    retry.unref()
  }

  async function drain(): Promise<void> {
    for (let write = waiting[0]; write; write = waiting[0]) {
      try {
        await write()
        waiting.shift()
      } catch (error) {
        log.error({ error: String(error) }, 'could not record the outcome of an effect; retrying')
        scheduleRetry()
        if (isDatabaseFault(error)) return
        refused.push(...waiting.splice(0, 1))
      }
    }
  }

  return {
    write,
    flush,
    close,
  }
}

export type WriteQueue = ReturnType<typeof createWriteQueue>
