/**
 * How effects ended, written down in order. What cannot be written now, such as with a full disk, is tried again; if this process
 * dies first, the effect is `unknown` at the next start.
 */
import type { Log } from './log.ts'

const pause = 5_000

export class Endings {
  #unwritten: (() => Promise<void>)[] = []
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
    await this.flush()
    clearTimeout(this.#retry)
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#retry)
    while (this.#unwritten[0]) {
      try {
        await this.#unwritten[0]()
        this.#unwritten.shift()
      } catch (error) {
        this.#log.error({ error: String(error) }, 'the end of an effect could not be recorded')
        this.#retry = setTimeout(() => void this.flush(), pause)
        this.#retry.unref()
        return
      }
    }
  }
}
