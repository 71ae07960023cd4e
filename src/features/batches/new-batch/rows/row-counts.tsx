/** The counts of a checked file. They add up to the rows read, and each links to its rows. */
import { Fragment } from 'react'
import { PlainLink } from '#kit/navigation/link.tsx'
import type { Counts, Verdict } from '#recipients/read.ts'
import { cx } from '#ui/classes.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { newBatchSearch, type ShownRows } from '../state/new-batch-search.ts'
import { verdicts, verdictTitles } from '../state/row-texts.ts'

function CountLink({
  title,
  count,
  show,
  currentFilter,
}: {
  title: string
  count: number
  show: ShownRows
  currentFilter: ShownRows
}) {
  return (
    <PlainLink
      to={newBatchSearch('validate', show)}
      preventScrollReset
      aria-current={show === currentFilter ? 'true' : undefined}
      className={cx(
        'flex min-w-24 flex-1 flex-col px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2',
        show === currentFilter && 'bg-accent-soft',
      )}
    >
      <span className="text-label text-muted">{title}</span>{' '}
      <span className={cx('text-figure font-semibold tracking-tight', count === 0 && 'text-faint')}>
        {number(count)}
      </span>
    </PlainLink>
  )
}

const MathSign = ({ children }: { children: string }) => (
  <span className="self-center px-0.5 text-muted max-sm:hidden">{children}</span>
)

/** Counts that are always shown. The others are only shown if they are not 0. */
const alwaysShown: readonly Verdict[] = ['valid', 'invalid', 'duplicate']

export function RowCounts({ counts, currentFilter }: { counts: Counts; currentFilter: ShownRows }) {
  const shownVerdicts = verdicts.filter((verdict) => alwaysShown.includes(verdict) || counts[verdict] > 0)
  return (
    <>
      <output className="sr-only">
        {number(counts.valid)} of {plural(counts.read, 'row', 'rows')} can be called.
      </output>
      <nav
        aria-label="Rows by status"
        className="flex flex-wrap overflow-clip rounded-large border border-line bg-raised max-sm:grid max-sm:grid-cols-2"
      >
        <CountLink title="Rows read" count={counts.read} show="all" currentFilter={currentFilter} />
        {shownVerdicts.map((verdict, index) => (
          <Fragment key={verdict}>
            <MathSign>{index === 0 ? '=' : '+'}</MathSign>
            <CountLink
              title={verdictTitles[verdict]}
              count={counts[verdict]}
              show={verdict}
              currentFilter={currentFilter}
            />
          </Fragment>
        ))}
      </nav>
    </>
  )
}
