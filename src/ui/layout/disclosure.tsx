/** A part that opens and closes: the browser's own disclosure, with the design's marker. */
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Glyph } from '../status/icon.tsx'

interface Props {
  summary: ReactNode
  /** Shown behind the summary, such as a count. */
  facts?: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

export const Disclosure = ({ summary, facts, isOpen, onToggle, children }: Props) => (
  <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
    <summary className="flex min-h-row cursor-default list-none items-center gap-x-1.5 px-3 py-1 select-none hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
      <span className="shrink-0 text-muted transition-transform in-[details[open]>summary]:rotate-90">
        <Glyph icon={ChevronRight} />
      </span>
      <span className="shrink-0 font-medium">{summary}</span>
      {facts && <span className="min-w-0 truncate text-label text-muted">{facts}</span>}
    </summary>
    {children}
  </details>
)
