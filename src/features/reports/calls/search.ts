/** Search parameters of `/reports/calls`. */
import * as z from 'zod/mini'
import { listedOutcomes, maxAttempt, maxVersionNumber } from '#contract/index.ts'
import { filterFields, numberText, partFields, queryOf } from '../search.ts'

export const CallsSearch = z.object({
  ...filterFields,
  ...partFields,
  outcome: z.catch(z.enum([...listedOutcomes, '']), ''),
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday: numberText(0, 6),
  hour: numberText(0, 23),
  attempt: numberText(1, maxAttempt),
  agentVersion: numberText(1, maxVersionNumber),
  flowVersion: numberText(1, maxVersionNumber),
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
