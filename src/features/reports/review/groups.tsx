/** The decisions by agent or reviewer. */

import { useMyId } from '#api/session.ts'
import type { DecisionCount } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import type { Column } from '#ui/layout/table.tsx'
import { number } from '#ui/text/format-number.ts'
import { percent, shareOf } from '#ui/text/share.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { FiguresTable, type FileColumn } from '../comparison.tsx'
import type { ExportLabel } from '../export-label.ts'
import { decisionsAddress } from '../row-addresses.ts'
import { addressOfGroup, dimensions, nameOfGroup } from '../texts.tsx'
import { type DecisionFigures, decisionFiguresOf, noDecisions, reasonsOf } from './decision-figures.ts'
import type { ReviewGrouping, ReviewSearch } from './search.ts'
import * as texts from './texts.tsx'

type Result = 'decided' | 'approved' | 'edited' | 'rejected'

interface Group extends DecisionFigures {
  count: DecisionCount
  name: string
  to: string | null
  /** The address of its decisions with a result; null: they cannot be listed apart. */
  decisionsTo: ((result: Result) => string) | null
  /** The most frequent reason of its rejections; null: it has none. */
  reason: string | null
}

/** A figure that leads to its decisions. */
const linked = (group: Group, result: Result, text: string) =>
  group.decisionsTo === null || group[result] === 0 ? text : <Link to={group.decisionsTo(result)}>{text}</Link>

const shareColumn = (id: 'approved' | 'edited' | 'rejected', header: string): Column<Group> => ({
  id,
  header,
  align: 'right',
  cell: (group) => linked(group, id, percent(shareOf(group[id], group.decided))),
})

const columnsOf = (header: string): readonly Column<Group>[] => [
  { id: 'name', header, cell: ({ name, to }) => (to === null ? name : <Link to={to}>{name}</Link>) },
  {
    id: 'decided',
    header: texts.decided,
    align: 'right',
    cell: (group) => linked(group, 'decided', number(group.decided)),
  },
  shareColumn('approved', texts.approved),
  { ...shareColumn('edited', texts.edited), visibleFrom: 'md' },
  shareColumn('rejected', texts.rejected),
  {
    id: 'wait',
    header: texts.median,
    align: 'right',
    visibleFrom: 'md',
    cell: ({ count }) => texts.wait(count.medianSeconds),
  },
  {
    id: 'reason',
    header: texts.frequentReason,
    visibleFrom: 'lg',
    cell: ({ reason }) => (reason === null ? texts.none : visible(reason) || texts.noReason),
  },
]
/** The groups with their names, most decisions first. Groups in which texts were only saved are left out. */
export function groupsOf(search: ReviewSearch, counts: readonly DecisionCount[], myId: string): Group[] {
  const { by } = search
  const nameOf = (group: DecisionCount) => {
    if (by === 'reviewer' && group.key === '' && counts.length === 1) return 'All reviewers'
    const name = nameOfGroup(by, group)
    return group.key === myId ? texts.me(name) : name
  }
  return counts
    .map((count) => ({
      count,
      name: nameOf(count),
      to: addressOfGroup(by, count.key),
      decisionsTo: count.key === '' ? null : (result: Result) => decisionsAddress(search, { [by]: count.key, result }),
      reason: reasonsOf(count, noDecisions)[0]?.reason ?? null,
      ...decisionFiguresOf(count),
    }))
    .filter(({ decided }) => decided > 0)
    .toSorted((a, b) => b.decided - a.decided)
}

export const fileColumnsOf = (by: ReviewGrouping): readonly FileColumn<Group>[] => [
  { header: dimensions[by], value: ({ name }) => name },
  { header: texts.decided, value: ({ decided }) => decided },
  { header: texts.approved, value: ({ approved }) => approved },
  { header: texts.edited, value: ({ edited }) => edited },
  { header: texts.rejected, value: ({ rejected }) => rejected },
  { header: texts.saved, value: ({ count }) => count.results.saved ?? 0 },
  { header: 'Median wait (seconds)', value: ({ count }) => count.medianSeconds },
  { header: texts.frequentReason, value: ({ reason }) => (reason === '' ? texts.noReason : reason) },
]

interface Props {
  search: ReviewSearch
  counts: readonly DecisionCount[]
  label: ExportLabel
}

export function Groups({ search, counts, label }: Props) {
  const { by } = search
  return (
    <FiguresTable
      columns={columnsOf(dimensions[by])}
      file={fileColumnsOf(by)}
      rows={groupsOf(search, counts, useMyId())}
      rowKey={({ count }) => count.key}
      fileName={label.fileName(`decisions-by-${by}`)}
    />
  )
}
