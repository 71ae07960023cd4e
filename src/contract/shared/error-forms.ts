/**
 * Schemas of error bodies: the service's three forms (specification 7), and the gateway's refusals. Not in `refusal.ts`, because the
 * first page loads that file without schemas.
 */
import * as z from 'zod/mini'

export const GeneralError = z.strictObject({
  /** Only for an unknown call of a batch (interface 4). */
  status: z.optional(z.literal('not_found')),
  error: z.strictObject({ code: z.string(), message: z.string() }),
})
export const SendCallError = z.strictObject({ error: z.string(), details: z.string(), code: z.optional(z.string()) })
export const RateLimitError = z.strictObject({ status: z.number(), title: z.string(), detail: z.string() })
export const errorForms = { general: GeneralError, sendCall: SendCallError, rateLimit: RateLimitError } as const

/** Whether the requested change reached the service. Always `no` for reads. */
export type Sent = 'no' | 'unknown' | 'yes'

export const RefusalData = z.object({
  status: z.number(),
  /** A code for programs, such as `invalid_number`, `over_budget`, `offline`. */
  code: z.string(),
  /** A sentence for people. */
  message: z.string(),
  /** Further details from the service, '' if none. Plain text, never markup. */
  details: z.string(),
  sent: z.enum(['no', 'unknown', 'yes']),
  /** Seconds to wait, or null. */
  retryAfter: z.nullable(z.number()),
  /** A reference for administrators, which is also in the logs. */
  reference: z.string(),
  /** Whether the service, the gateway, or the network (no answer) refused. */
  by: z.enum(['service', 'gateway', 'network']),
  /** The effect in the ledger, if any. */
  effectId: z.optional(z.string()),
  /** For a 404: this is the only answer that did not find it. One odd answer proves nothing. */
  isDoubtful: z.optional(z.boolean()),
  /** The invalid fields, if known. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type RefusalData = z.output<typeof RefusalData>
