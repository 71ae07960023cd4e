/** Calling people of a batch again by the outcomes of their calls, as far as the team has seen them. Costs the service no request. */
import * as z from 'zod/mini'
import { type CallOutcome, callOutcomes } from '../../shared/call-outcomes.ts'

/** Outcomes of people whom no batch should call again. */
export const finalOutcomes = ['do_not_call', 'maybe_do_not_call', 'wrong_number'] as const

/** Rows with one outcome. They can be called again, except those that are counted apart. */
export interface FollowUpGroup {
  outcome: CallOutcome
  rows: number
  /** Rows of `rows` whose outcome is a guess from a transcript. */
  guesses: number
  /** Rows left out, because their number is on the do-not-call list of the workspace, or the service does not show it. */
  listed: number
  hidden: number
}

export interface FollowUp {
  /** The outcomes that rows have, from the best to none, without `finalOutcomes`. `unknown`: nothing says how the row ended. */
  groups: FollowUpGroup[]
  /** Rows whose person asked not to be called, in any call that was seen to their number. */
  askedNotToBeCalled: {
    rows: number
    guesses: number
    /**
     * Those whose number is not on the do-not-call list of the workspace, each number once, also of `mayHaveAsked`. `isUnclear`: what they
     * said may mean something else.
     */
    unlisted: { number: string; name: string; isGuess: boolean; isUnclear: boolean }[]
  }
  /** Rows whose person may have asked for it: somebody has to look at what they said. */
  mayHaveAsked: { rows: number; guesses: number }
  wrongNumbers: { rows: number; guesses: number }
  /** Rows that the batch will still call, and rows that were cancelled before their first call. */
  open: number
  neverCalled: number
  /** Rows of the batch that were seen, of all that the service counts. `total` null: not read yet, or not reported. */
  seen: number
  total: number | null
  /** false: Switchboard keeps no calls, so it has no rows. */
  areKept: boolean
  /** The rows of the chosen outcomes with their variables, as CSV for a new batch; null: none were chosen. */
  file: { text: string; rows: number } | null
}

export const followUpEndpoints = {
  /** Whom of a batch a new one could call again, and who is left out and why. Calls nobody. */
  batchFollowUp: {
    // The open dialog asks again every few seconds.
    activity: false as const,
    body: z.strictObject({
      outcomes: z.optional(
        z
          .array(z.enum(callOutcomes).check(z.refine((outcome) => !finalOutcomes.some((final) => final === outcome))))
          .check(z.minLength(1)),
      ),
    }),
    response: z.custom<FollowUp>(),
  },
}
