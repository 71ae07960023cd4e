/** Fills the variables of a flow's texts with the cells of a row (specification, interface 4). Pure. */
import { variablePattern } from '#contract/index.ts'

export type Piece =
  | { kind: 'text'; text: string }
  /** A variable with its value. */
  | { kind: 'filled'; name: string; text: string }
  /** A variable without a value: the file has no such column, or the cell is empty. */
  | { kind: 'missing'; name: string; hasColumn: boolean }

/** Splits a text into pieces. As the service does, it matches column names exactly and ignores spaces around a variable's name. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): Piece[] {
  const pieces: Piece[] = []
  let textStart = 0
  for (const match of text.matchAll(variablePattern)) {
    const [placeholder, inside = ''] = match
    const name = inside.trim()
    if (name === '') continue
    if (match.index > textStart) pieces.push({ kind: 'text', text: text.slice(textStart, match.index) })
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    pieces.push(
      value === undefined || value.trim() === ''
        ? { kind: 'missing', name, hasColumn: value !== undefined }
        : { kind: 'filled', name, text: value },
    )
    textStart = match.index + placeholder.length
  }
  if (textStart < text.length) pieces.push({ kind: 'text', text: text.slice(textStart) })
  return pieces
}
