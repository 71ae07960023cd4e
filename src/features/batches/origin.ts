/** Where the people of a batch come from, in words that its name follows. */
import type { CallSelection } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

const whichPeople: Record<CallSelection, string> = {
  all: 'in',
  waiting: 'who were waiting in',
  active: 'who were being called in',
  completed: 'whose call was completed in',
  failed: 'whose call failed in',
  cancelled: 'whose call was cancelled in',
  never_called: 'never called in',
}

/** "39 people never called in". @param people how many; not given: "People never called in" */
export const peopleIn = ({ calls, people }: { calls: CallSelection; people?: number }): string =>
  `${people === undefined ? 'People' : plural(people, 'person', 'people')} ${whichPeople[calls]}`
