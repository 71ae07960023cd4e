/** The query of the review page: the open draft, the filters, and the list. Names and numbers are not in it. */
import { draftAgeNames } from '#components/decisions/draft-age-bands.ts'
import { idPattern } from '#contract/index.ts'
import { matching, oneOf } from '#kit/navigation/search-params.ts'
import { assignments, sortings } from './queue.ts'

const idOrNone = matching(idPattern, '')
export const reviewFields = {
  conversation: idOrNone,
  message: idOrNone,
  agent: idOrNone,
  flow: idOrNone,
  assigned: oneOf(assignments, ''),
  sort: oneOf(sortings, ''),
  age: oneOf(draftAgeNames, ''),
  /** The group of alike drafts that the operator goes through. */
  alike: matching(/^[a-z0-9]{0,12}$/, ''),
  list: oneOf(['own'], ''),
}
