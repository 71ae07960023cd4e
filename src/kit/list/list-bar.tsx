/** Above a list: its search, one button for all filters, what is filtered, the order and the choice of columns. */
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Columns3 from 'lucide-react/icons/columns-3'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, Suspense, useRef } from 'react'
import { cx } from '#ui/classes.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Menu, useMenu } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import {
  chooseSorting,
  type FilterState,
  type ListColumn,
  type ListDefinition,
  type Sorting,
  usualColumns,
} from './definition.ts'
import type { ChangeList, FilterProps } from './use-list.ts'

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
              className="hit inline-flex h-control-small max-w-64 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-label text-ink hover:bg-pressed"
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
          <Button variant="ghost" size="small" onClick={() => onChange(cleared(chosen))}>
            Clear filters
          </Button>
        </KeptFocus>
      )}
    </>
  )
}

interface SortProps<Row> {
  list: ListDefinition<Row>
  sorting: Sorting
  onChange: ChangeList
}

const orders = ['ascending', 'descending'] as const

function SortMenu<Row>({ list, sorting, onChange }: SortProps<Row>) {
  const sortable = list.columns.filter(({ value }) => value)
  const sorted = sortable.find(({ id }) => id === sorting.column)
  return (
    <Menu
      label="Sort by"
      groups={[
        {
          label: 'Sort by',
          items: sortable.map((column) => ({
            key: column.id,
            label: column.header,
            checked: column.id === sorting.column,
            onSelect: () => column.id !== sorting.column && onChange(chooseSorting(list, sorting, column.id)),
          })),
        },
        {
          items: orders.map((order) => ({
            key: order,
            label: order === 'ascending' ? 'Ascending' : 'Descending',
            checked: order === sorting.order,
            disabledReason: sorted?.hasOneOrder && order !== sorting.order && 'This list has no such order.',
            onSelect: () => onChange(chooseSorting(list, sorting, sorting.column, order)),
          })),
        },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger} className={buttonClasses('ghost')}>
          <Glyph icon={ArrowUpDown} />
          <span className="sr-only">Sort by </span>
          <span className="max-sm:sr-only">{sorted?.header}</span>
          <span className="sr-only">, {sorting.order}</span>
        </button>
      )}
    </Menu>
  )
}

interface ColumnProps<Row> {
  list: ListDefinition<Row>
  shown: readonly ListColumn<Row>[]
  /** @param columns '' for the usual ones */
  onChange: (columns: string) => void
}

function ColumnMenu<Row>({ list, shown, onChange }: ColumnProps<Row>) {
  const [first, ...others] = list.columns
  const usual = usualColumns(list)
  const areUsual = (columns: readonly ListColumn<Row>[]) =>
    columns.length === usual.length && columns.every((column) => usual.includes(column))
  const toggle = (column: ListColumn<Row>) => {
    const next = [first, ...others.filter((one) => shown.includes(one) !== (one === column))]
    onChange(areUsual(next) ? '' : next.map(({ id }) => id).join(','))
  }
  return (
    <Menu
      label="Columns"
      groups={[
        {
          label: 'Columns',
          items: others
            .filter(({ headerHidden }) => !headerHidden)
            .map((column) => ({
              key: column.id,
              label: column.header,
              isOn: shown.includes(column),
              onSelect: () => toggle(column),
            })),
        },
        {
          items: [
            {
              key: 'usual',
              label: 'Show the usual columns',
              disabledReason: areUsual(shown) && 'The usual columns are shown.',
              onSelect: () => onChange(''),
            },
          ],
        },
      ]}
    >
      {(trigger) => (
        // A row of two lines on a phone has no columns.
        <span className="max-sm:hidden">
          <button type="button" {...trigger} className={cx(buttonClasses('ghost'))}>
            <Glyph icon={Columns3} />
            Columns
          </button>
        </span>
      )}
    </Menu>
  )
}

interface Props<Row> extends ColumnProps<Row> {
  /** null: there is no search. */
  search: ComponentProps<typeof SearchField> | null
  filters: readonly FilterState[]
  /** Without it, the list cannot be sorted. */
  sorting?: Sorting | undefined
  views?: ReactNode
  /** There is no row, so there are no columns to choose. */
  isEmpty: boolean
  onList: ChangeList
}

export function ListBar<Row>({ list, search, filters, sorting, views, shown, isEmpty, onChange, onList }: Props<Row>) {
  const box = useRef<HTMLDivElement>(null)
  useShortcut('lists.find', () => box.current?.querySelector('input')?.focus(), search !== null)
  const hasOnlyColumns = search === null && filters.length === 0 && !sorting && !views
  if (hasOnlyColumns && isEmpty) return null
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-2 border-b border-line px-3 py-2',
        hasOnlyColumns && 'max-sm:hidden',
      )}
    >
      {views}
      {search && (
        // On a phone, a line of its own: beside the buttons, it is too narrow for its placeholder.
        <div ref={box} className="flex-1 max-sm:order-first max-sm:basis-full sm:max-w-60 sm:min-w-40">
          <SearchField {...search} />
        </div>
      )}
      <div className="contents">
        {filters.length > 0 && <FilterButton filters={filters} onChange={onList} />}
        <SetFilters filters={filters} onChange={onList} />
      </div>
      <div className="ml-auto flex items-center">
        {sorting && <SortMenu list={list} sorting={sorting} onChange={onList} />}
        <ColumnMenu list={list} shown={shown} onChange={onChange} />
      </div>
    </div>
  )
}
