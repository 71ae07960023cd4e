/** Search parameters of `/reports/agents`. */
import * as z from 'zod/mini'
import { filterFields } from '../search.ts'

/** What is compared. */
export const compared = ['agent', 'flow'] as const
export type Compared = (typeof compared)[number]

export const AgentsSearch = z.object({
  ...filterFields,
  of: z.catch(z.enum(compared), 'agent'),
  /** The version whose change is looked at; 0: the latest with calls. */
  version: z.catch(z.coerce.number().check(z.int(), z.nonnegative()), 0),
})
export type AgentsSearch = z.output<typeof AgentsSearch>
