/** Search parameters of the page of recent calls. The typed search is not among them, because it may be a name or a number. */
import * as z from 'zod/mini'
import { keptCallOrders, keptCallStates } from '#contract/index.ts'

const page = z.catch(z.pipe(z.coerce.number(), z.int().check(z.gte(1))), 1)

export const historyStatuses = ['active', 'completed', 'failed'] as const

export const RecentSearch = z.object({
  page,
  /** Whose list is shown: what Switchboard has seen, or the service's own history. */
  of: z.catch(z.enum(['team', 'service']), 'team'),
  /** Our list: which calls. */
  state: z.catch(z.enum(['all', ...keptCallStates]), 'all'),
  /** The service's history: calls with this status. */
  status: z.catch(z.enum(['all', ...historyStatuses]), 'all'),
  /** Our list has agents by name, the service's history by ID. */
  agent: z.catch(z.string().check(z.maxLength(200)), ''),
  order: z.catch(z.enum(keptCallOrders), 'newest'),
})
export type RecentFilter = z.output<typeof RecentSearch>
