/**
 * Writes the outcomes of effects in order, and retries failed writes, for instance while the disk is full. If the process
 * dies first, the effect is `unknown` at the next start. A write that the database itself refuses, such as a text that it cannot hold,
 * does not block the others.
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Log } from '../shared/log.ts'

/** Time between two attempts, ms. */
const retryIntervalMs = 5_000

export function createWriteQueue(log: Log) {
  const pending: (() => Promise<void>)[] = []
  /** Writes that the database refused. They are retried after the others. */
  const refused: (() => Promise<void>)[] = []
  let flushed: Promise<void> = Promise.resolve()
  let retryTimer: NodeJS.Timeout | undefined

  /** Writes now, or as soon as the database accepts it. Never throws. */
  function write(write: () => Promise<void>): Promise<void> {
    pending.push(write)
    return flush()
  }

  /** Writes everything that is pending. */
  function flush(): Promise<void> {
    flushed = flushed.then(() => drain())
    return flushed
  }

  /** Tries to write everything once more, then stops retrying. */
  async function close(): Promise<void> {
    await retryAll()
    clearTimeout(retryTimer)
  }

  function retryAll(): Promise<void> {
    pending.push(...refused.splice(0))
    return flush()
  }

  function scheduleRetry(): void {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => void retryAll(), retryIntervalMs)
    retryTimer.unref()
  }

  async function drain(): Promise<void> {
    for (let write = pending[0]; write; write = pending[0]) {
      try {
        await write()
        pending.shift()
      } catch (error) {
        log.error({ error: String(error) }, 'could not record the outcome of an effect; retrying')
        scheduleRetry()
        if (isDatabaseFault(error)) return
        refused.push(...pending.splice(0, 1))
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
