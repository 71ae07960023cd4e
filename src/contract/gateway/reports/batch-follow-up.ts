/** Calling people of a batch again by the outcomes of their calls, as far as the team has seen them. Costs the service no request. */
import * as z from 'zod/mini'
import { reportRequests } from '../../requests/reports.ts'
import { callOutcomes } from '../../shared/call-outcomes.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'

/** Outcomes of people whom no batch should call again. */
export const finalOutcomes = ['do_not_call', 'maybe_do_not_call', 'wrong_number'] as const

/** Rows with one outcome. They can be called again, except those that are counted apart. */
export const FollowUpGroup = z.object({
  outcome: z.enum(callOutcomes),
  rows: z.number(),
  /** Rows of `rows` whose outcome is a guess from a transcript. */
  guesses: z.number(),
  /** Rows left out, because their number is on the do-not-call list of the workspace, or the service does not show it. */
  listed: z.number(),
  hidden: z.number(),
})
export type FollowUpGroup = z.output<typeof FollowUpGroup>

export const FollowUp = z.object({
  /** The outcomes that rows have, from the best to none, without `finalOutcomes`. `unknown`: nothing says how the row ended. */
  groups: z.array(FollowUpGroup),
  /** Rows whose person asked not to be called, in any call that was seen to their number. */
  askedNotToBeCalled: z.object({
    rows: z.number(),
    guesses: z.number(),
    /**
     * Those whose number is not on the do-not-call list of the workspace, each number once, also of `mayHaveAsked`. `isUnclear`: what they
     * said may mean something else.
     */
    unlisted: z.array(z.object({ number: z.string(), name: z.string(), isGuess: z.boolean(), isUnclear: z.boolean() })),
  }),
  /** Rows whose person may have asked for it: somebody has to look at what they said. */
  mayHaveAsked: z.object({ rows: z.number(), guesses: z.number() }),
  wrongNumbers: z.object({ rows: z.number(), guesses: z.number() }),
  /** Rows that the batch will still call, and rows that were cancelled before their first call. */
  open: z.number(),
  neverCalled: z.number(),
  /** Rows of the batch that were seen, of all that the service counts. `total` null: not read yet, or not reported. */
  seen: z.number(),
  total: z.nullable(z.number()),
  /** false: Switchboard keeps no calls, so it has no rows. */
  areKept: z.boolean(),
  /** The rows of the chosen outcomes with their variables, as CSV for a new batch; null: none were chosen. */
  file: z.nullable(z.object({ text: z.string(), rows: z.number() })),
})
export type FollowUp = z.output<typeof FollowUp>

export const followUpEndpoints = {
  /** Whom of a batch a new one could call again, and who is left out and why. Calls nobody. */
  batchFollowUp: gatewayEndpoint(reportRequests.batchFollowUp, {
    // The open dialog asks again every few seconds.
    activity: false,
    body: z.strictObject({
      outcomes: z.optional(
        z
          .array(z.enum(callOutcomes).check(z.refine((outcome) => !finalOutcomes.some((final) => final === outcome))))
          .check(z.minLength(1)),
      ),
    }),
    response: FollowUp,
  }),
}
