/** Pages of the audit. Each begins below the last entry of the page before, so that new entries do not shift them. */
import { useLocation } from 'react-router'
import { ButtonLink, PlainLink } from '#kit/navigation/link.tsx'
import { buttonClasses } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { loadingText } from '#ui/texts.tsx'
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
  isLoading: boolean
}

/** @param entry null: the first page */
function pageBefore(search: string, entry: number | null): string {
  const params = new URLSearchParams(search)
  if (entry === null) params.delete('before')
  else params.set('before', String(entry))
  return `?${params}`
}

/** Shown in place of a page that would begin after the last entry, such as from a stored address. */
export const NoOlderEntries = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    title={isFiltered ? 'No older entries match these filters' : 'No older entries'}
    action={<ButtonLink to={pageBefore(useLocation().search, null)}>{texts.newestEntries}</ButtonLink>}
  >
    All entries are on the pages before this one.
  </EmptyState>
)

export function AuditPagination({ total, before, next, isLoading }: Props) {
  const { search } = useLocation()
  const link = (to: string, text: string) => (
    <PlainLink to={to} className={buttonClasses('quiet', 'small')}>
      {text}
    </PlainLink>
  )
  return (
    <nav
      aria-label="Pages of entries"
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span className="mr-auto">
        {isLoading
          ? loadingText
          : total === null
            ? `More than ${number(maxCounted)} entries`
            : plural(total, 'entry', 'entries')}
      </span>
      {before !== undefined && link(pageBefore(search, null), texts.newestEntries)}
      {next !== null && link(pageBefore(search, next), 'Older entries')}
    </nav>
  )
}
