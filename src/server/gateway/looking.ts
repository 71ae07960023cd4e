/**
 * Effects whose answer was lost, looked at a few times until a reading decides what became of them (design: the ledger). Nothing is
 * ever sent again; what no reading decides stays with a person.
 */
import { Refusal } from '#contract/index.ts'
import type { Log } from './log.ts'

/** When it is looked at, ms after its answer was lost. */
export const usualChecks = [5_000, 15_000, 60_000] as const

/** What the last reading said: whether it happened; null: it does not tell; `over`: nothing is left to settle. */
export type Said = boolean | null | 'over'

/** A service may be slow: that nothing happened is believed when two readings in a row say so. */
export const isBelieved = (happened: boolean | null, before: Said): happened is boolean =>
  happened === true || (happened === false && before === false)

/** So often a reading may fail before it is left to a person: with the usual moments, for about a quarter of an hour. */
const mostFailures = 20

interface Look {
  turn: number
  before: Said
  failures: number
}

/**
 * @param read one reading, which settles the effect when what it says is believed
 * @param checks the moments, ms
 */
export function createLooking(
  read: (effectId: string, before: Said) => Promise<Said>,
  { checks, log }: { checks: readonly number[]; log: Log },
) {
  const looking = new Set<NodeJS.Timeout>()
  let closed = false

  const last = checks.length - 1
  const gap = (turn: number) => (checks[turn] ?? 0) - (checks[turn - 1] ?? 0)

  function later(effectId: string, next: Look, wait = gap(next.turn)): void {
    if (closed) return
    const timer = setTimeout(() => {
      looking.delete(timer)
      read(effectId, next.before).then(
        (said) => answered(effectId, next, said),
        (error: unknown) => unanswered(effectId, next, error),
      )
    }, wait)
    timer.unref()
    looking.add(timer)
  }

  function answered(effectId: string, { turn, before, failures }: Look, said: Said): void {
    // That nothing happened was said for the first time only now: it has to be said twice.
    const once = turn === last && said === false && before !== false
    if (said !== 'over' && (turn < last || once))
      later(effectId, { turn: Math.min(turn + 1, last), before: said, failures })
  }

  /** What was lost in a storm is looked at when the storm is over. */
  function unanswered(effectId: string, look: Look, error: unknown): void {
    if (!(error instanceof Refusal)) log.error({ effectId, error: String(error) }, 'settling failed')
    // Nothing was asked.
    else if (error.code === 'over_budget')
      return later(effectId, look, Math.max(gap(look.turn), (error.data.retryAfter ?? 1) * 1000))
    if (look.failures < mostFailures)
      later(effectId, { ...look, turn: Math.min(look.turn + 1, last), failures: look.failures + 1 })
  }

  return {
    /** Looks at it at each of the moments, until it is settled. */
    look: (effectId: string) => later(effectId, { turn: 0, before: null, failures: 0 }),
    close() {
      closed = true
      for (const timer of looking) clearTimeout(timer)
    },
  }
}
