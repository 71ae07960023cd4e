/**
 * The rows of the file as a grid that works like a spreadsheet. Only rows in view are requested from the worker and rendered. The table
 * keeps the focus and names the active cell, so that scrolling never loses it.
 */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- laid out as blocks, a table loses its own roles */
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { notify } from '#kit/actions/notices.ts'
import type { CellEdit } from '#recipients/check/repairs.ts'
import type { Filter, ShownRow, Summary } from '#recipients/worker/protocol.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { SkeletonLine } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { applyOperation, blockOf, rowsOf } from '../state/new-batch-store.ts'
import { filterTitle } from '../state/row-texts.ts'
import { CellBar } from './cell-bar.tsx'
import { clipboardText, parseCells } from './clipboard.ts'
import { actionOf, type CellPosition, type CellRange, cellAfterEdit, isInRange, rangeOf } from './grid-navigation.ts'
import { type CellEditing, CellField, GridRow, leadingColumns } from './grid-row.tsx'
import { createRowsCache } from './rows-cache.ts'
import * as texts from './texts.tsx'

/** Pixels. All rows have the same height, because measuring fifty thousand would be slower than rendering those in view. */
const rowHeight = 34
const headingHeight = 32
/** Width of the column “Call”, narrower on small screens. */
const callWidth = 'clamp(9.5rem, 30vw, 14.5rem)'

interface Props {
  file: Summary
  /** Counts lookups of rows (`view`) and changes to them (`revision`). */
  view: number
  revision: number
  filter: Filter
  /** How many rows match the filter, by the counts. */
  count: number
  /** Shown if no row matches. */
  emptyState: ReactNode
  /** Looks up the rows again, so that repaired rows disappear. */
  onRefresh: () => void
}

