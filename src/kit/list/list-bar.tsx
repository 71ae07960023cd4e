/** Above a list: its filter bar, with the order and the choice of columns. */
import Columns3 from 'lucide-react/icons/columns-3'
import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { buttonClasses } from '#ui/forms/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import {
  chooseSorting,
  hiddenNote,
  type ListColumn,
  type ListDefinition,
  listWidths,
  type Sorting,
  usualColumns,
  type WhyLeftOut,
} from './definition.ts'
import { FilterBar, SortMenu } from './filter-bar.tsx'
import type { ChangeList } from './use-list.ts'

interface SortProps<Row> {
  list: ListDefinition<Row>
  sorting: Sorting
  onChange: ChangeList
}

function ColumnSort<Row>({ list, sorting, onChange }: SortProps<Row>) {
  const sortable = list.columns.filter(({ value }) => value)
  const sorted = sortable.find(({ id }) => id === sorting.column)
  return (
    <SortMenu
      note={`, ${sorting.order}`}
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
          items: (['ascending', 'descending'] as const).map((order) => ({
            key: order,
            label: order === 'ascending' ? 'Ascending' : 'Descending',
            checked: order === sorting.order,
            disabledReason: sorted?.hasOneOrder && order !== sorting.order && 'This list has no such order.',
            onSelect: () => onChange(chooseSorting(list, sorting, sorting.column, order)),
          })),
        },
      ]}
    >
      {sorted?.header}
    </SortMenu>
  )
}

const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id).join(',')
const areUsual = <Row,>(list: ListDefinition<Row>, columns: readonly ListColumn<Row>[]) =>
  idsOf(columns) === idsOf(usualColumns(list))

interface ColumnProps<Row> {
  list: ListDefinition<Row>
  shown: readonly ListColumn<Row>[]
  whyLeftOut: WhyLeftOut<Row>
  /** As wide as the list. */
  bar: RefObject<HTMLDivElement | null>
  /** @param columns '' for the usual ones */
  onChange: (columns: string) => void
}

function ColumnMenu<Row>({ list, shown, whyLeftOut, bar, onChange }: ColumnProps<Row>) {
  const [first, ...others] = list.columns
  const [level, setLevel] = useState<number>(listWidths.length - 1)
  const measure = () => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const width = (bar.current?.clientWidth ?? 0) / rem
    setLevel(listWidths.findLastIndex((least) => width >= least))
  }
  const toggle = (column: ListColumn<Row>) => {
    const next = [first, ...others.filter((one) => shown.includes(one) !== (one === column))]
    onChange(areUsual(list, next) ? '' : idsOf(next))
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
              note: hiddenNote(column, shown, level, whyLeftOut),
              onSelect: () => toggle(column),
            })),
        },
        {
          items: [
            {
              key: 'usual',
              label: 'Show the usual columns',
              disabledReason: areUsual(list, shown) && 'The usual columns are shown.',
              onSelect: () => onChange(''),
            },
          ],
        },
      ]}
    >
      {(trigger) => (
        // A row of two lines on a phone has no columns.
        <span className="@max-xl:hidden">
          <button
            type="button"
            {...trigger}
            onClick={() => {
              measure()
              trigger.onClick()
            }}
            className={buttonClasses('ghost')}
          >
            <Glyph icon={Columns3} />
            Columns
          </button>
        </span>
      )}
    </Menu>
  )
}

interface Props<Row>
  extends Omit<ColumnProps<Row>, 'bar'>,
    Pick<ComponentProps<typeof FilterBar>, 'search' | 'filters' | 'views'> {
  /** Without it, the list cannot be sorted. */
  sorting?: Sorting | undefined
  onList: ChangeList
}

export function ListBar<Row>({ list, search, filters, sorting, views, onList, ...columns }: Props<Row>) {
  const searchBox = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useShortcut('lists.find', () => searchBox.current?.querySelector('input')?.focus(), search !== null)
  // To choose columns alone is not worth a bar, but to have others back is, until somebody leaves the page.
  const [hadOthers] = useState(() => !areUsual(list, columns.shown))
  if (search === null && filters.length === 0 && !sorting && !views && !hadOthers) return null
  return (
    <div ref={bar} className="@container">
      <FilterBar
        className="border-b border-line px-3 py-2"
        search={search}
        searchRef={searchBox}
        filters={filters}
        views={views}
        onChange={onList}
        end={
          <>
            {sorting && <ColumnSort list={list} sorting={sorting} onChange={onList} />}
            <ColumnMenu list={list} bar={bar} {...columns} />
          </>
        }
      />
    </div>
  )
}
