/**
 * How effects ended, written down in order. What cannot be written now, such as with a full disk, is tried again; if this process
 * dies first, the effect is `unknown` at the next start. What the database itself refuses, such as a text that it cannot hold, holds up
 * nothing else.
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Log } from '../shared/log.ts'

const pause = 5_000

export function createEndings(log: Log) {
  const unwritten: (() => Promise<void>)[] = []
  /** Refused for a reason of their own: tried again after the pause. */
  const refused: (() => Promise<void>)[] = []
  let writing: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined

  /** Writes now, or as soon as it can be written; never throws. */
  function write(write: () => Promise<void>): Promise<void> {
    unwritten.push(write)
    return flush()
  }

  /** Tries everything that is not written yet. */
  function flush(): Promise<void> {
    writing = writing.then(() => drain())
    return writing
  }

  /** Tries once more, then lets go. */
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
    retry = setTimeout(() => void again(), pause)
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

export type Endings = ReturnType<typeof createEndings>
