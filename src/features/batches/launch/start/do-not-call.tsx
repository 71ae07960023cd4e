/** The people of the list who are on the do-not-call list: who added them, when and why. They can only be left out. */
import type { DoNotCallFound } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Time } from '#ui/time/time.tsx'
import { FindingPanel, people, type RuleView } from './finding-panel.tsx'

type By = DoNotCallFound['by'][number]

const Cause = ({ one: { people: count, operator, at, reason } }: { one: By }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
    <span className="min-w-20 font-medium whitespace-nowrap">{people(count)}</span>
    <span className="min-w-0 flex-1 basis-64 break-words">
      {reason}
      <span className="text-soft">
        {' '}
        · added by {operator}, <Time at={at} show="day" />
      </span>
    </span>
  </li>
)

const sentence = (one: boolean) => (
  <>
    {one ? 'is' : 'are'} on the <Link to={paths.doNotCall()}>do-not-call list</Link>. The batch cannot start with them.
  </>
)

const Panel: RuleView<DoNotCallFound>['Panel'] = ({ found, launch }) => (
  <FindingPanel
    title="Do-not-call list"
    rule="doNotCall"
    launch={launch}
    rows={found.rows}
    sentence={sentence}
    nobodyElse="is on the do-not-call list."
    causes={{
      label: 'Who added them to the do-not-call list',
      items: found.by.map((one) => <Cause key={`${one.operator}/${one.reason}/${one.at}`} one={one} />),
    }}
  />
)

export const doNotCall: RuleView<DoNotCallFound> = {
  Panel,
  reason: ({ people: count }) =>
    count === 0
      ? ''
      : `${people(count)} in your list ${count === 1 ? 'is' : 'are'} on the do-not-call list. Leave ${count === 1 ? 'that person' : 'them'} out.`,
}
