/**
 * Fills the variables of a flow's texts (interface 4). One syntax for the calls of the embedded service, the preview of a batch and a
 * rehearsal: names are matched exactly, and spaces around a name are ignored. Pure.
 */
import { variablePattern } from '#contract/index.ts'

export type Piece =
  | { kind: 'text'; text: string }
  /** A variable with its value. */
  | { kind: 'filled'; name: string; text: string }
  /** A variable without a value: there is none by this name, or it is blank. */
  | { kind: 'missing'; name: string; hasColumn: boolean }

/** How an agent calls itself: the first word of its name, without a market or a team that the name may go on with. */
export const spokenAgentName = (name: string): string => /^\p{L}+/u.exec(name)?.[0] ?? name

/** Splits a text into its pieces: plain text, variables with their values, and variables without one. */
export function splitVariables(text: string, values: Readonly<Record<string, string>>): Piece[] {
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

/** The text as it is said. A variable without a value is left out, with the comma or space before it. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  const pieces = splitVariables(text, values)
  const spoken = pieces.map((piece, index) => {
    if (piece.kind === 'missing') return ''
    return piece.kind === 'text' && pieces[index + 1]?.kind === 'missing' ? piece.text.replace(/,? ?$/, '') : piece.text
  })
  return spoken
    .join('')
    .replace(/^[,.\s]+/, '')
    .trim()
}
