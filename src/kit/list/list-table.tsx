/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table laid out as a grid loses its own roles */
/**
 * The rows of a list: one line each, with the columns for which there is room. On a phone a row has two lines: heading and age, then state
 * and what else is worth knowing. The roles are explicit, because a table that is laid out as a grid loses its own.
 */
import { type CSSProperties, useRef } from 'react'
import { cx } from '#ui/classes.ts'
import { KeptFocus } from '#ui/kept-focus.tsx'
import { rowClasses } from '#ui/layout/table.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { useShortcut } from '../keyboard/shortcuts.ts'
import { columnsAt, type ListColumn, listWidths, type Sorting } from './definition.ts'

const onPhone = {
  title: 'col-span-2 row-start-1 font-medium @xl:font-normal',
  age: 'col-start-3 row-start-1 pl-3 text-muted',
  state: 'col-start-1 row-start-2 pr-2 has-[[data-usual]]:pr-0',
  meta: 'col-span-2 col-start-2 row-start-2 text-muted',
  none: 'hidden',
} as const

/** Of the column that a list has from one of its widths on. */
const shownFrom = [
  '',
  '@xl:@max-[41rem]:hidden',
  '@xl:@max-[46rem]:hidden',
  '@xl:@max-[50rem]:hidden',
  '@xl:@max-[62rem]:hidden',
  '@xl:@max-[70rem]:hidden',
] as const
/** Of what replaces a column that a list has from one of its widths on. */
const hiddenFrom = [
  '@xl:hidden',
  '@min-[41rem]:hidden',
  '@min-[46rem]:hidden',
  '@min-[50rem]:hidden',
  '@min-[62rem]:hidden',
  '@min-[70rem]:hidden',
] as const
const gridClasses =
  'block @xl:grid @xl:grid-cols-(--columns-0) @min-[41rem]:grid-cols-(--columns-1) @min-[46rem]:grid-cols-(--columns-2) @min-[50rem]:grid-cols-(--columns-3) @min-[62rem]:grid-cols-(--columns-4) @min-[70rem]:grid-cols-(--columns-5)'

/** As wide as its content, and what is left is shared out. What is missing is taken from texts, never from the beginning of a figure. */
const trackOf = (
  { narrow, align, headerHidden, grows, shrinks, width }: ListColumn<never>,
  isFirst: boolean,
  level: number,
) =>
  grows
    ? 'minmax(12rem, 1fr)'
    : shrinks && level < 4
      ? `minmax(${width}rem, 20cqi)`
      : `minmax(${isFirst || narrow === 'state' || align || headerHidden ? 'min-content' : '0'}, auto)`

const cellClasses = ({ narrow, align, grows, headerHidden }: ListColumn<never>, isFirst: boolean) =>
  cx(
    'min-w-0 @xl:col-auto @xl:row-auto @xl:block @xl:px-3',
    onPhone[isFirst ? 'title' : (narrow ?? 'none')],
    !isFirst && 'text-label @xl:text-soft',
    align === 'right' && 'tabular-nums @xl:text-right',
    // Buttons are not cut off, nor their focus ring.
    !headerHidden && [
      'truncate',
      isFirst
        ? '@xl:max-w-[calc(42cqi+1.5rem)] @min-[41rem]:max-w-[calc(min(24rem,46cqi)+1.5rem)]'
        : grows
          ? '@xl:w-0 @xl:min-w-full'
          : '@xl:max-w-[calc(min(16rem,26cqi)+1.5rem)]',
    ],
  )

/** The mark of another column only shows that its heading can be pressed. */
const marks = { ascending: '↑', descending: '↓', none: '↕' } as const
const hiddenMark = 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'

interface Props<Row> {
  /** The table's name for screen readers. */
  caption: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isDimmed?: ((row: Row) => boolean) | undefined
  /** The key of the row that is open beside the table. */
  selected?: string | null | undefined
  /** The rows are still those of another search, filter or page, so nobody can open or select one. */
  isLoading?: boolean
  /** Without it, the list cannot be sorted. */
  sorting?: Sorting | undefined
  onSort?: (column: string) => void
}

