/** When a batch calls the wrong people, or people who do not want it, so that somebody has to look at it or it is stopped. Pure. */
import { type CallOutcome, isReached, type OutcomeSource } from './call-outcomes.ts'

/** Of the first outcomes that rest on a line, the share that is too much; a call that was hung up within these seconds counts. */
export const harmRule = { first: 30, share: 0.1, hungUpSeconds: 10 } as const

/** What the first calls of a batch that reached a person came to. */
export interface HarmCount {
  /** Calls that were counted: at most the first thirty that reached a person and of which a line, or a person, says what was said. */
  counted: number
  wrongPerson: number
  askedNotToBeCalled: number
  hungUp: number
  /** How many of the three are no guess of a rule: a person said so, or the service measured how short the call was. */
  certain: number
}

/** A call that reached a person. */
interface ReachedCall {
  outcome: CallOutcome
  outcome_source: OutcomeSource
  /** Seconds. */
  duration: number | null
}

/** Outcomes of a call that may have been hung up: nothing came of it. */
const hungUpOutcomes: readonly CallOutcome[] = ['talked', 'said_no']

/** Counts the first calls of a batch that reached a person. @param calls in the order in which they began */
export function countHarm(calls: readonly ReachedCall[]): HarmCount {
  const count = { counted: 0, wrongPerson: 0, askedNotToBeCalled: 0, hungUp: 0, certain: 0 }
  for (const { outcome, outcome_source, duration } of calls
    .filter(({ outcome }) => isReached(outcome))
    .slice(0, harmRule.first)) {
    count.counted += 1
    // Somebody may also say yes within a few seconds, or an operator may have looked at the call.
    const isHungUp =
      hungUpOutcomes.includes(outcome) &&
      outcome_source !== 'person' &&
      duration !== null &&
      duration <= harmRule.hungUpSeconds
    if (outcome === 'wrong_number') count.wrongPerson += 1
    else if (outcome === 'do_not_call') count.askedNotToBeCalled += 1
    else if (isHungUp) count.hungUp += 1
    else continue
    if (isHungUp || outcome_source === 'person') count.certain += 1
  }
  return count
}

/** How many calls are too many. As soon as there are so many, it no longer matters what the others of the first thirty come to. */
export const harmLimit = Math.ceil(harmRule.first * harmRule.share)

/** Whether somebody has to be told, guesses included. */
export const isHarmful = ({ wrongPerson, askedNotToBeCalled, hungUp }: HarmCount): boolean =>
  wrongPerson + askedNotToBeCalled + hungUp >= harmLimit

/** Whether the rest may be cancelled: there are enough without any guess. */
export const isCertainlyHarmful = ({ certain }: HarmCount): boolean => certain >= harmLimit
