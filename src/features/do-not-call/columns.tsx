/** The columns of the do-not-call list. */
import { maskedNumber, sourceInWords } from '#components/do-not-call/entry-words.ts'
import type { DoNotCallEntry } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { useTick } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { RemoveEntry } from './remove-entry.tsx'

function Source({ source }: DoNotCallEntry) {
  const { word, path } = sourceInWords(source)
  return (
    <span className="break-words @xl:block @xl:max-w-60 @xl:min-w-24 @xl:text-label">
      {path === null ? word : <Link to={path}>{word}</Link>}
    </span>
  )
}

function EndedWord({ until }: { until: number }) {
  return useTick((now) => until <= now, { every: 60_000 }) && 'Ended '
}

export const entryColumns: readonly DataColumn<DoNotCallEntry>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: ({ lastTwo }) => (
      <span className="mono whitespace-nowrap">
        <span aria-hidden>{maskedNumber(lastTwo)}</span>
        <span className="sr-only">Number ending in {lastTwo}</span>
      </span>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '100%',
    cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
  },
  {
    id: 'who',
    header: 'Added by',
    cell: ({ operator }) => <span className="@xl:text-label @2xl:whitespace-nowrap">{operator}</span>,
  },
  {
    id: 'when',
    header: 'Added',
    cell: ({ at }) => (
      <span className="text-soft @xl:text-label">
        <Time at={at} show="day-and-time" />
      </span>
    ),
  },
  { id: 'source', header: 'Source', from: 'md', cell: (entry) => <Source {...entry} /> },
  {
    id: 'until',
    header: 'Last day',
    from: 'md',
    cell: ({ until }) => (
      <span className="@xl:text-label @xl:whitespace-nowrap">
        {until === null ? (
          <span className="text-muted">No end</span>
        ) : (
          <>
            <EndedWord until={until} />
            <Time at={until - 1} show="day" />
          </>
        )}
      </span>
    ),
  },
  { id: 'remove', header: 'Actions', headerHidden: true, align: 'right', cell: (entry) => <RemoveEntry {...entry} /> },
]
