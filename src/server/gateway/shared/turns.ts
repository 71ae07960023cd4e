/** Lets long work run a little at a time: people take turns, and nobody may have much of it waiting. */

interface Asked {
  /** Whose turn it takes. */
  person: string
  /** Callers with the same key share one piece of work while it waits. */
  key: string
  /** Ends when the caller no longer wants the result. */
  signal: AbortSignal
}

interface Turn {
  key: string
  start: (signal: AbortSignal) => Promise<unknown>
  result: PromiseWithResolvers<unknown>
  /** Ends the work when the last caller has left. */
  controller: AbortController
  callers: number
}

export type Turns = ReturnType<typeof createTurns>

/**
 * @param parts.atOnce how much work runs at once
 * @param parts.waitingPerPerson how much work of one person may wait
 * @param parts.refuse the error for work beyond that
 * @param parts.left the error for a caller that no longer wants the result
 */
export function createTurns(parts: {
  atOnce: number
  waitingPerPerson: number
  refuse: () => Error
  left: () => Error
}) {
  const { atOnce, waitingPerPerson, refuse, left } = parts
  /** What waits, by person, in the order of their turns. */
  const lines = new Map<string, Turn[]>()
  const running = new Set<Turn>()

  const isRunning = (key: string) => [...running].some((turn) => turn.key === key)

  /** Takes the next turn out of its line, and puts its person behind the others. */
  function takeNext(): Turn | null {
    for (const [person, line] of lines) {
      // Equal work waits for what runs, since its result may be kept.
      const turn = line.find(({ key }) => !isRunning(key))
      if (!turn) continue
      const rest = line.filter((other) => other !== turn)
      lines.delete(person)
      if (rest.length > 0) lines.set(person, rest)
      return turn
    }
    return null
  }

  function startNext(): void {
    while (running.size < atOnce) {
      const turn = takeNext()
      if (!turn) return
      running.add(turn)
      void turn
        .start(turn.controller.signal)
        .then(turn.result.resolve, turn.result.reject)
        .finally(() => {
          running.delete(turn)
          startNext()
        })
    }
  }

  function addTurn({ person, key }: Asked, start: Turn['start']): Turn {
    const line = lines.get(person) ?? []
    // guard: one-person-has-few-reports-waiting
    if (line.length >= waitingPerPerson) throw refuse()
    const turn = { key, start, result: Promise.withResolvers<unknown>(), controller: new AbortController(), callers: 0 }
    // Whoever waits hears of a failure; there may be nobody.
    turn.result.promise.catch(() => undefined)
    lines.set(person, [...line, turn])
    return turn
  }

  function leave(turn: Turn): void {
    turn.callers -= 1
    if (turn.callers > 0) return
    turn.controller.abort(left())
    for (const [person, line] of lines) {
      const rest = line.filter((other) => other !== turn)
      if (rest.length > 0) lines.set(person, rest)
      else lines.delete(person)
    }
  }

  return {
    /**
     * Runs work when it is this person's turn.
     *
     * @param start gets a signal that ends when all callers have left
     * @throws what `refuse` returns if too much of this person waits; what `left` returns when the caller has left
     */
    async run<Result>(asked: Asked, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const { key, signal } = asked
      if (signal.aborted) throw left()
      const waiting = [...lines.values()].flat().find((turn) => turn.key === key)
      const turn = waiting ?? addTurn(asked, start)
      turn.callers += 1
      startNext()
      const leaving = Promise.withResolvers<never>()
      const onLeave = () => {
        leave(turn)
        leaving.reject(left())
      }
      signal.addEventListener('abort', onLeave, { once: true })
      try {
        return (await Promise.race([turn.result.promise, leaving.promise])) as Result
      } finally {
        signal.removeEventListener('abort', onLeave)
      }
    },
  }
}
