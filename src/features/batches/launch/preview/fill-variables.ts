/** What the agent says to one person: the flow's texts with the row's cells in place of `{column}` (interface 4). Pure. */
import { variablePattern } from '#contract/index.ts'

export type Piece =
  | { kind: 'text'; text: string }
  /** A cell of the row stands there. */
  | { kind: 'filled'; name: string; text: string }
  /** The row has no such cell, or an empty one. */
  | { kind: 'missing'; name: string; hasColumn: boolean }

/** A text in pieces. A variable takes the column that is called exactly so, as the service does; spaces around its name do not matter. */
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
