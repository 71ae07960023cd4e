/** What waits for a person, each in one line with its action: together in one panel, at the top of a page. */
import type { ReactNode } from 'react'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Link } from '../navigation/link.tsx'

/** Nothing without a line in it. */
export const AttentionLines = ({ children }: { children: ReactNode }) => (
  <section
    aria-label="Needs attention"
    className="overflow-clip rounded-large border border-line bg-raised empty:hidden [&>p+p]:border-t [&>p+p]:border-line"
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
  <p className="flex min-h-row items-center gap-x-4 px-3 py-1.5">
    <span className="flex min-w-0 flex-1 gap-2">
      <StatusLabel state={state} label="" labelHidden />
      <span className="min-w-0">
        <span className="font-medium">{label}</span> {advice && <span className="text-soft">{advice}</span>}
      </span>
    </span>
    <Link to={to}>{action}</Link>
  </p>
)
