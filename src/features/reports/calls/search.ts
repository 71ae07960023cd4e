/** Search parameters of `/reports/calls`. */
import { listedOutcomes, maxAttempt, maxVersionNumber } from '#contract/index.ts'
import { oneOf, page, type Values } from '#kit/navigation/search-params.ts'
import { filterFields, numberText, partFields, queryOf } from '../search.ts'

export const callsFields = {
  ...filterFields,
  ...partFields,
  outcome: oneOf(listedOutcomes, ''),
  /** On the clock of the person called: 0 (Monday) to 6, and 0 to 23. */
  weekday: numberText(0, 6),
  hour: numberText(0, 23),
  attempt: numberText(1, maxAttempt),
  agentVersion: numberText(1, maxVersionNumber),
  flowVersion: numberText(1, maxVersionNumber),
  /** The page with the figure. */
  figure: oneOf(['agents', 'overview'], 'reaching'),
  page,
}
export type CallsSearch = Values<typeof callsFields>

const numbers = ['weekday', 'hour', 'attempt', 'agentVersion', 'flowVersion'] as const

/** The filters as the query of the list; those that filter nothing are missing. */
export const listQueryOf = (search: CallsSearch) => ({
  ...queryOf(search),
  ...(search.outcome !== '' && { outcome: search.outcome }),
  ...Object.fromEntries(numbers.filter((name) => search[name] !== '').map((name) => [name, Number(search[name])])),
})
