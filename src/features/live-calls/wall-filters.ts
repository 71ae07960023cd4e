/** The filters of the wall, in the address of the wall and of a call that was opened from it. */
import * as z from 'zod/mini'
import { sentimentNames } from '#contract/index.ts'
import { cardOrders } from './wall-cards.ts'

export const WallSearch = z.object({
  agent: z._default(z.string(), ''),
  show: z._default(z.enum(['', 'needing-look']), ''),
  sentiment: z._default(z.enum(['', ...sentimentNames]), ''),
  /** '': what needs a look comes first. */
  sort: z._default(z.enum(['', ...cardOrders]), ''),
})
