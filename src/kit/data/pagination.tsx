/** The page links of a list. The page number is in the address. */

import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useLocation } from 'react-router'
import type { Pagination as PaginationData } from '#contract/index.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { Glyph, type Icon } from '#ui/status/icon.tsx'
import { number, plural } from '#ui/text/format-number.ts'
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

interface Props {
  pagination: PaginationData
  /** What the list contains, singular and plural: ['agent', 'agents']. */
  noun: readonly [one: string, many: string]
}

export function Pagination({
  pagination: { page, limit, total, totalPages, hasNext, hasPrev },
  noun: [one, many],
}: Props) {
  const first = (page - 1) * limit + 1
  const last = total === null ? page * limit : Math.min(total, page * limit)
  const rangeText =
    total === null
      ? `Page ${number(page)}`
      : total <= limit
        ? plural(total, one, many)
        : `${number(first)} to ${number(last)} of ${plural(total, one, many)}`
  if (!hasNext && !hasPrev) return <p className="border-t border-line px-3 py-2 text-label text-muted">{rangeText}</p>
  return (
    <nav
      aria-label={`Pages of ${many}`}
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span>{rangeText}</span>
      <span className="ml-auto">{totalPages !== null && `Page ${number(page)} of ${number(totalPages)}`}</span>
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
