/** Keyboard navigation of a grid, as in a spreadsheet. */
import { chordOf, type KeyPress } from '#kit/keyboard/key-press.ts'

export interface CellPosition {
  row: number
  column: number
}

export interface GridShape {
  rows: number
  columns: number
  /** Rows per page. */
  rowsPerPage: number
}

export type GridAction =
  /** Moves to another cell. `extend`: extends the selection. */
  | { kind: 'move'; to: CellPosition; extend: boolean }
  /** Starts to edit the cell. `text`: initial text; null: the cell's text. */
  | { kind: 'edit'; text: string | null }
  | { kind: 'clear' }
  | { kind: 'copy' }
  /** Selects the column. */
  | { kind: 'column' }
  /** Reduces the selection to one cell. */
  | { kind: 'collapse' }

const clampToGrid = ({ row, column }: CellPosition, { rows, columns }: GridShape): CellPosition => ({
  row: Math.min(Math.max(row, 0), Math.max(0, rows - 1)),
  column: Math.min(Math.max(column, 0), Math.max(0, columns - 1)),
})

/** The target of a navigation key. @param toEnd Ctrl or ⌘ is pressed, so the target is the first or last cell in this direction */
function targetOf(key: string, toEnd: boolean, from: CellPosition, shape: GridShape): CellPosition | null {
  const end = Number.POSITIVE_INFINITY
  const { row, column } = from
  switch (key) {
    case 'ArrowDown':
      return { row: row + (toEnd ? end : 1), column }
    case 'ArrowUp':
      return { row: row - (toEnd ? end : 1), column }
    case 'ArrowRight':
      return { row, column: column + (toEnd ? end : 1) }
    case 'ArrowLeft':
      return { row, column: column - (toEnd ? end : 1) }
    case 'PageDown':
      return { row: row + shape.rowsPerPage, column }
    case 'PageUp':
      return { row: row - shape.rowsPerPage, column }
    case 'Home':
      return { row: toEnd ? 0 : row, column: 0 }
    case 'End':
      return { row: toEnd ? end : row, column: end }
    default:
      return null
  }
}

/** The action of a key; null if the grid does not handle it. Tab leaves the grid. */
export function actionOf(keyPress: KeyPress, from: CellPosition, shape: GridShape): GridAction | null {
  const { key, shiftKey, altKey } = keyPress
  const hasModifier = keyPress.ctrlKey || keyPress.metaKey
  if (altKey) return null
  const to = targetOf(key, hasModifier, from, shape)
  if (to) return { kind: 'move', to: clampToGrid(to, shape), extend: shiftKey }
  if (hasModifier) {
    if (chordOf(keyPress) === 'mod+c') return { kind: 'copy' }
    return key === ' ' ? { kind: 'column' } : null
  }
  if (key === 'Enter' || key === 'F2') return { kind: 'edit', text: null }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  if (key === 'Escape') return { kind: 'collapse' }
  return /^.$/u.test(key) ? { kind: 'edit', text: key } : null
}

/** The next cell after this key has ended an edit; null: the key is part of the edit. */
export function cellAfterEdit({ key, shiftKey }: KeyPress, from: CellPosition, shape: GridShape): CellPosition | null {
  const step = shiftKey ? -1 : 1
  if (key === 'Enter') return clampToGrid({ row: from.row + step, column: from.column }, shape)
  if (key === 'Tab') return clampToGrid({ row: from.row, column: from.column + step }, shape)
  return null
}

/** A rectangle of cells, including its corners. */
export interface CellRange {
  from: CellPosition
  to: CellPosition
}

export const rangeOf = (a: CellPosition, b: CellPosition): CellRange => ({
  from: { row: Math.min(a.row, b.row), column: Math.min(a.column, b.column) },
  to: { row: Math.max(a.row, b.row), column: Math.max(a.column, b.column) },
})

export const isInRange = ({ row, column }: CellPosition, { from, to }: CellRange): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column
