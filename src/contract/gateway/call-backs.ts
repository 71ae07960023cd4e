/** People who want to be called: a list that the team works off. It is stored in Switchboard only, and costs the service nothing. */
import * as z from 'zod/mini'
import { callRequests } from '../requests/calls.ts'
import { openOutcomes, outcomeSources } from '../shared/call-outcomes.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'
import { gatewayEndpoint } from './parts/endpoint-parts.ts'

/** `taken`: somebody has said that they call this person. */
export const callBackStates = ['open', 'taken', 'done'] as const
export const callBackNoteLength = 500

/** What somebody did about a call-back. All times are epoch ms. */
export const CallBackWork = z.object({
  state: z.enum(['taken', 'done']),
  operator: z.string(),
  operatorId: z.string(),
  at: z.number(),
  /** ''. */
  note: z.string(),
})
export type CallBackWork = z.output<typeof CallBackWork>

/** The last call in which a person was reached, and asked for another one. */
export const CallBack = z.object({
  roomName: z.string(),
  /** When the call began, epoch ms, or as near as is known. */
  at: z.number(),
  /** '' if unknown, like `phone`. */
  customerName: z.string(),
  phone: z.string(),
  outcome: z.enum(openOutcomes),
  source: z.enum(outcomeSources),
  /** The line of the transcript on which the outcome rests; '' for none, or if the transcript is not kept. */
  line: z.string(),
  agentName: z.nullable(z.string()),
  batchId: z.nullable(z.string()),
  batchName: z.nullable(z.string()),
  /** Placed by hand, so that it is of no batch. */
  isPlaced: z._default(z.boolean(), false),
  /** null: nobody has taken it. */
  work: z.nullable(CallBackWork),
})
export type CallBack = z.output<typeof CallBack>

export const callBackEndpoints = {
  /**
   * People whom no call has reached since they asked for one, without those who must not be called. Those who have waited longest come first;
   * of those that are done, the latest.
   */
  callBackList: gatewayEndpoint(callRequests.callBackList, {
    query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(['open', 'done'])) }),
    response: z.object({ calls: z.array(CallBack), pagination: Pagination }),
  }),
  /** Refused if somebody else has changed it meanwhile. */
  callBackChange: gatewayEndpoint(callRequests.callBackChange, {
    body: z.strictObject({
      state: z.enum(callBackStates),
      note: z._default(z.string().check(z.trim(), z.maxLength(callBackNoteLength)), ''),
      /** When what the operator saw was done (`at`); null: nobody had taken it. */
      seenAt: z.nullable(wholeNumber),
    }),
    response: z.object({ work: z.nullable(CallBackWork) }),
  }),
}
