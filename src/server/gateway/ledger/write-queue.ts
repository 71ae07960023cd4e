/**
 * Writes the outcomes of effects in order, and retries what cannot be written now, for instance while the disk is full. If the process
 * dies first, the effect is `unknown` at the next start. A write that the database itself refuses, such as a text that it cannot hold,
 * does not block the others.
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Log } from '../shared/log.ts'

/** Between two attempts, ms. */
const retryAfterMs = 5_000

export function createWriteQueue(log: Log) {
  const unwritten: (() => Promise<void>)[] = []
  /** Failed for a reason of their own: retried after the others. */
  const refused: (() => Promise<void>)[] = []
  let writing: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  /** Writes now, or as soon as it can be written; never throws. */
  function write(write: () => Promise<void>): Promise<void> {
    unwritten.push(write)
    return flush()
  }

  /** Writes everything that is still waiting. */
  function flush(): Promise<void> {
    writing = writing.then(() => drain())
    return writing
  }

  /** Writes once more what is waiting, then stops retrying. */
  async function close(): Promise<void> {
    await again()
    clearTimeout(retry)
  }

  function again(): Promise<void> {
    unwritten.push(...refused.splice(0))
    return flush()
  }

  function tryLater(): void {
    clearTimeout(retry)
    retry = setTimeout(() => void again(), retryAfterMs)
    retry.unref()
  }

  async function drain(): Promise<void> {
    for (let write = unwritten[0]; write; write = unwritten[0]) {
      try {
        await write()
        unwritten.shift()
      } catch (error) {
        log.error({ error: String(error) }, 'the end of an effect could not be recorded')
        tryLater()
        if (isDatabaseFault(error)) return
        refused.push(...unwritten.splice(0, 1))
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
