/** Where the people of a batch come from, in words that its name follows. */
import type { OriginSelection } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

const whichPeople: Record<OriginSelection, string> = {
  all: 'in',
  waiting: 'who were waiting in',
  active: 'who were being called in',
  completed: 'whose call was completed in',
  failed: 'whose call failed in',
  cancelled: 'whose call was cancelled in',
  never_called: 'never called in',
  selected: 'selected in',
  held_back: 'held back in',
  next_part: 'in the part after',
}

/** "39 people never called in". @param people how many; not given: "People never called in" */
export const peopleIn = ({ calls, people }: { calls: OriginSelection; people?: number }): string =>
  `${people === undefined ? 'People' : plural(people, 'person', 'people')} ${whichPeople[calls]}`
