/** People in the file who are on the do-not-call list. They can only be left out. */
import type { DoNotCallFound } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Time } from '#ui/time/time.tsx'
import { FindingPanel, type RuleView } from './finding-panel.tsx'
import * as texts from './texts.tsx'

type Addition = DoNotCallFound['by'][number]

/** Who added people of the file to the list, when and why. */
const AdditionItem = ({ addition: { people: count, operator, at, reason } }: { addition: Addition }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
    <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(count)}</span>
    <span className="min-w-0 flex-1 basis-64 break-words">
      {reason}
      <span className="text-soft"> · {texts.addedBy(operator, <Time at={at} show="day" />)}</span>
    </span>
  </li>
)

const foundSentence = (counts: texts.FoundCount) =>
  texts.doNotCallFound(counts, (text) => <Link to={paths.doNotCall()}>{text}</Link>)

const Panel: RuleView<DoNotCallFound>['Panel'] = ({ finding, newBatch }) => (
  <FindingPanel
    title="Do-not-call list"
    rule="doNotCall"
    newBatch={newBatch}
    rows={finding.rows}
    sentenceFor={foundSentence}
    nobodyElse="Nobody else in this file is on the do-not-call list."
    causes={{
      label: 'Who added them to the do-not-call list',
      items: finding.by.map((addition) => (
        <AdditionItem key={`${addition.operator}/${addition.reason}/${addition.at}`} addition={addition} />
      )),
    }}
  />
)

export const doNotCall: RuleView<DoNotCallFound> = {
  Panel,
  reason: ({ people: count }) => (count === 0 ? '' : texts.doNotCallReason(count)),
}
