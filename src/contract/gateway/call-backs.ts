/** People who want to be called: a list that the team works off. It is stored in Switchboard only, and costs the service nothing. */
import * as z from 'zod/mini'
import { type OutcomeSource, openOutcomes } from '../shared/call-outcomes.ts'
import { Pagination, pageQuery, wholeNumber } from '../shared/paging.ts'

/** `taken`: somebody has said that they call this person. */
export const callBackStates = ['open', 'taken', 'done'] as const
export const callBackNoteLength = 500

/** What somebody did about a call-back. All times are epoch ms. */
export interface CallBackWork {
  state: 'taken' | 'done'
  operator: string
  operatorId: string
  at: number
  /** ''. */
  note: string
}

/** The last call in which a person was reached, and asked for another one. */
export interface CallBack {
  roomName: string
  /** When the call began, epoch ms, or as near as is known. */
  at: number
  /** '' if unknown, like `phone`. */
  customerName: string
  phone: string
  outcome: (typeof openOutcomes)[number]
  source: OutcomeSource
  /** The line of the transcript on which the outcome rests; '' for none, or if the transcript is not kept. */
  line: string
  agentName: string | null
  batchId: string | null
  batchName: string | null
  /** Placed by hand, so that it is of no batch. */
  isPlaced: boolean
  /** null: nobody has taken it. */
  work: CallBackWork | null
}

export const callBackEndpoints = {
  /**
   * People whom no call has reached since they asked for one, without those who must not be called. Those who have waited longest come first;
   * of those that are done, the latest.
   */
  callBackList: {
    query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(['open', 'done'])) }),
    response: z.custom<{ calls: CallBack[]; pagination: Pagination }>(),
  },
  /** Refused if somebody else has changed it meanwhile. */
  callBackChange: {
    body: z.strictObject({
      state: z.enum(callBackStates),
      note: z._default(z.string().check(z.trim(), z.maxLength(callBackNoteLength)), ''),
      /** When what the operator saw was done (`at`); null: nobody had taken it. */
      seenAt: z.nullable(wholeNumber),
    }),
    response: z.custom<{ work: CallBackWork | null }>(),
  },
}
