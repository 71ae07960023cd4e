/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table laid out as blocks loses its own roles */
/**
 * A small table within a panel: nobody searches, filters or sorts it. If there is little space, each row becomes a card of terms and values.
 * The roles are explicit, because a table that is laid out as blocks loses its own.
 */
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import { visible } from '../text/visible-text.tsx'

export interface Column<T> {
  id: string
  header: ReactNode
  cell: (row: T) => ReactNode
  /** Use `right` for numbers. */
  align?: 'right'
  /** A CSS width. Without one, the column takes the remaining space. */
  width?: string
  /** The smallest width of the table that shows the column. Cards always show it. */
  visibleFrom?: 'md' | 'lg' | undefined
  /** Shows the header only to screen readers and in cards. */
  headerHidden?: boolean
}

/** A window of 1024 px leaves 760 px for a table beside the open sidebar, so it shows what `md` needs. */
const visibleFromClasses = { md: '@max-2xl:@min-xl:hidden', lg: '@max-5xl:@min-xl:hidden' } as const
const columnClasses = ({ align, visibleFrom }: Pick<Column<never>, 'align' | 'visibleFrom'>) =>
  cx(align && 'tabular-nums @xl:text-right', visibleFrom && visibleFromClasses[visibleFrom])

interface Props<T> {
  /** The table's name for screen readers. */
  caption: string
  /** The first column is the row's heading. */
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The key of the row that is open. */
  selected?: string | null
  isDimmed?: (row: T) => boolean
  /** For a long table that scrolls with the page: the headings stay in view below the top bar. */
  isLong?: boolean
}

export const Table = <T,>({ caption, columns, rows, rowKey, selected, isDimmed, isLong }: Props<T>) => (
  <div className="@container min-w-0">
    <table role="table" className="block w-full border-collapse @xl:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="sr-only @xl:not-sr-only @xl:table-header-group">
        <tr role="row" className="@xl:table-row">
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              style={{ width: column.width }}
              className={cx(
                'h-8 px-3 text-left text-small font-medium text-muted @5xl:whitespace-nowrap shadow-[inset_0_-1px_var(--color-line)]',
                columnClasses(column),
                isLong && '@xl:sticky @xl:top-(--spacing-top-bar) @xl:z-10 @xl:bg-raised',
              )}
            >
              {column.headerHidden ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line @xl:table-row-group">
        {rows.map((row) => {
          const isSelected = rowKey(row) === selected
          return (
            <tr
              key={rowKey(row)}
              role="row"
              data-selected={isSelected || undefined}
              aria-current={isSelected || undefined}
              className={cx(rowClasses, 'block py-1.5 @xl:table-row @xl:py-0', isDimmed?.(row) && 'text-muted')}
            >
              {columns.map((column, at) => (
                <Cell key={column.id} column={column} isFirst={at === 0}>
                  {visible(column.cell(row))}
                </Cell>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

/**
 * Of every row. With a stretched link in its first cell, the whole row is the link's target, and
 * other controls are above it. Links are ink until they are wanted.
 */
export const rowClasses =
  'relative transition-colors hover:bg-hover has-[[data-stretched]:focus-visible]:outline-2 has-[[data-stretched]:focus-visible]:-outline-offset-2 has-[[data-stretched]:focus-visible]:outline-focus data-selected:bg-accent-soft data-selected:shadow-[inset_2px_0_var(--color-accent)] ' +
  '[&_a]:text-ink [&_a]:no-underline [&_a:focus-visible]:underline [&_a:focus-visible]:-outline-offset-1 [&_a:hover]:underline ' +
  '[&_:is(a,button,input):not([data-stretched])]:relative [&_:is(a,button,input):not([data-stretched])]:z-1'

interface CellProps {
  column: Pick<Column<never>, 'header' | 'align' | 'visibleFrom'>
  isFirst: boolean
  children: ReactNode
}

const Cell = ({ column, isFirst, children }: CellProps) => (
  <td
    role="cell"
    className={cx(
      'min-w-0 items-baseline gap-3 px-3 py-0.5 align-middle @xl:table-cell @xl:h-row @xl:py-1',
      isFirst ? 'block text-large font-medium @xl:text-base @xl:font-normal' : 'grid grid-cols-[6.5rem_minmax(0,1fr)]',
      columnClasses(column),
    )}
  >
    {!isFirst && (
      <span aria-hidden className="text-label text-muted @xl:hidden">
        {column.header}
      </span>
    )}
    {/*
      A wrapper, so that the grid of a card always has two cells. In a card, any word breaks. In a table, only those of the first column do, which
      has names and a greatest width: breaking others would squeeze their columns.
    */}
    <div
      translate={isFirst || column.align ? 'no' : undefined}
      dir="auto"
      className={cx(
        'min-w-0 wrap-anywhere',
        isFirst ? '@xl:max-w-80 @xl:wrap-break-word' : '@xl:[overflow-wrap:normal]',
      )}
    >
      {children}
    </div>
  </td>
)

/** Classes of a link whose target is its whole row. */
export const stretchedLinkClasses = 'after:absolute after:inset-0 outline-none'
