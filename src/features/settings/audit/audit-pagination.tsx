/** Pages of the audit. Each begins below the last entry of the page before, so that new entries do not shift them. */
import { useLocation } from 'react-router'
import { PlainLink } from '#kit/navigation/link.tsx'
import { buttonLook } from '#ui/forms/button.tsx'
import * as texts from './texts.tsx'

/** The gateway counts no further. */
const maxCounted = 1_000

interface Props {
  /** null: more than `maxCounted`. */
  total: number | null
  /** This page has only entries before this one; undefined: it is the first page. */
  before: number | undefined
  /** `before` of the next page; null: there is none. */
  next: number | null
}

export function AuditPagination({ total, before, next }: Props) {
  const { search } = useLocation()
  const pageBefore = (entry: number | null) => {
    const to = new URLSearchParams(search)
    if (entry === null) to.delete('before')
    else to.set('before', String(entry))
    return `?${to}`
  }
  const link = (to: string, text: string) => (
    <PlainLink to={to} className={buttonLook('quiet', 'small')}>
      {text}
    </PlainLink>
  )
  return (
    <nav
      aria-label={texts.pages}
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span className="mr-auto">{total === null ? texts.manyEntries(maxCounted) : texts.entries(total)}</span>
      {before !== undefined && link(pageBefore(null), texts.newestEntries)}
      {next !== null && link(pageBefore(next), texts.olderEntries)}
    </nav>
  )
}
