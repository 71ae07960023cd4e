/* oxlint-disable jsx-a11y/no-redundant-roles -- laid out as blocks, a table loses its own roles */
/** One row of the grid: its number, whether it is called, and its cells with their problems. */
import type { KeyboardEvent, ReactNode } from 'react'
import { groupNumber } from '#phone/group.ts'
import type { Verdict } from '#recipients/read.ts'
import type { ShownRow } from '#recipients/worker/protocol.ts'
import { cx } from '#ui/classes.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { leftOutStatus, reasonTitles, remarksOnCell, verdictTitles } from '../state/row-texts.ts'
import type { CellPosition } from './grid-navigation.ts'

/** The number of columns before those of the file: the row number and the call. */
export const leadingColumns = 2

const statuses: Record<Verdict, StatusKind> = {
  valid: 'waiting',
  invalid: 'failed',
  duplicate: 'failed',
  blank: 'off',
  optedOut: 'off',
  leftOut: 'off',
}

/** The number that is called, or why the row is not called. */
function callStatus({ verdict, phoneNumber, problems: [problem], leftOutBy }: ShownRow): string {
  if (phoneNumber) return groupNumber(phoneNumber)
  if (leftOutBy) return leftOutStatus[leftOutBy]
  return problem && verdict === 'invalid' ? reasonTitles[problem.reason] : verdictTitles[verdict]
}

/** The problems of one cell. */
function cellProblems({ problems, remarks }: ShownRow, column: string, columnIndex: number): string[] {
  return [
    ...problems.filter((problem) => problem.column === column).map(({ message }) => message),
    ...remarks.filter(({ at }) => at === columnIndex).map(({ remark }) => remarksOnCell[remark]),
  ]
}

interface RowProps {
  row: ShownRow
  columns: readonly string[]
  cellId: (column: number) => string
  activeColumn: number | null
  isSelected: (column: number) => boolean
  editedCell: { column: number; field: ReactNode } | null
}

export function GridRow({ row, columns, cellId, activeColumn, isSelected, editedCell }: RowProps) {
  const status = callStatus(row)
  const isOptedOut = row.verdict === 'optedOut'
  const isDimmed = row.verdict === 'invalid' || row.verdict === 'duplicate' || isOptedOut
  const cellClass = (column: number) =>
    cx(
      'h-full truncate border-r border-line/60 leading-[33px]',
      editedCell?.column !== column && 'px-3',
      isSelected(column) && 'bg-accent-soft',
      activeColumn === column && 'outline-2 -outline-offset-2 outline-focus',
    )
  return (
    <>
      <th
        role="rowheader"
        scope="row"
        id={cellId(0)}
        aria-colindex={1}
        className={cx(cellClass(0), 'sticky left-0 z-1 bg-raised text-right font-normal text-muted')}
      >
        {number(row.number)}
      </th>
      <td
        role="gridcell"
        id={cellId(1)}
        aria-colindex={2}
        title={status}
        className={cx(cellClass(1), 'whitespace-nowrap')}
      >
        {row.phoneNumber ? (
          <span className="mono">{status}</span>
        ) : (
          <StatusLabel state={statuses[row.verdict]} label={status} />
        )}
      </td>
      {columns.map((name, columnIndex) => {
        const column = columnIndex + leadingColumns
        const text = columnIndex < row.cells.length ? row.cells[columnIndex] : row.overflow
        const problems = cellProblems(row, name, columnIndex)
        const isChanged = row.changed.includes(columnIndex)
        const isWrong = !isOptedOut && row.problems.some((problem) => problem.column === name)
        return (
          <td
            role="gridcell"
            key={name}
            dir="auto"
            id={cellId(column)}
            aria-colindex={column + 1}
            aria-invalid={isWrong || undefined}
            aria-selected={isSelected(column) || undefined}
            title={visibleText(problems.length > 0 ? problems.join(' ') : (text ?? ''))}
            data-column={column}
            className={cx(
              cellClass(column),
              isDimmed && 'text-soft',
              isChanged && 'font-medium text-accent',
              isWrong &&
                'bg-danger-soft shadow-[inset_0_-2px_var(--color-danger)] forced-colors:underline forced-colors:decoration-wavy',
              !isWrong && problems.length > 0 && 'shadow-[inset_0_-2px_var(--color-live)]',
            )}
          >
            {editedCell?.column === column ? editedCell.field : visible(text)}
            {problems.length > 0 && <span className="sr-only"> – {visible(problems.join(' '))}</span>}
            {isChanged && <span className="sr-only">{' – changed by you'}</span>}
          </td>
        )
      })}
    </>
  )
}

export interface CellEditing extends CellPosition {
  text: string
}

/** The input in a cell that is being edited. */
export function CellField({
  edit,
  label,
  onTextChange,
  onKeyDown,
  onLeave,
}: {
  edit: CellEditing
  label: string
  onTextChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onLeave: () => void
}) {
  return (
    <input
      aria-label={label}
      value={edit.text}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because a person began to type
      autoFocus
      onChange={(event) => onTextChange(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
      className="size-full bg-raised px-3 text-ink outline-2 -outline-offset-2 outline-focus"
    />
  )
}
