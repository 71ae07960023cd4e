/** Search parameters of `/answers/calls`. */
import * as z from 'zod/mini'
import { listedOutcomes } from '#contract/index.ts'
import { filterFields, partFields, queryOf } from '../search.ts'

/** A whole number as text; '' for all. */
const digits = z.catch(z.string().check(z.regex(/^\d{0,9}$/)), '')

export const CallsSearch = z.object({
  ...filterFields,
  ...partFields,
  outcome: z.catch(z.enum([...listedOutcomes, '']), ''),
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday: z.catch(z.string().check(z.regex(/^[0-6]?$/)), ''),
  hour: z.catch(z.string().check(z.regex(/^(?:1?\d|2[0-3])?$/)), ''),
  attempt: digits,
  agentVersion: digits,
  flowVersion: digits,
  page: z.catch(z.coerce.number().check(z.int(), z.positive()), 1),
})
export type CallsSearch = z.output<typeof CallsSearch>

const numbers = ['weekday', 'hour', 'attempt', 'agentVersion', 'flowVersion'] as const

/** The filters as the query of the list; those that filter nothing are missing. */
export const listQueryOf = (search: CallsSearch) => ({
  ...queryOf(search),
  ...(search.outcome !== '' && { outcome: search.outcome }),
  ...Object.fromEntries(numbers.filter((name) => search[name] !== '').map((name) => [name, Number(search[name])])),
})
