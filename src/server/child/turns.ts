/**
 * Who is served next, where only a few can be served at once: starts before checks, then whoever has the fewest under way and was served
 * longest ago. One person cannot keep the others waiting, however much they send.
 */

/** Somebody who waits. */
export interface Waiting {
  person: string
  /** It starts calls, so a person waits for them. Other work only checks or prepares. */
  isStart: boolean
}

/**
 * @param limits `places`: how many are served at once, the last of them only with a start; `perPerson`: how many of one person
 * @returns a function that waits for a turn and returns what ends it. Rejects with the signal's reason if that ends first
 */
export function createTurns({ places, perPerson }: { places: number; perPerson: number }) {
  const waiting = new Set<Waiting & { begin: () => void }>()
  const running = new Set<Waiting>()
  /** When somebody was last served, as a count. Only of people who wait or are being served. */
  const lastServed = new Map<string, number>()
  let served = 0

  const runningOf = (person: string): number => [...running].filter((one) => one.person === person).length
  const mayBegin = ({ person, isStart }: Waiting): boolean =>
    running.size < /* guard: last-place-is-for-starts */ (isStart ? places : Math.max(1, places - 1)) &&
    /* guard: one-person-leaves-places */ runningOf(person) < perPerson
  /** Lower comes first. */
  const rank = ({ person, isStart }: Waiting): readonly number[] => [
    isStart ? 0 : 1,
    runningOf(person),
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

  return {
    async take({ person, isStart }: Waiting, signal?: AbortSignal): Promise<() => void> {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const mine = { person, isStart, begin: resolve }
      const leave = () => {
        waiting.delete(mine)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(mine)
      beginNext()
      await promise.finally(() => signal?.removeEventListener('abort', leave))
      return () => {
        running.delete(mine)
        beginNext()
        const isHere = [...waiting, ...running].some((one) => one.person === person)
        if (!isHere) lastServed.delete(person)
      }
    },
  }
}
