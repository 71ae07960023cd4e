/**
 * What waits for a person, each with its action: together in one panel, at the top of a page. What only has a count stands side by side, so
 * that one more of it does not move the page.
 */
import type { ReactNode } from 'react'
import { cx } from '#ui/classes.ts'
import { useKeptHeight } from '#ui/layout/kept-height.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Link } from '../navigation/link.tsx'

interface LinesProps {
  children: ReactNode
  /** Keeps the height of its lines, as `kept-height.ts` says, by this name: at first two on a phone, where each has a row. */
  keptAs?: string
}

/** Nothing without a line in it. */
export const AttentionLines = ({ children, keptAs = '' }: LinesProps) => (
  <section
    ref={useKeptHeight(keptAs)}
    aria-label="Needs attention"
    className={cx(
      'flex flex-wrap content-start overflow-clip rounded-large border border-line bg-raised *:shadow-[0_1px_var(--color-line)] empty:hidden',
      keptAs && 'max-sm:min-h-[calc(2*var(--spacing-row)+2px)]',
    )}
  >
    {children}
  </section>
)

interface Props {
  state?: StatusKind
  label: string
  /** What one may do about it. */
  advice?: ReactNode
  to: string
  /** The label of the link. */
  action: string
}

export const AttentionLine = ({ state = 'needs-you', label, advice, to, action }: Props) => (
  <p
    className={cx(
      'flex min-h-row items-center gap-x-3 px-3 py-1.5',
      advice ? 'basis-full max-sm:flex-wrap' : 'max-sm:basis-full sm:pr-6',
    )}
  >
    <span className={cx('flex min-w-0 gap-2', advice ? 'flex-1 max-sm:basis-full' : 'max-sm:flex-1')}>
      <StatusLabel state={state} label="" labelHidden />
      <span className="min-w-0">
        <span className="font-medium">{label}</span> {advice && <span className="text-soft">{advice}</span>}
      </span>
    </span>
    <Link to={to}>{action}</Link>
  </p>
)
