/** The filters of the wall, in the address of the wall and of a call that was opened from it. */
import { sentimentNames } from '#contract/index.ts'
import { anyText, oneOf } from '#kit/navigation/search-params.ts'
import { cardOrders } from './wall-cards.ts'

export const wallFields = {
  agent: anyText,
  show: oneOf(['needing-look'], ''),
  sentiment: oneOf(sentimentNames, ''),
  /** '': what needs a look comes first. */
  sort: oneOf(cardOrders, ''),
}
