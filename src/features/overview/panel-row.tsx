/** A row of a panel, in two lines: who, and since when; below, what was said last. The whole row is a link. */
import type { ReactNode } from 'react'
import { RowLink } from '#kit/navigation/link.tsx'
import { rowClasses } from '#ui/layout/table.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'

interface Props {
  to: string
  name: string
  /** Before the name. */
  mark?: ReactNode
  /** At the end of the first line. */
  aside: ReactNode
  /** The second line. */
  words: string
  isDimmed?: boolean
}

export const PanelRow = ({ to, name, mark, aside, words, isDimmed = false }: Props) => (
  <li className={`${rowClasses} px-3 py-1.5 ${isDimmed ? 'text-muted' : ''}`}>
    <div className="flex items-center gap-3">
      <span translate="no" dir="auto" className="min-w-0 flex-1 truncate">
        {mark} <RowLink to={to}>{name}</RowLink>
      </span>
      <span className="flex shrink-0 items-center gap-2 text-label text-muted tabular-nums">{aside}</span>
    </div>
    <p translate="no" dir="auto" className="truncate text-label text-soft" title={visibleText(words)}>
      {visible(words)}
    </p>
  </li>
)

/** What a panel has no place for. */
export const MoreRows = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line px-3 py-2 text-label text-muted">{children}</p>
)
