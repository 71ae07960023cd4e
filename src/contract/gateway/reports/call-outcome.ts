/** The outcome of one call, and its correction by a person. Only Switchboard stores it: the service never gets it. */
import * as z from 'zod/mini'
import { callRequests } from '../../requests/calls.ts'
import { callOutcomes, outcomeSources } from '../../shared/call-outcomes.ts'
import { gatewayEndpoint } from '../parts/endpoint-parts.ts'

export const SeenOutcome = z.object({ outcome: z.enum(callOutcomes), source: z.enum(outcomeSources) })
export type SeenOutcome = z.output<typeof SeenOutcome>

export const OutcomeOfCall = z.object({
  /** What counts: the correction, or else what was seen. null: nothing is known yet. */
  current: z.nullable(SeenOutcome),
  /** What was seen, also if a person has corrected it. */
  seen: z.nullable(SeenOutcome),
  /** The line of the transcript on which the guess that was seen rests; null: it rests on none. Its text is '' if no transcript is kept. */
  line: z.nullable(z.object({ index: z.number(), text: z.string() })),
  /** The service's own words; ''. */
  reason: z.string(),
  /** Who corrected it, and when (epoch ms). */
  correction: z.nullable(z.object({ operator: z.string(), operatorId: z.string(), at: z.number() })),
})
export type OutcomeOfCall = z.output<typeof OutcomeOfCall>

/** What a person may say of a call. If they do not know, they take the correction back. */
export const correctOutcomes = callOutcomes.filter(
  (outcome) => outcome !== 'unknown' && outcome !== 'maybe_do_not_call',
)

const common = { workspace: true, response: OutcomeOfCall } as const

export const callOutcomeEndpoints = {
  callOutcomeShow: gatewayEndpoint(callRequests.callOutcomeShow, {
    ...common,
    summary: 'The outcome of a call: what the service says, a guess from its transcript, or what a person corrected.',
  }),
  callOutcomeCorrect: gatewayEndpoint(callRequests.callOutcomeCorrect, {
    ...common,
    summary: 'Correct the outcome of a call. It replaces guesses and what the service says. null takes it back.',
    body: z.strictObject({ outcome: z.nullable(z.enum(correctOutcomes)) }),
  }),
}
