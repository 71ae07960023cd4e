/** The columns of the do-not-call list. */
import { maskedNumber, sourceText } from '#components/do-not-call/entry-texts.ts'
import type { DoNotCallEntry } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { useTick } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { RemoveEntry } from './remove-entry.tsx'
import * as texts from './texts.tsx'

function Source({ source }: DoNotCallEntry) {
  const { text, path } = sourceText(source)
  return (
    <span className="break-words @xl:block @xl:max-w-60 @xl:min-w-24 @xl:text-label">
      {path === null ? text : <Link to={path}>{text}</Link>}
    </span>
  )
}

function LastDay({ until }: { until: number }) {
  const hasEnded = useTick((now) => until <= now, { intervalMs: 60_000 })
  return texts.lastDay(<Time at={until - 1} show="day" />, hasEnded)
}

export const entryColumns: readonly DataColumn<DoNotCallEntry>[] = [
  {
    id: 'number',
    header: texts.numberColumn,
    cell: ({ lastTwo }) => (
      <span className="numeric whitespace-nowrap">
        <span aria-hidden>{maskedNumber(lastTwo)}</span>
        <span className="sr-only">{texts.numberEndingIn(lastTwo)}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    header: texts.reasonColumn,
    width: '100%',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  {
    id: 'who',
    header: texts.addedByColumn,
    cell: ({ operator }) => <span className="@xl:text-label @2xl:whitespace-nowrap">{operator}</span>,
  },
  {
    id: 'when',
    header: texts.addedColumn,
    cell: ({ at }) => (
      <span className="text-soft @xl:text-label">
        <Time at={at} show="day-and-time" />
      </span>
    ),
  },
  { id: 'source', header: texts.sourceColumn, visibleFrom: 'md', cell: (entry) => <Source {...entry} /> },
  {
    id: 'until',
    header: texts.lastDayColumn,
    visibleFrom: 'md',
    cell: ({ until }) => (
      <span className="@xl:text-label @xl:whitespace-nowrap">
        {until === null ? <span className="text-muted">{texts.noEnd}</span> : <LastDay until={until} />}
      </span>
    ),
  },
  {
    id: 'remove',
    header: texts.actionsColumn,
    headerHidden: true,
    align: 'right',
    cell: (entry) => <RemoveEntry {...entry} />,
  },
]
