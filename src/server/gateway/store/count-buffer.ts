/**
 * Adds up counts in memory and writes them together, so that what is counted does not wait for the database and a flood of it does not
 * become a flood of statements. A gateway that is killed loses the counts of its last interval.
 */

interface Options<Count> {
  /** Counts with the same key are added up. */
  keyOf: (count: Count) => string
  add: (one: Count, other: Count) => Count
  /** From the first count until it is written, ms. */
  intervalMs: number
  /** Writes all or nothing. Gets the counts in the order of their keys, so that two gateways that write the same rows do not deadlock. */
  write: (counts: readonly Count[]) => Promise<void>
  /** Called if they could not be written. They are written with the next ones. */
  onError?: (error: unknown) => void
}

/** Creates an empty buffer. Nothing is written before the first count. */
export function createCountBuffer<Count>({ keyOf, add, intervalMs, write, onError }: Options<Count>) {
  let unwritten = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function put(count: Count): void {
    const key = keyOf(count)
    const before = unwritten.get(key)
    unwritten.set(key, before ? add(before, count) : count)
  }

  async function writeAll(): Promise<void> {
    const counts = unwritten
    if (counts.size === 0) return
    unwritten = new Map()
    try {
      await write([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count))
    } catch (error) {
      onError?.(error)
      for (const count of counts.values()) put(count)
    }
  }

  /** Writes what was counted, and waits for it. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }

  return {
    count(count: Count): void {
      put(count)
      timer ??= setTimeout(() => void flush(), intervalMs).unref()
    },
    flush,
    /** What is not written, for instance on a full disk. */
    unwritten: (): Count[] => [...unwritten.values()],
  }
}
