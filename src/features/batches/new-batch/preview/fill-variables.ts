/** Fills the variables of a flow's texts with the cells of a row (interface 4). Pure. */
import { variablePattern } from '#contract/index.ts'

export type Piece =
  | { kind: 'text'; text: string }
  /** A variable with its value. */
  | { kind: 'filled'; name: string; text: string }
  /** A variable without a value: the file has no such column, or the cell is empty. */
  | { kind: 'missing'; name: string; hasColumn: boolean }

/** Splits a text into pieces. Like the service, it matches the exact name of a column, and ignores spaces around the variable's name. */
export function fill(text: string, values: Readonly<Record<string, string>>): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(variablePattern)) {
    const [whole, inside = ''] = found
    const name = inside.trim()
    if (name === '') continue
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) })
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    pieces.push(
      value === undefined || value.trim() === ''
        ? { kind: 'missing', name, hasColumn: value !== undefined }
        : { kind: 'filled', name, text: value },
    )
    from = found.index + whole.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}
