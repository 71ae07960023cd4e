/**
 * How effects ended, written down in order. What cannot be written now, such as with a full disk, is tried again; if this process
 * dies first, the effect is `unknown` at the next start. What the database itself refuses, such as a text that it cannot hold, holds up
 * nothing else.
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Log } from '../shared/log.ts'

const pause = 5_000

export class Endings {
  #unwritten: (() => Promise<void>)[] = []
  /** Refused for a reason of their own: tried again after the pause. */
  #refused: (() => Promise<void>)[] = []
  #writing: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | undefined
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Writes now, or as soon as it can be written; never throws. */
  write(write: () => Promise<void>): Promise<void> {
    this.#unwritten.push(write)
    return this.flush()
  }

  /** Tries everything that is not written yet. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#drain())
    return this.#writing
  }

  /** Tries once more, then lets go. */
  async close(): Promise<void> {
    await this.#again()
    clearTimeout(this.#retry)
  }

  #again(): Promise<void> {
    this.#unwritten.push(...this.#refused.splice(0))
    return this.flush()
  }

  #tryLater(): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#again(), pause)
    this.#retry.unref()
  }

  async #drain(): Promise<void> {
    for (let write = this.#unwritten[0]; write; write = this.#unwritten[0]) {
      try {
        await write()
        this.#unwritten.shift()
      } catch (error) {
        this.#log.error({ error: String(error) }, 'the end of an effect could not be recorded')
        this.#tryLater()
        if (isDatabaseFault(error)) return
        this.#refused.push(...this.#unwritten.splice(0, 1))
      }
    }
  }
}
