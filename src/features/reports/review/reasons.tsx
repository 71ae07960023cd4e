/** Why drafts were rejected: each reason beside the period before, and what explains a rise. */

import type { QueryState } from '#api/reads.ts'
import type { DecisionCount, DecisionCounts } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number } from '#ui/text/format-number.ts'
import { percent, percentOf, shareOf } from '#ui/text/share.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { mayBeChance } from '../chance/chance.ts'
import { decisionsAddress, rejectionsWith } from '../row-addresses.ts'
import { beforeUnknown, withoutName } from '../texts.tsx'
import {
  allOf,
  type DecisionGroups,
  decisionFiguresOf,
  enoughDecisions,
  explainRise,
  noDecisions,
  type ReasonCount,
  reasonsOf,
} from './decision-figures.ts'
import type { ReviewGrouping, ReviewSearch } from './search.ts'
import * as texts from './texts.tsx'

interface Row extends ReasonCount {
  /** Of the rejections of the period; null: there were none. */
  shareOfRejections: number | null
  isBeforeKnown: boolean
  /** The rejections with this reason. */
  to: string
}

const columns: readonly Column<Row>[] = [
  { id: 'reason', header: 'Reason', cell: ({ reason }) => visible(reason) || texts.noReason },
  {
    id: 'count',
    header: 'Rejected',
    align: 'right',
    cell: ({ now, to }) => (now === 0 ? number(now) : <Link to={to}>{number(now)}</Link>),
  },
  {
    id: 'share',
    header: 'Of all rejections',
    width: '10rem',
    visibleFrom: 'md',
    cell: ({ shareOfRejections }) => <ShareBar share={shareOfRejections} />,
  },
  {
    id: 'before',
    header: 'Before',
    align: 'right',
    cell: ({ before, isBeforeKnown }) => (isBeforeKnown ? number(before) : texts.none),
  },
  {
    id: 'change',
    header: 'Change',
    align: 'right',
    cell: ({ now, before, isBeforeKnown }) => (isBeforeKnown ? texts.change(now - before) : texts.none),
  },
]

interface Props {
  search: ReviewSearch
  now: DecisionCount
  /** The counts of the period before, null: it is not known. Until they are known, none is shown as zero. */
  queryBefore: QueryState<DecisionCounts> | null
  /** null: not known in both periods */
  groups: DecisionGroups | null
}

interface ExplanationProps extends Pick<Props, 'now' | 'groups'> {
  by: ReviewGrouping
  before: DecisionCount
}

function Explanation({ now, before, by, groups }: ExplanationProps) {
  const [figures, past] = [decisionFiguresOf(now), decisionFiguresOf(before)]
  if (Math.min(figures.decided, past.decided) < enoughDecisions)
    return `Fewer than ${number(enoughDecisions)} decisions in one of the periods: too few to say whether rejections rose.`
  const [share, shareBefore] = [shareOf(figures.rejected, figures.decided), shareOf(past.rejected, past.decided)]
  const partOf = ({ rejected, decided }: typeof figures) => ({ part: rejected, whole: decided })
  const hedge = mayBeChance(partOf(figures), partOf(past)) ? texts.mayBeChance : ''
  const rise = explainRise(now, before, groups)
  if (rise) {
    const { reason, group } = rise
    const name = group && group.key !== '' ? (group.name ?? withoutName(by, group.key)) : null
    return (
      <>
        Rejections rose from {percent(shareBefore)} to <b>{percent(share)}</b> of the decisions. {hedge}{' '}
        {reason &&
          texts.largestIncrease(
            reason,
            group && name !== null && (
              <>
                , {group.count === reason.now ? 'all' : number(group.count)} of them {by === 'agent' ? 'with' : 'by'}{' '}
                {visible(name)}
              </>
            ),
          )}
      </>
    )
  }
  return percentOf(share ?? 0) === percentOf(shareBefore ?? 0)
    ? `As before, ${percent(share)} of the decisions were rejections.`
    : texts.fell(share, shareBefore, hedge)
}

export function Reasons({ search, now, queryBefore, groups }: Props) {
  const { rejected } = decisionFiguresOf(now)
  const before = queryBefore?.data && allOf(queryBefore.data.groups)
  const reasons = reasonsOf(now, before ?? noDecisions).map(
    (reason): Row => ({
      ...reason,
      shareOfRejections: shareOf(reason.now, rejected),
      isBeforeKnown: before !== undefined,
      to: decisionsAddress(search, rejectionsWith(reason.reason)),
    }),
  )
  return (
    <>
      <div className="max-w-3xl px-3 py-3">
        {queryBefore === null ? (
          <p className="text-muted">{beforeUnknown}</p>
        ) : (
          <DataView
            query={queryBefore}
            loading={<p className="text-muted">Counting the decisions of the period before…</p>}
            isEmpty={() => reasons.length === 0}
            empty={<p className="text-muted">No draft was rejected in this period, nor in the one before.</p>}
          >
            {(data) => (
              <p>
                <Explanation now={now} before={allOf(data.groups)} by={search.by} groups={groups} />
              </p>
            )}
          </DataView>
        )}
      </div>
      {reasons.length > 0 && (
        <Table caption={texts.reasonsSection} columns={columns} rows={reasons} rowKey={({ reason }) => reason} />
      )}
    </>
  )
}
