/** The forms of the service's errors as it writes them (specification 7). How they are read: `refusal.ts`. */
import * as z from 'zod/mini'

export const GeneralError = z.strictObject({
  /** Only where a call of a batch is unknown (interface 4). */
  status: z.optional(z.literal('not_found')),
  error: z.strictObject({ code: z.string(), message: z.string() }),
})
export const SendCallError = z.strictObject({ error: z.string(), details: z.string(), code: z.optional(z.string()) })
export const RateLimitError = z.strictObject({ status: z.number(), title: z.string(), detail: z.string() })
export const errorForms = { general: GeneralError, sendCall: SendCallError, rateLimit: RateLimitError } as const
