/**
 * Who is served next, where only a few can be served at once: starts before other work, then whoever has the least under way and was served
 * longest ago. One person cannot keep the others waiting, however much they send.
 */

/** Somebody who waits. */
export interface Waiting {
  person: string
  /** It starts calls, so a person waits for them. Other work only checks, prepares or counts. */
  isStart: boolean
  /** Equal work is not served at the same time, since the result of what runs may be kept. Not given: nothing is equal. */
  key?: string
}

interface Limits {
  /** How many are served at once. */
  places: number
  /** How many of these places only a start may take. At least one is for everything. */
  keptForStarts?: number
  /** How many of one person are served at once. */
  perPerson?: number
  /** How much of one person may wait, and the error for more. */
  waiting?: { perPerson: number; refuse: () => Error }
}

export type Turns = ReturnType<typeof createTurns>

export function createTurns({ places, keptForStarts = 0, perPerson = places, waiting: most }: Limits) {
  const waiting = new Set<Waiting & { begin: () => void }>()
  const running = new Set<Waiting>()
  /** When somebody was last served, as a count. Only of people who wait or are being served. */
  const lastServed = new Map<string, number>()
  let served = 0

  const numberOf = (ones: ReadonlySet<Waiting>, person: string): number =>
    [...ones].filter((one) => one.person === person).length
  const mayBegin = ({ person, isStart, key }: Waiting): boolean =>
    running.size < /* guard: last-place-is-for-starts */ (isStart ? places : Math.max(1, places - keptForStarts)) &&
    /* guard: one-person-leaves-places */ numberOf(running, person) < perPerson &&
    !(key !== undefined && [...running].some((one) => one.key === key))
  /** Lower comes first. */
  const rank = ({ person, isStart }: Waiting): readonly number[] => [
    isStart ? 0 : 1,
    numberOf(running, person),
    lastServed.get(person) ?? -1,
  ]
  const isBefore = (one: readonly number[], other: readonly number[]): boolean => {
    const differing = one.findIndex((value, at) => value !== other[at])
    return differing >= 0 && (one[differing] ?? 0) < (other[differing] ?? 0)
  }

  function beginNext(): void {
    for (;;) {
      let next: (Waiting & { begin: () => void }) | undefined
      for (const one of waiting) if (mayBegin(one) && (!next || isBefore(rank(one), rank(next)))) next = one
      if (!next) return
      waiting.delete(next)
      running.add(next)
      lastServed.set(next.person, served++)
      next.begin()
    }
  }

  function forget(person: string): void {
    if (numberOf(waiting, person) + numberOf(running, person) === 0) lastServed.delete(person)
  }

  return {
    /**
     * Waits for a turn.
     *
     * @param signal ends the wait
     * @returns what ends the turn
     * @throws the signal's reason if that ends first; what `waiting.refuse` returns if too much of this person waits
     */
    async take(who: Waiting, signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      const { person } = who
      // guard: one-person-has-few-reports-waiting
      if (most && numberOf(waiting, person) >= most.perPerson) throw most.refuse()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const mine = { ...who, begin: resolve }
      const leave = () => {
        waiting.delete(mine)
        forget(person)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(mine)
      beginNext()
      await promise.finally(() => signal?.removeEventListener('abort', leave))
      return () => {
        running.delete(mine)
        beginNext()
        forget(person)
      }
    },
  }
}
