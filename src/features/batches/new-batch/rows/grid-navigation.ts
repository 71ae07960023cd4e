/** Keyboard navigation of a grid, as in a spreadsheet. */

export interface Place {
  row: number
  column: number
}

export interface GridShape {
  rows: number
  columns: number
  /** Rows per page. */
  page: number
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export type GridAction =
  /** `extend`: extends the selection. */
  | { kind: 'go'; to: Place; extend: boolean }
  /** `text`: initial text; null: the cell's text. */
  | { kind: 'edit'; text: string | null }
  | { kind: 'clear' }
  | { kind: 'copy' }
  | { kind: 'column' }
  | { kind: 'collapse' }

const within = ({ row, column }: Place, { rows, columns }: GridShape): Place => ({
  row: Math.min(Math.max(row, 0), Math.max(0, rows - 1)),
  column: Math.min(Math.max(column, 0), Math.max(0, columns - 1)),
})

/** The target of a navigation key. With Ctrl or ⌘ it is the end. */
function targetOf(key: string, far: boolean, from: Place, shape: GridShape): Place | null {
  const all = Number.POSITIVE_INFINITY
  const { row, column } = from
  switch (key) {
    case 'ArrowDown':
      return { row: row + (far ? all : 1), column }
    case 'ArrowUp':
      return { row: row - (far ? all : 1), column }
    case 'ArrowRight':
      return { row, column: column + (far ? all : 1) }
    case 'ArrowLeft':
      return { row, column: column - (far ? all : 1) }
    case 'PageDown':
      return { row: row + shape.page, column }
    case 'PageUp':
      return { row: row - shape.page, column }
    case 'Home':
      return { row: far ? 0 : row, column: 0 }
    case 'End':
      return { row: far ? all : row, column: all }
    default:
      return null
  }
}

/** The action of a key; null if the grid does not handle it. Tab leaves the grid. */
export function actionOf(press: Press, from: Place, shape: GridShape): GridAction | null {
  const { key, shiftKey, altKey } = press
  const mod = press.ctrlKey || press.metaKey
  if (altKey) return null
  const to = targetOf(key, mod, from, shape)
  if (to) return { kind: 'go', to: within(to, shape), extend: shiftKey }
  if (mod) {
    if (key.toLowerCase() === 'c') return { kind: 'copy' }
    return key === ' ' ? { kind: 'column' } : null
  }
  if (key === 'Enter' || key === 'F2') return { kind: 'edit', text: null }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  if (key === 'Escape') return { kind: 'collapse' }
  return /^.$/u.test(key) ? { kind: 'edit', text: key } : null
}

/** The next cell after this key has ended an edit; null: the key is part of the edit. */
export function afterEdit({ key, shiftKey }: Press, from: Place, shape: GridShape): Place | null {
  const back = shiftKey ? -1 : 1
  if (key === 'Enter') return within({ row: from.row + back, column: from.column }, shape)
  if (key === 'Tab') return within({ row: from.row, column: from.column + back }, shape)
  return null
}

/** A rectangle of cells, including its corners. */
export interface Range {
  from: Place
  to: Place
}

export const rangeOf = (one: Place, other: Place): Range => ({
  from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
})

export const isIn = ({ row, column }: Place, { from, to }: Range): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column
