/** The query of the review page: the open draft, the filters, and the list. Names and numbers are not in it. */
import * as z from 'zod/mini'
import { draftAgeNames } from '#components/decisions/draft-age-bands.ts'
import { idPattern } from '#contract/index.ts'
import { assignments, sortings } from './queue.ts'

const idOrNone = z._default(z.union([z.literal(''), z.string().check(z.regex(idPattern))]), '')
export const ReviewSearch = z.object({
  conversation: idOrNone,
  message: idOrNone,
  agent: idOrNone,
  flow: idOrNone,
  assigned: z._default(z.enum(['', ...assignments]), ''),
  sort: z._default(z.enum(['', ...sortings]), ''),
  age: z._default(z.enum(['', ...draftAgeNames]), ''),
  /** The group of alike drafts that the operator goes through. */
  alike: z._default(z.string().check(z.regex(/^[a-z0-9]{0,12}$/)), ''),
  list: z._default(z.enum(['', 'own']), ''),
})
