/**
 * Decisions whose hold has ended, but for which the budget has no requests yet. They are sent in the order in which they came, so that what
 * the page says of the last one is true for all of them.
 */
import { addExpiry } from '#server/database/dependencies.ts'
import { type Clock, minuteMs } from '../../shared/clock.ts'
import type { Budget } from '../../upstream/budget.ts'

const secondMs = 1_000
/** The least time between two attempts. */
const minWaitMs = secondMs
/** A decision that is not the next one is woken when it is. This is only in case nobody wakes it. */
const behindOthersMs = minuteMs
/** The page says seconds in steps of this many. */
const secondsPerStep = 10
/** From here on, the page says minutes. */
const minutesFromMs = 2 * minuteMs

/** What is recorded for other gateways, which do not know how many wait. */
export const waitsForBudget = 'The request budget is used up. Switchboard sends this automatically.'

/** A duration, rounded up to a step. @returns also when it is true no longer, ms from now */
function stepOf(ms: number): { text: string; endsInMs: number } {
  const stepMs = ms > minutesFromMs ? minuteMs : secondsPerStep * secondMs
  const steps = Math.max(1, Math.ceil(ms / stepMs))
  const text = ms > minutesFromMs ? `${steps} min` : `${steps * secondsPerStep} s`
  return { text, endsInMs: Math.max(secondMs, ms - (steps - 1) * stepMs) }
}

export type WaitingLine = ReturnType<typeof createWaitingLine>

/**
 * @param budget says when there is room
 * @param onNext called with each decision that may be sent next, because one before it has left
 */
export function createWaitingLine(
  budget: Budget,
  clock: Pick<Clock, 'steady'>,
  onNext: (effectId: string) => void = () => {},
) {
  /** How many requests each decision takes, by the id of its effect, in the order of sending. */
  const line = new Map<string, number>()

  /**
   * Whether a decision that comes before the others is sent before them. One that takes more than the commands' reserve is sent only if reads
   * leave enough, so nobody waits for it.
   */
  const goesFirst = (requests: number) => budget.commandsAt(requests, clock.steady(), requests) < Infinity

  /** The decisions that may be sent now: the first one, and those before it that others may overtake. */
  function next(): string[] {
    const ids: string[] = []
    for (const [id, requests] of line) {
      ids.push(id)
      if (goesFirst(requests)) break
    }
    return ids
  }

  /** How many requests are sent until this decision has its own. */
  function requestsUpTo(effectId: string): number {
    let requests = 0
    for (const [id, own] of line) {
      requests += own
      if (id === effectId) break
    }
    return requests
  }

  return {
    has: (effectId: string): boolean => line.has(effectId),

    /** Whether another decision is sent first. */
    mustWait(effectId: string): boolean {
      const ids = next()
      return !ids.includes(effectId) && ids.some((id) => goesFirst(line.get(id) ?? 0))
    },

    /** Adds a decision at the end, or leaves it where it is. @param requests how many it takes, all at once */
    join(effectId: string, requests: number): void {
      if (!line.has(effectId)) line.set(effectId, requests)
    },

    /** Puts a decision before the others, because it was its turn already. */
    joinFirst(effectId: string, requests: number): void {
      const others = [...line].filter(([id]) => id !== effectId)
      line.clear()
      line.set(effectId, requests)
      for (const [id, own] of others) line.set(id, own)
    },

    leave(effectId: string): void {
      if (line.delete(effectId)) for (const id of next()) onNext(id)
    },

    /** When to try again, by the steady clock: there may be room then, if nobody else takes it. */
    nextAttemptAt(effectId: string): number {
      const now = clock.steady()
      if (line.has(effectId) && !next().includes(effectId)) return now + behindOthersMs
      return Math.max(now + minWaitMs, budget.nextAt('commands', now, requestsUpTo(effectId)))
    },

    /** When there is room at the latest, by the steady clock; Infinity: the reserve alone does not suffice for it. */
    latestAt: (effectId: string): number =>
      budget.commandsAt(requestsUpTo(effectId), clock.steady(), line.get(effectId)),

    /** Says when the decisions are sent. True for each of them. */
    text(): string {
      const now = clock.steady()
      const reason =
        budget.pausedUntil > now
          ? 'The service does not accept more requests right now.'
          : 'The request budget is used up.'
      const requests = [...line.values()]
      const total = requests.reduce((sum, own) => sum + own, 0)
      const allSentAt = budget.commandsAt(total, now, Math.max(...requests))
      const { text, endsInMs } = stepOf(allSentAt - now)
      if (allSentAt < Infinity) addExpiry(now + endsInMs)
      const time = allSentAt < Infinity ? ` in about ${text}` : ''
      if (line.size <= 1) return `${reason} Switchboard sends this automatically${time}.`
      const last = time && `, the last${time}`
      return `${reason} Switchboard sends ${line.size} decisions one after another automatically${last}.`
    },
  }
}
