/** What a refusal says, as it travels. Apart from the class, which the first page needs without any schema. */
import * as z from 'zod/mini'

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
