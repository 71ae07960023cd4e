/** The counts of calls by country, agent, attempt or batch. */
import { countKnown } from '#components/batches/results/figures.ts'
import type { CallCount, CallOutcome } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Column } from '#ui/layout/table.tsx'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number, numberOr } from '#ui/text/format-number.ts'
import { FiguresTable, type FileColumn } from './comparison.tsx'
import type { ExportLabel } from './export-label.ts'
import { answeredShareOf, countOf, type Figures, figuresOf } from './figures.ts'
import { callsAddress } from './row-addresses.ts'
import type { Grouping, ReportFilter } from './search.ts'
import * as texts from './texts.tsx'

interface Group extends Figures {
  key: string
  name: string
  counts: CallCount
  /** Nearly all calls that have ended are known, so none of an outcome means that there was none. */
  isKnown: boolean
  to: string | null
  /** The address of its calls with an outcome, or of all; null: they cannot be listed. */
  callsTo: ((outcome?: CallOutcome | 'all_answered') => string) | null
}

const otherOutcomes = ['mailbox', 'no_answer', 'busy', 'failed', 'unknown'] as const

/** A number of calls that leads to them. */
const linked = (count: number | null, to: string | undefined) =>
  !count || to === undefined ? numberOr(count, '–') : <Link to={to}>{number(count)}</Link>

const columnsOf = (header: string): readonly Column<Group>[] => [
  { id: 'name', header, cell: ({ name, to }) => (to === null ? name : <Link to={to}>{name}</Link>) },
  { id: 'calls', header: texts.calls, align: 'right', cell: ({ calls, callsTo }) => linked(calls, callsTo?.()) },
  {
    id: 'answered',
    header: 'Answered',
    width: '10rem',
    cell: (group) => <ShareBar share={answeredShareOf(group)} of={group.isKnown ? null : group.known} />,
  },
  {
    id: 'long',
    header: 'Over 20 s',
    align: 'right',
    cell: ({ longTalks, isKnown }) => numberOr(countKnown(longTalks, isKnown), '–'),
  },
  ...otherOutcomes.map(
    (outcome): Column<Group> => ({
      id: outcome,
      header: texts.outcomes[outcome],
      align: 'right',
      visibleFrom: 'md',
      cell: ({ counts, callsTo, isKnown }) => linked(countKnown(countOf(counts, outcome), isKnown), callsTo?.(outcome)),
    }),
  ),
  {
    id: 'talk',
    header: 'Talk time',
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ talkSeconds }) => texts.duration(talkSeconds),
  },
]
/** The groups with their names, most calls first; attempts in their order. */
export function groupsOf(by: Grouping, counts: readonly CallCount[], search: ReportFilter, isKnown: boolean): Group[] {
  const groups = counts.map(
    (group): Group => ({
      key: group.key,
      name: texts.nameOfGroup(by, group),
      to: texts.addressOfGroup(by, group.key),
      callsTo:
        group.key === '' ? null : (outcome) => callsAddress(search, { [by]: group.key, ...(outcome && { outcome }) }),
      counts: group,
      isKnown,
      ...figuresOf(group),
    }),
  )
  return by === 'attempt'
    ? groups.toSorted((a, b) => (Number(a.key) || 99) - (Number(b.key) || 99))
    : groups.toSorted((a, b) => b.calls - a.calls)
}

export const fileColumnsOf = (by: Grouping): readonly FileColumn<Group>[] => [
  { header: texts.dimensions[by], value: ({ name }) => name },
  { header: texts.calls, value: ({ calls }) => calls },
  { header: texts.answered, value: ({ answered }) => answered },
  { header: texts.longTalks, value: ({ longTalks, isKnown }) => countKnown(longTalks, isKnown) },
  ...otherOutcomes.map((outcome) => ({
    header: texts.outcomes[outcome] ?? outcome,
    value: ({ counts, isKnown }: Group) => countKnown(countOf(counts, outcome), isKnown),
  })),
  { header: 'Talk time (seconds)', value: ({ talkSeconds }) => talkSeconds },
]

interface Props {
  by: Grouping
  counts: readonly CallCount[]
  search: ReportFilter
  label: ExportLabel
  isKnown: boolean
}

export function GroupsTable({ by, counts, search, label, isKnown }: Props) {
  return (
    <FiguresTable
      columns={columnsOf(texts.dimensions[by])}
      file={fileColumnsOf(by)}
      rows={groupsOf(by, counts, search, isKnown)}
      rowKey={({ key }) => key}
      fileName={label.fileName(`calls-by-${by}`)}
    />
  )
}
