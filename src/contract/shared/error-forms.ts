/**
 * The bodies of errors: the service's three forms (specification 7), and the gateway's refusals. Not in `refusal.ts`, because the
 * first page needs that file without schemas.
 */
import * as z from 'zod/mini'

export const GeneralError = z.strictObject({
  /** Only where a call of a batch is unknown (interface 4). */
  status: z.optional(z.literal('not_found')),
  error: z.strictObject({ code: z.string(), message: z.string() }),
})
export const SendCallError = z.strictObject({ error: z.string(), details: z.string(), code: z.optional(z.string()) })
export const RateLimitError = z.strictObject({ status: z.number(), title: z.string(), detail: z.string() })
export const errorForms = { general: GeneralError, sendCall: SendCallError, rateLimit: RateLimitError } as const

/** Whether the change that was asked for reached the service. Reads are always `no`. */
export type Sent = 'no' | 'unknown' | 'yes'

export const RefusalData = z.object({
  status: z.number(),
  /** A word for programs, such as `invalid_number`, `over_budget`, `offline`. */
  code: z.string(),
  /** A sentence for people. */
  message: z.string(),
  /** More words of the service, '' if none. Plain text, never markup. */
  details: z.string(),
  sent: z.enum(['no', 'unknown', 'yes']),
  /** Seconds to wait, or null. */
  retryAfter: z.nullable(z.number()),
  /** To be quoted to an administrator; found again in the logs. */
  reference: z.string(),
  /** Who refused: the calling service, our gateway, or nobody because no answer came. */
  by: z.enum(['service', 'gateway', 'network']),
  /** The ledger's effect, where there is one. */
  effectId: z.optional(z.string()),
  /** The fields at fault, where they are known. */
  fields: z.optional(z.record(z.string(), z.string())),
})
export type RefusalData = z.output<typeof RefusalData>
