/** Above what is listed: saved views, the search, one button for all filters, and what is filtered. */
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, type RefObject, Suspense } from 'react'
import { cx } from '#ui/classes.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Menu, useMenu } from '#ui/overlays/menu.tsx'
import type { MenuGroup } from '#ui/overlays/menu-list.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import type { FilterState } from './definition.ts'
import type { FilterProps } from './use-list.ts'

const loadPanel = () => import('./filter-panel.tsx')
const FilterPanel = lazyPart(loadPanel)

const cleared = (filters: readonly FilterState[]) => Object.fromEntries(filters.map(({ id }) => [id, undefined]))

function FilterButton({ filters, ...rest }: FilterProps) {
  const { trigger, open, listProps } = useMenu(loadPanel)
  const count = filters.filter(({ value }) => value !== null).length
  return (
    <>
      <button type="button" {...trigger} aria-haspopup="dialog" className={buttonClasses('quiet')}>
        <Glyph icon={ListFilter} />
        Filter
        {count > 0 && (
          <>
            <Badge tone="accent">{count}</Badge>
            <span className="sr-only">chosen</span>
          </>
        )}
      </button>
      {open && (
        <Suspense>
          <FilterPanel filters={filters} onClear={() => rest.onChange(cleared(filters))} {...rest} {...listProps} />
        </Suspense>
      )}
    </>
  )
}

/** What is filtered. A press shows everything again, and the focus goes to the button for all filters. */
function SetFilters({ filters, onChange }: Pick<FilterProps, 'filters' | 'onChange'>) {
  const chosen = filters.filter(({ value }) => value !== null)
  return (
    <>
      {chosen.map(({ id, label, value, choices }) => {
        const name = choices.find((choice) => choice.value === value)?.label ?? value ?? ''
        return (
          <KeptFocus key={id}>
            <button
              type="button"
              aria-label={`Remove filter ${label}: ${visibleText(name)}`}
              onClick={() => onChange({ [id]: undefined })}
              className="hit inline-flex h-control-small max-w-64 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-label text-ink hover:bg-pressed max-sm:order-last"
            >
              <span className="truncate">
                {label}: {visible(name)}
              </span>
              <Glyph icon={X} size="small" />
            </button>
          </KeptFocus>
        )
      })}
      {chosen.length > 1 && (
        <KeptFocus>
          {/* The sheet of a phone has it. */}
          <span className="max-sm:hidden">
            <Button variant="ghost" size="small" onClick={() => onChange(cleared(chosen))}>
              Clear filters
            </Button>
          </span>
        </KeptFocus>
      )}
    </>
  )
}

interface SortProps {
  /** The order now. */
  children: ReactNode
  /** What is only read out of it. */
  note?: string
  groups: MenuGroup[]
}

export const SortMenu = ({ groups, note, children }: SortProps) => (
  <Menu label="Sort by" groups={groups}>
    {(trigger) => (
      <button type="button" {...trigger} className={cx(buttonClasses('ghost'), 'print:inline-flex!')}>
        <Glyph icon={ArrowUpDown} />
        <span className="sr-only">Sort by </span>
        <span className="max-sm:sr-only">{children}</span>
        <span className="sr-only">{note}</span>
      </button>
    )}
  </Menu>
)

interface OrderProps<Order extends string> {
  /** In the order in which they are offered. */
  names: Readonly<Record<Order, string>>
  order: Order
  onChange: (order: Order) => void
}

/** Orders that have names of their own, and no direction. */
export const OrderMenu = <Order extends string>({ names, order, onChange }: OrderProps<Order>) => (
  <SortMenu
    groups={[
      {
        label: 'Sort by',
        items: (Object.keys(names) as Order[]).map((name) => ({
          key: name || 'usual',
          label: names[name],
          checked: name === order,
          onSelect: () => onChange(name),
        })),
      },
    ]}
  >
    {names[order]}
  </SortMenu>
)

interface Props extends FilterProps {
  /** null: there is no search. */
  search: ComponentProps<typeof SearchField> | null
  /** Receives what has the search field. */
  searchRef?: RefObject<HTMLDivElement | null>
  views?: ReactNode
  /** At the end: the order. */
  end: ReactNode
  /** After the filters. */
  children?: ReactNode
  className?: string | false
}

export function FilterBar({ search, searchRef, filters, views, end, children, className, onChange }: Props) {
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      {views}
      {search && (
        // On a phone, a line of its own: beside the buttons, it is too narrow for its placeholder.
        <div ref={searchRef} className="flex-1 max-sm:order-first max-sm:basis-full sm:max-w-60 sm:min-w-40">
          <SearchField {...search} />
        </div>
      )}
      <div className="contents">
        {filters.length > 0 && <FilterButton filters={filters} onChange={onChange} />}
        <SetFilters filters={filters} onChange={onChange} />
      </div>
      {children}
      <div className="ml-auto flex items-center">{end}</div>
    </div>
  )
}
