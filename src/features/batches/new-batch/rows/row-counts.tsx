/** The counts of a checked file. They add up to the rows read, and each shows its rows in the table below. */
import { PlainLink } from '#kit/navigation/link.tsx'
import type { Counts } from '#recipients/read.ts'
import { cx } from '#ui/classes.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { newBatchSearch, type ShownRows } from '../state/new-batch-search.ts'
import { verdicts, verdictTitles } from '../state/row-texts.ts'

/** The rows that are shown until somebody chooses: those to be repaired. */
export const rowsAtFirst = ({ invalid, duplicate }: Counts): ShownRows =>
  invalid > 0 && duplicate > 0 ? 'withProblem' : invalid > 0 ? 'invalid' : duplicate > 0 ? 'duplicate' : 'all'

export function RowCounts({ counts, shownRows }: { counts: Counts; shownRows: ShownRows }) {
  const { read, valid, invalid, duplicate } = counts
  const segments: { show: ShownRows; title: string; count: number }[] = [
    ...(invalid > 0 && duplicate > 0
      ? [{ show: 'withProblem' as const, title: 'With problems', count: invalid + duplicate }]
      : []),
    { show: 'all', title: 'Rows read', count: read },
    ...verdicts.map((show) => ({ show, title: verdictTitles[show], count: counts[show] })),
  ]
  return (
    <>
      <output className="sr-only">
        {number(valid)} of {plural(read, 'row', 'rows')} can be called.
      </output>
      <nav
        aria-label="Rows by status"
        className="inline-flex max-w-full flex-wrap rounded-base border border-line-strong bg-ground p-0.5"
      >
        {segments
          .filter(({ show, count }) => count > 0 || show === 'valid' || show === shownRows)
          .map(({ show, title, count }) => (
            <PlainLink
              key={show}
              to={newBatchSearch('validate', show)}
              preventScrollReset
              aria-current={show === shownRows ? 'true' : undefined}
              className={cx(
                'inline-flex h-control-small items-center gap-1.5 rounded-small px-2.5 text-label whitespace-nowrap',
                show === shownRows
                  ? 'bg-raised font-medium text-ink shadow-[0_0_0_1px_var(--color-line-strong)] forced-colors:outline-1 forced-colors:outline-[Highlight]'
                  : 'text-soft hover:text-ink',
              )}
            >
              {title} <span className="tabular-nums">{number(count)}</span>
            </PlainLink>
          ))}
      </nav>
    </>
  )
}
