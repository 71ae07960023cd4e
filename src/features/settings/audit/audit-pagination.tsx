/** Pages of the audit. Each begins below the last entry of the page before, so that new entries do not shift them. */
import { useLocation } from 'react-router'
import { PlainLink } from '#kit/navigation/link.tsx'
import { buttonClasses } from '#ui/forms/button.tsx'
import * as texts from './texts.tsx'

/** The gateway stops counting entries at this number. */
const maxCounted = 1_000

interface Props {
  /** null: more than `maxCounted`. */
  total: number | null
  /** The sequence number of an entry: this page has only older entries. undefined: this is the first page. */
  before: number | undefined
  /** `before` of the next page; null: there is none. */
  next: number | null
}

export function AuditPagination({ total, before, next }: Props) {
  const { search } = useLocation()
  const pageBefore = (entry: number | null) => {
    const params = new URLSearchParams(search)
    if (entry === null) params.delete('before')
    else params.set('before', String(entry))
    return `?${params}`
  }
  const link = (to: string, text: string) => (
    <PlainLink to={to} className={buttonClasses('quiet', 'small')}>
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