export function ListTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isDimmed,
  selected,
  isLoading = false,
  sorting,
  onSort,
}: Props<Row>) {
  const table = useRef<HTMLTableElement>(null)
  const step = (by: 1 | -1) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody [data-stretched]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links.at(at === -1 && by === -1 ? -1 : Math.min(at + by, links.length - 1))?.focus()
  }
  useShortcut('lists.next', () => step(1))
  useShortcut('lists.previous', () => step(-1))
  const levels = listWidths.map((_, level) => columnsAt(columns, level))
  const templates = levels.map((shown, level) => [
    `--columns-${level}`,
    shown.map((column) => trackOf(column, column === columns[0], level)).join(' '),
  ])
  const levelOf = (id: string) => levels.findIndex((shown) => shown.some((column) => column.id === id))
  const placeOf = ({ id }: ListColumn<Row>) => shownFrom[levelOf(id)]
  const unlessShown = (id: string) => hiddenFrom[levelOf(id)] ?? ''
  return (
    <div className="@container min-w-0">
      <table
        ref={table}
        role="table"
        aria-busy={isLoading || undefined}
        className={gridClasses}
        style={Object.fromEntries(templates) as CSSProperties}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="sr-only @xl:not-sr-only @xl:contents">
          <tr
            role="row"
            className="@xl:sticky @xl:top-(--spacing-top-bar) @xl:z-10 @xl:col-span-full @xl:grid @xl:grid-cols-subgrid @xl:bg-raised @xl:shadow-[inset_0_-1px_var(--color-line)]"
          >
            {columns.map((column) => {
              const order = column.id === sorting?.column ? sorting.order : 'none'
              const isSortable = sorting && column.value
              return (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  aria-sort={isSortable ? order : undefined}
                  className={cx(
                    'h-8 min-w-0 truncate px-3 text-left text-small leading-8 font-medium text-muted',
                    column.align === 'right' && 'text-right',
                    column.headStart && '@xl:flex @xl:items-center @xl:gap-1',
                    placeOf(column),
                  )}
                >
                  {column.headStart && <span inert={isLoading}>{column.headStart}</span>}
                  {isSortable && (
                    <button
                      type="button"
                      onClick={() => onSort?.(column.id)}
                      className="group/sort relative hidden h-8 items-center hover:text-ink @xl:inline-flex"
                    >
                      {column.header}
                      <span
                        aria-hidden
                        className={cx(
                          'absolute',
                          // At the side where the column has room.
                          column.align === 'right' ? 'right-full pr-0.5' : 'left-full pl-0.5',
                          order === 'none' && hiddenMark,
                        )}
                      >
                        {marks[order]}
                      </span>
                    </button>
                  )}
                  <span className={cx(column.headerHidden && 'sr-only', isSortable && '@xl:hidden')}>
                    {column.header}
                  </span>
                </th>
              )
            })}
          </tr>
        </thead>
        {/* An answer that comes at once changes no colour before. */}
        <tbody role="rowgroup" inert={isLoading} className="group/rows block divide-y divide-line @xl:contents">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-selected={rowKey(row) === selected || undefined}
              aria-current={rowKey(row) === selected || undefined}
              className={cx(
                rowClasses,
                'group-inert/rows:opacity-50 group-inert/rows:transition-opacity group-inert/rows:delay-150',
                isDimmed?.(row) && 'text-muted',
                'grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-y-0.5 px-3 py-1.5',
                '@xl:col-span-full @xl:min-h-row @xl:grid-cols-subgrid @xl:content-stretch @xl:items-center @xl:border-b @xl:border-line @xl:p-0 @xl:last:border-b-0',
              )}
            >
              {columns.map((column, at) => {
                const value = column.value?.(row) ?? ''
                const content = visible(column.cell ? column.cell(row, unlessShown) : value)
                return (
                  <td
                    key={column.id}
                    role="cell"
                    translate={at === 0 || column.align === 'right' ? 'no' : undefined}
                    dir="auto"
                    title={typeof value === 'string' && value !== '' ? visibleText(value) : undefined}
                    className={cx(cellClasses(column, at === 0), placeOf(column))}
                  >
                    {column.headerHidden ? (
                      <div className="flex justify-end gap-1">
                        {/* Buttons, which may take the row out of the list. */}
                        <KeptFocus>{content}</KeptFocus>
                      </div>
                    ) : (
                      content
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
