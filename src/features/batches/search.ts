/** Search parameters of the list of batches and of the page of one batch. An invalid value falls back to its default. */
import * as z from 'zod/mini'
import { batchCallStates, batchRowColumns, callOutcomes, idPattern } from '#contract/index.ts'

const page = z.catch(z.pipe(z.coerce.number(), z.int().check(z.gte(1))), 1)

/** Of the list: IDs of launches whose batches have lines of their own, separated by commas. */
export const OpenLaunches = z.object({ open: z.catch(z.string(), '') })

export const BatchSearch = z.object({
  page,
  status: z.catch(z.enum(['all', ...batchCallStates]), 'all'),
  /** Rows whose last call had this outcome, or that failed for the reason with this key; null: all. */
  outcome: z.catch(z.nullable(z.enum(callOutcomes)), null),
  reason: z.catch(z.nullable(z.string().check(z.regex(/^[0-9a-f]{12}$/))), null),
  sort: z.catch(z.enum(batchRowColumns), 'row'),
  order: z.catch(z.enum(['ascending', 'descending']), 'ascending'),
  /** Shows the variables of the rows. */
  variables: z.catch(z.nullable(z.enum(['shown'])), null),
  /** The call whose panel is open. */
  call: z.catch(z.nullable(z.string().check(z.regex(idPattern))), null),
})
export type BatchFilter = z.output<typeof BatchSearch>
