/** What the do-not-call list consists of. */
import { maskedNumber, sourceText } from '#components/do-not-call/entry-texts.ts'
import type { DoNotCallEntry } from '#contract/index.ts'
import { Moment, Usual } from '#kit/list/cells.tsx'
import type { ListDefinition } from '#kit/list/definition.ts'
import { Link } from '#kit/navigation/link.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useTick } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { RemoveEntry } from './remove-entry.tsx'
import * as texts from './texts.tsx'

function Source({ source, lastTwo }: DoNotCallEntry) {
  const { text, path } = sourceText(source)
  if (path === null) return text
  return (
    <Link to={path} aria-label={`${text}, for the number ending in ${lastTwo}`}>
      {text}
    </Link>
  )
}

function LastDay({ until }: { until: number }) {
  const hasEnded = useTick((now) => until <= now, { intervalMs: 60_000 })
  return texts.lastDay(<Time at={until - 1} show="day" />, hasEnded)
}

/** The do-not-call list. The gateway knows the numbers only as hashes, so nobody can search or sort by them. */
export const entryList = (now: number): ListDefinition<DoNotCallEntry> => ({
  noun: texts.noun,
  columns: [
    {
      id: 'number',
      header: 'Number',
      width: 8,
      cell: ({ lastTwo }) => (
        <span className="numeric">
          <span aria-hidden>{maskedNumber(lastTwo)}</span>
          <span className="sr-only">Number ending in {lastTwo}</span>
        </span>
      ),
    },
    {
      id: 'reason',
      header: 'Reason',
      narrow: 'state',
      grows: true,
      cell: ({ reason }) => <span title={visibleText(reason)}>{reason}</span>,
    },
    { id: 'who', header: 'Added by', cell: ({ operator }) => operator },
    { id: 'when', header: 'Added', narrow: 'meta', cell: ({ at }) => <Moment at={at} /> },
    { id: 'source', header: 'Source', cell: (entry) => <Source {...entry} /> },
    {
      id: 'until',
      header: 'Last day',
      cell: ({ until }) => (until === null ? <Usual>No end</Usual> : <LastDay until={until} />),
    },
    {
      id: 'remove',
      header: 'Actions',
      headerHidden: true,
      narrow: 'age',
      cell: (entry) => <RemoveEntry {...entry} />,
    },
  ],
  firstSort: '',
  rowKey: ({ entryId }) => entryId,
  isDimmed: ({ until }) => until !== null && until <= now,
})
