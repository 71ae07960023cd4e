/**
 * How many requests were sent to the service, from the gateway's own counts: the contract's part for the request budget over time, which
 * costs the service nothing.
 */
import * as z from 'zod/mini'
import { wholeNumber } from '../../shared/paging.ts'
import { type Lane } from '../parts/endpoint-parts.ts'

/**
 * What requests are counted by, and the keys of the groups: `minute`, `hour` and `day` when it begins, epoch ms; `page` the first segment
 * of its path, or what the gateway sends by itself; `operator` the operator's ID, '' for the gateway itself.
 */
export const requestGroupings = ['minute', 'hour', 'day', 'page', 'operator'] as const
export type RequestGrouping = (typeof requestGroupings)[number]

export interface RequestCount {
  key: string
  /** The operator's name; null for other groups, and for colleagues of somebody who may not see it. */
  name: string | null
  /** Requests by purpose; purposes without requests are missing. */
  lanes: Partial<Record<Lane, number>>
}

export interface RequestCounts {
  groups: RequestCount[]
  /** Requests that the plan allows per minute. */
  perMinute: number
  /** When the first request was counted, epoch ms; null: none yet. What was sent before that is not known. */
  since: number | null
}

export const requestReportEndpoints = {
  /** Only administrators see the names of others. */
  requestCountList: {
    query: z.strictObject({
      /** Epoch ms; `to` is not included. Minutes are known for the last day. */
      from: wholeNumber,
      to: wholeNumber,
      by: z.enum(requestGroupings),
      /** IANA name, for `day`. */
      zone: z._default(z.string().check(z.maxLength(60)), 'UTC'),
    }),
    response: z.custom<RequestCounts>(),
  },
}
