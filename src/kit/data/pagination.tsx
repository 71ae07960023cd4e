/** The page links of a list. The page number is in the address. */

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useLocation } from 'react-router'
import type { Pagination as PaginationData } from '#contract/index.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { Glyph, type Icon } from '#ui/status/icon.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { loadingText } from '#ui/texts.tsx'
import { PlainLink } from '../navigation/link.tsx'

function PageLink({
  page,
  isEnabled,
  label,
  icon,
  reason,
}: {
  page: number
  isEnabled: boolean
  label: string
  icon: Icon
  reason: string
}) {
  const { search } = useLocation()
  if (!isEnabled) {
    return (
      <Button size="small" variant="ghost" disabledReason={reason} aria-label={label}>
        <Glyph icon={icon} size="small" />
      </Button>
    )
  }
  const to = new URLSearchParams(search)
  if (page === 1) to.delete('page')
  else to.set('page', String(page))
  return (
    <PlainLink to={`?${to}`} aria-label={label} preventScrollReset className={buttonClasses('quiet', 'small')}>
      <Glyph icon={icon} size="small" />
    </PlainLink>
  )
}

/** What a list contains, singular and plural: ['agent', 'agents']. */
type Noun = readonly [one: string, many: string]

/** "21 to 40 of 45 agents", or "5 agents" if there is one page. '': there is no such page. */
export function rangeOf({ page, limit, total }: PaginationData, noun: Noun): string {
  if (total === null) return `Page ${number(page)}`
  const count = plural(total, ...noun)
  const first = (page - 1) * limit + 1
  if (first > Math.max(total, 1)) return ''
  return total <= limit ? count : `${number(first)} to ${number(Math.min(total, page * limit))} of ${count}`
}

interface Props {
  pagination: PaginationData
  noun: Noun
  /** The rows are still those of another page or filter, which says nothing of how many there are. */
  isLoading: boolean
}

export function Pagination({ pagination, noun, isLoading }: Props) {
  const { page, totalPages, hasNext, hasPrev } = pagination
  const rangeText = isLoading ? loadingText : rangeOf(pagination, noun)
  if (!hasNext && !hasPrev) return <p className="border-t border-line px-3 py-2 text-label text-muted">{rangeText}</p>
  return (
    <nav
      aria-label={`Pages of ${noun[1]}`}
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span>{rangeText}</span>
      <span className="ml-auto">
        {!isLoading && totalPages !== null && `Page ${number(page)} of ${number(totalPages)}`}
      </span>
      <PageLink
        page={page - 1}
        isEnabled={hasPrev}
        label="Previous page"
        icon={ChevronLeft}
        reason="This is the first page."
      />
      <PageLink
        page={page + 1}
        isEnabled={hasNext}
        label="Next page"
        icon={ChevronRight}
        reason="This is the last page."
      />
    </nav>
  )
}