export function RowGrid({ file, view, revision, filter, count, emptyState, onRefresh }: Props) {
  // The virtualizer is one mutable object whose answers change between renders.
  'use no memo'
  const grid = useRef<HTMLTableElement>(null)
  const scrollBox = useRef<HTMLDivElement>(null)
  const gridId = useId()
  // Names in the file; '' is the column of extra cells.
  const columns = file.overflows ? [...file.columns, ''] : file.columns
  const [cache] = useState(() => createRowsCache((from, to, view) => rowsOf({ from, to, filter, view })))
  useSyncExternalStore(cache.subscribe, cache.version)
  const [active, setActive] = useState<CellPosition>({ row: 0, column: leadingColumns })
  const [anchor, setAnchor] = useState<CellPosition | null>(null)
  const [edit, setEdit] = useState<CellEditing | null>(null)
  /** Whether the edit is still open. The field loses the focus once more when it is removed. */
  const isEditOpen = useRef(false)

  const total = cache.total() ?? count
  const shape = { rows: total, columns: columns.length + leadingColumns, rowsPerPage: 12 }
  const position = {
    row: Math.min(active.row, Math.max(0, total - 1)),
    column: Math.min(active.column, shape.columns - 1),
  }
  const range: CellRange = rangeOf(anchor ?? position, position)

  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // Always renders the active row, because `aria-activedescendant` refers to it.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const shownRow = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
      return position.row >= first && position.row <= last
        ? shownRow
        : [...shownRow, position.row].toSorted((a, b) => a - b)
    },
    // The header is sticky above the rows.
    scrollMargin: headingHeight,
    scrollPaddingStart: headingHeight,
  })
  const items = virtualizer.getVirtualItems()
  const inView = items.map(({ index }) => index)
  const [first, last] = [inView[0] ?? 0, inView.at(-1) ?? 0]
  const inReach = inView.filter((index) => Math.abs(index - (items[Math.floor(items.length / 2)]?.index ?? 0)) < 200)
  const [from, to] = [inReach[0] ?? first, inReach.at(-1) ?? last]
  // Requests rows from the worker.
  useEffect(() => {
    cache.load(from, to, view, revision)
    cache.load(position.row, position.row, view, revision)
  }, [cache, from, to, position.row, view, revision])

  const cellId = (row: number, column: number) => `${gridId}-${row}-${column}`
  const row = cache.rowAt(position.row)
  const columnName = columns[position.column - leadingColumns]
  const textAt = (shownRow: ShownRow | undefined, column: number): string => {
    if (!shownRow) return ''
    const columnIndex = column - leadingColumns
    return columnIndex < file.columns.length ? (shownRow.cells[columnIndex] ?? '') : shownRow.overflow
  }

  function moveTo(to: CellPosition, extend = false): void {
    setAnchor(extend ? (anchor ?? position) : null)
    setActive(to)
    virtualizer.scrollToIndex(to.row)
    const scroller = scrollBox.current
    const header = grid.current?.querySelector<HTMLElement>(`[role=columnheader][aria-colindex="${to.column + 1}"]`)
    // The sticky row number covers this many pixels.
    const coveredPx = 76
    if (scroller && header && to.column >= leadingColumns) {
      const leftEdge = header.offsetLeft
      const rightEdge = leftEdge + header.offsetWidth
      if (leftEdge - coveredPx < scroller.scrollLeft) scroller.scrollLeft = leftEdge - coveredPx
      else if (rightEdge > scroller.scrollLeft + scroller.clientWidth)
        scroller.scrollLeft = rightEdge - scroller.clientWidth
    }
  }
  function startEdit(text: string | null): void {
    if (position.column < leadingColumns || !row) return
    isEditOpen.current = true
    setEdit({ ...position, text: text ?? textAt(row, position.column) })
  }
  function applyEdits(cells: CellEdit[]): void {
    if (cells.length > 0) applyOperation({ kind: 'edit', cells })
  }
  function commitEdit(): void {
    const edited = edit && cache.rowAt(edit.row)
    setEdit(null)
    if (!isEditOpen.current) return
    isEditOpen.current = false
    if (!edit || !edited || edit.text === textAt(edited, edit.column)) return
    applyEdits([{ row: edited.number, column: columns[edit.column - leadingColumns] ?? '', value: edit.text }])
  }
  /** Positions of the selected columns of the file. */
  const selectedColumns = () =>
    Array.from(
      { length: range.to.column - range.from.column + 1 },
      (_, index) => range.from.column + index - leadingColumns,
    ).filter((columnIndex) => columnIndex >= 0)
  const selectedRows = { from: range.from.row, to: range.to.row + 1, filter, view }

  async function copy(): Promise<void> {
    const { cells } = await blockOf({ ...selectedRows, columns: selectedColumns() })
    await navigator.clipboard.writeText(clipboardText(cells))
    notify({ title: `Copied ${plural(cells.length * (cells[0]?.length ?? 0), 'cell', 'cells')}.` })
  }
  async function clear(): Promise<void> {
    const clearedColumns = selectedColumns()
    const { numbers } = await blockOf({ ...selectedRows, columns: [] })
    applyEdits(
      numbers.flatMap((row) =>
        clearedColumns.map((columnIndex) => ({ row, column: columns[columnIndex] ?? '', value: '' })),
      ),
    )
  }
  /** One value fills the selection. Several are pasted down and right from its first cell. A notice says which did not fit. */
  async function paste(text: string): Promise<void> {
    const pasted = parseCells(text)
    const start = { row: range.from.row, column: Math.max(leadingColumns, range.from.column) }
    const singleValue = pasted.length === 1 && pasted[0]?.length === 1 ? pasted[0][0] : undefined
    const pastedRowCount = singleValue === undefined ? pasted.length : range.to.row - range.from.row + 1
    const { numbers } = await blockOf({ from: start.row, to: start.row + pastedRowCount, filter, view, columns: [] })
    const cells = numbers.flatMap((row, rowIndex) => {
      const values = singleValue === undefined ? (pasted[rowIndex] ?? []) : selectedColumns().map(() => singleValue)
      return values.flatMap((value, valueIndex) => {
        const column = columns[start.column - leadingColumns + valueIndex]
        return column === undefined ? [] : [{ row, column, value }]
      })
    })
    const pastedCount = singleValue === undefined ? pasted.flat().length : cells.length
    applyEdits(cells)
    const lostCount = pastedCount - cells.length
    notify({
      title: `Pasted ${plural(cells.length, 'cell', 'cells')}.`,
      text:
        lostCount > 0
          ? `${plural(lostCount, 'value', 'values')} did not fit and ${lostCount === 1 ? 'was' : 'were'} not pasted.`
          : undefined,
    })
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.target !== grid.current) return
    const action = actionOf(event, position, shape)
    if (!action) return
    event.preventDefault()
    if (action.kind === 'move') moveTo(action.to, action.extend)
    else if (action.kind === 'edit') startEdit(action.text)
    else if (action.kind === 'copy') void copy()
    else if (action.kind === 'clear') void clear()
    else if (action.kind === 'column') {
      setAnchor({ row: 0, column: position.column })
      setActive({ row: total - 1, column: position.column })
    } else setAnchor(null)
  }
  function handleEditKey(event: KeyboardEvent): void {
    event.stopPropagation()
    const next = edit && cellAfterEdit(event, edit, shape)
    if (!next && event.key !== 'Escape') return
    event.preventDefault()
    if (!next) isEditOpen.current = false
    commitEdit()
    grid.current?.focus({ preventScroll: true })
    if (next) moveTo(next)
  }
  function handlePaste(event: ClipboardEvent): void {
    if (event.target !== grid.current) return
    event.preventDefault()
    void paste(event.clipboardData.getData('text/plain'))
  }
  const cellAtMouse = (event: MouseEvent): CellPosition | null => {
    const cell = (event.target as Element).closest<HTMLElement>('[aria-colindex]')
    const rowElement = cell?.closest<HTMLElement>('[data-row]')
    return cell && rowElement ? { row: Number(rowElement.dataset.row), column: Number(cell.ariaColIndex) - 1 } : null
  }

  const rowStyle = {
    gridTemplateColumns: `4.25rem ${callWidth} repeat(${columns.length}, minmax(9rem, 1fr))`,
    minWidth: `calc(${4.25 + columns.length * 9}rem + ${callWidth})`,
  }
  if (total === 0) return emptyState
  return (
    <>
      {total > count && filter !== 'all' && (
        <p className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 py-1 text-label text-soft">
          {texts.repairedRowsShown(total - count)}
          <Button size="small" variant="ghost" onClick={onRefresh}>
            {total - count === 1 ? 'Hide this row' : 'Hide these rows'}
          </Button>
        </p>
      )}
      <ScrollBox ref={scrollBox} className="max-h-[clamp(16rem,calc(100dvh-29rem),34rem)]">
        <table
          ref={grid}
          role="grid"
          translate="no"
          aria-label={filterTitle(filter, file.columns)}
          aria-rowcount={total + 1}
          aria-colcount={shape.columns}
          aria-multiselectable
          aria-activedescendant={total > 0 ? cellId(position.row, position.column) : undefined}
          tabIndex={0}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onMouseDown={(event) => {
            const to = cellAtMouse(event)
            if (to && !(event.target instanceof HTMLInputElement)) {
              setAnchor(event.shiftKey ? (anchor ?? position) : null)
              setActive(to)
            }
          }}
          onDoubleClick={() => startEdit(null)}
          className="group block outline-none"
        >
          <thead role="rowgroup" className="sticky top-0 z-2 block">
            <tr
              role="row"
              aria-rowindex={1}
              style={rowStyle}
              className="grid h-8 items-center bg-raised text-small text-muted shadow-[inset_0_-1px_var(--color-line)] *:px-3 *:text-left *:font-medium"
            >
              <th role="columnheader" scope="col" aria-colindex={1} className="sticky left-0 bg-raised text-right!">
                {texts.rowColumn}
              </th>
              <th role="columnheader" scope="col" aria-colindex={2}>
                {texts.callColumn}
              </th>
              {columns.map((column, index) => (
                <th
                  role="columnheader"
                  scope="col"
                  aria-colindex={index + leadingColumns + 1}
                  key={column}
                  className={cx('truncate', file.names[index] === null && 'line-through')}
                  title={visibleText(column) || texts.extraCells}
                >
                  {visible(column) || texts.extraCells}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            className="relative block"
            style={{ height: virtualizer.getTotalSize(), minWidth: rowStyle.minWidth }}
          >
            {items.map((item) => {
              const itemRow = cache.rowAt(item.index)
              const isActive = item.index === position.row
              return (
                <tr
                  key={item.key}
                  role="row"
                  aria-rowindex={item.index + 2}
                  data-row={item.index}
                  style={{ ...rowStyle, height: rowHeight, top: item.start - headingHeight }}
                  className="absolute inset-x-0 grid items-center overflow-clip border-b border-line bg-raised"
                >
                  {itemRow ? (
                    <GridRow
                      row={itemRow}
                      columns={columns}
                      cellId={(column) => cellId(item.index, column)}
                      activeColumn={isActive && !edit ? position.column : null}
                      isSelected={(column) => anchor !== null && isInRange({ row: item.index, column }, range)}
                      editedCell={
                        edit?.row === item.index
                          ? {
                              column: edit.column,
                              field: (
                                <CellField
                                  edit={edit}
                                  label={`${columns[edit.column - leadingColumns] || texts.extraCells}, row ${number(itemRow.number)}`}
                                  onTextChange={(text) => setEdit({ ...edit, text })}
                                  onKeyDown={handleEditKey}
                                  onLeave={commitEdit}
                                />
                              ),
                            }
                          : null
                      }
                    />
                  ) : (
                    <td role="gridcell" id={cellId(item.index, position.column)} className="col-span-full px-3">
                      <SkeletonLine />
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      <CellBar
        row={row}
        column={columnName ?? null}
        label={
          columnName === ''
            ? texts.extraCells
            : (columnName ?? (position.column === 0 ? texts.rowColumn : texts.callColumn))
        }
        text={textAt(row, position.column)}
        columnIndex={position.column - leadingColumns}
        isPhone={columnName !== undefined && columnName === file.phoneColumn}
        selectedCount={anchor === null ? 1 : (range.to.row - range.from.row + 1) * selectedColumns().length}
        onEdit={() => startEdit(null)}
        readSelectedRows={async () => (await blockOf({ ...selectedRows, columns: [] })).numbers}
      />
    </>
  )
}
