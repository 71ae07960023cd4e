/**
 * Reports count many rows in slices. Computed at the same time, their slices add up to a standstill, so few are computed at once, people
 * take turns, and nobody may have many waiting.
 */
import { createTurns, type Turns } from '#server/child/turns.ts'
import { keyOf } from '../shared/memo.ts'
import { refusal, requestIncomplete } from '../shared/refusals.ts'
import type { GatewayContext } from './context.ts'
import { operatorOf } from './request.ts'

/** A page shows up to five at once. */
const waitingPerPerson = 5

const tooManyReports = () =>
  refusal({
    status: 429,
    code: 'rate_limited',
    message: `${waitingPerPerson} of your reports are still being counted, so this one was not started. Try again when they are shown.`,
    retryAfter: 5,
  })

interface Asked {
  /** Whose turn it takes. */
  person: string
  /** Callers with the same key share one piece of work while it waits. */
  key: string
  /** Ends when the caller no longer wants the result. */
  signal: AbortSignal
}

interface Work {
  result: Promise<unknown>
  /** Ends the work when the last caller has left. */
  controller: AbortController
  callers: number
}

/** Runs work in turn, once for all who ask for the same while it waits. */
export function createSharedWork(turns: Turns) {
  /** What waits, by key. */
  const waiting = new Map<string, Work>()

  function addWork({ person, key }: Asked, start: (signal: AbortSignal) => Promise<unknown>): Work {
    const controller = new AbortController()
    const { signal } = controller
    const work: Work = { result: run(), controller, callers: 0 }
    const forget = () => waiting.get(key) === work && waiting.delete(key)
    async function run() {
      const end = await turns.take({ person, key, isStart: false }, signal)
      forget()
      try {
        return await start(signal)
      } finally {
        end()
      }
    }
    // Whoever waits hears of a failure; there may be nobody.
    work.result.catch(forget)
    signal.addEventListener('abort', forget)
    waiting.set(key, work)
    return work
  }

  /**
   * @param start gets a signal that ends when all callers have left
   * @throws Refusal when the caller has left; what the turns refuse
   */
  return async <Result>(asked: Asked, start: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const { key, signal } = asked
    // guard: report-without-a-reader-is-not-begun
    if (signal.aborted) throw requestIncomplete()
    const work = waiting.get(key) ?? addWork(asked, start)
    work.callers += 1
    const leaving = Promise.withResolvers<never>()
    const leave = () => {
      work.callers -= 1
      if (work.callers === 0) work.controller.abort(requestIncomplete())
      leaving.reject(requestIncomplete())
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return (await Promise.race([work.result, leaving.promise])) as Result
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

export type ReportTurns = ReturnType<typeof createReportTurns>

/** Creates the turns of all reports of a gateway. @param atOnce how many are computed at once */
export function createReportTurns(atOnce: number) {
  const run = createSharedWork(
    createTurns({ places: atOnce, waiting: { perPerson: waitingPerPerson, refuse: tooManyReports } }),
  )
  /**
   * Computes a report when it is the turn of the operator who sent the request.
   *
   * @param args everything on which the report depends
   * @param compute gets a signal that ends when nobody waits for the report any more
   * @throws Refusal 429 if too many reports of this operator wait
   */
  return function inTurn<Report>(
    c: GatewayContext,
    args: object,
    compute: (signal: AbortSignal) => Promise<Report>,
  ): Promise<Report> {
    const { signal } = c.req.raw
    return run({ person: operatorOf(c).id, key: `${c.get('route')} ${keyOf(args)}`, signal }, compute)
  }
}
