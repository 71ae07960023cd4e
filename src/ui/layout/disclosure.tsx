/** A part that opens and closes: the browser's own disclosure, with the design's marker. */
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'

interface Props {
  summary: ReactNode
  /** Shown behind the summary, such as a count. */
  facts?: ReactNode
  /** Without it, the browser knows. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  /** Without padding, for a cell of a table. */
  compact?: boolean
  children: ReactNode
}

export const Disclosure = ({ summary, facts, isOpen, onToggle, compact = false, children }: Props) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
    <summary
      className={cx(
        'flex cursor-default list-none items-center gap-x-1.5 select-none hover:bg-hover [&::-webkit-details-marker]:hidden',
        compact ? 'min-h-control-small text-label text-muted' : 'min-h-row px-3 py-1 focus-visible:-outline-offset-2',
      )}
    >
      <span className="shrink-0 text-muted transition-transform in-[details[open]>summary]:rotate-90">
        <Glyph icon={ChevronRight} />
      </span>
      <span className={cx('max-w-[85%] shrink-0', !compact && 'font-medium')}>{summary}</span>
      {facts && <span className="min-w-0 truncate text-label text-muted">{facts}</span>}
    </summary>
    {children}
  </details>
)
