/** Why drafts were rejected: each reason beside the period before, and what explains a rise. */
import type { DecisionCount } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { shareOf } from '../figures.ts'
import { percent } from '../texts.tsx'
import { decisionFiguresOf, enoughDecisions, explainRise, type ReasonCount, reasonsOf } from './decision-figures.ts'
import type { ReviewGrouping } from './search.ts'
import * as texts from './texts.tsx'

interface Row extends ReasonCount {
  /** Of the rejections of the period; null: there were none. */
  shareOfRejections: number | null
}

const columns: readonly DataColumn<Row>[] = [
  { id: 'reason', header: texts.reasonColumn, cell: ({ reason }) => visible(reason) || texts.noReason },
  { id: 'count', header: texts.countColumn, align: 'right', cell: ({ now }) => number(now) },
  {
    id: 'share',
    header: texts.shareColumn,
    align: 'right',
    visibleFrom: 'md',
    cell: ({ shareOfRejections: share }) => (
      <span className="inline-flex items-center justify-end gap-2">
        <span aria-hidden className="inline-block h-1.5 w-16 overflow-hidden rounded-full bg-pressed">
          <span className="block h-full rounded-full bg-ink" style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
        <span className="min-w-10">{percent(share)}</span>
      </span>
    ),
  },
  { id: 'before', header: texts.beforeColumn, align: 'right', cell: ({ before }) => number(before) },
  { id: 'change', header: texts.changeColumn, align: 'right', cell: ({ now, before }) => texts.change(now - before) },
]

interface Props {
  now: DecisionCount
  before: DecisionCount
  by: ReviewGrouping
  groups: { now: readonly DecisionCount[]; before: readonly DecisionCount[] }
}

function Explanation({ now, before, by, groups }: Props) {
  const [figures, past] = [decisionFiguresOf(now), decisionFiguresOf(before)]
  if (Math.min(figures.decided, past.decided) < enoughDecisions) return texts.tooFew(enoughDecisions)
  const [share, shareBefore] = [shareOf(figures.rejected, figures.decided), shareOf(past.rejected, past.decided)]
  const rise = explainRise(now, before, groups)
  if (rise) {
    const { reason, group } = rise
    const name = group && group.key !== '' ? (group.name ?? group.key) : null
    return texts.rose(
      share,
      shareBefore,
      texts.mostly(reason, group && name !== null && texts.mostlyWith(name, group.count, reason.now, by)),
    )
  }
  return share === shareBefore ? texts.unchanged(share) : texts.fell(share, shareBefore)
}

export function Reasons(props: Props) {
  const { rejected } = decisionFiguresOf(props.now)
  const reasons = reasonsOf(props.now, props.before).map(
    (reason): Row => ({ ...reason, shareOfRejections: shareOf(reason.now, rejected) }),
  )
  if (reasons.length === 0) return <p className="px-3 py-3 text-muted">{texts.noRejections}</p>
  return (
    <>
      <p className="max-w-3xl px-3 py-3">
        <Explanation {...props} />
      </p>
      <DataTable
        caption={texts.reasonsSection}
        columns={columns}
        rows={reasons}
        rowKey={({ reason }) => reason}
        sticky={false}
      />
    </>
  )
}
