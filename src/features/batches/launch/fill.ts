/** What the agent says to one person: the flow's texts with the row's cells in place of `{column}` (interface 4). Pure. */
import type { Flow } from '#contract/index.ts'

export type Piece =
  | { kind: 'text'; text: string }
  /** A cell of the row stands there. */
  | { kind: 'filled'; name: string; text: string }
  /** The row has no such cell, or an empty one. */
  | { kind: 'missing'; name: string; hasColumn: boolean }

const variable = /\{\{?\s*([^{}\n]{1,100}?)\s*\}?\}/g

/** A text in pieces. `{name}` and `{{name}}` are variables; case and spaces in their names do not matter. */
export function fill(text: string, values: Readonly<Record<string, string>>): Piece[] {
  const cells = new Map(Object.entries(values).map(([name, value]) => [name.trim().toLowerCase(), value]))
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(variable)) {
    const [whole, name = ''] = found
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) })
    const value = cells.get(name.toLowerCase())
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

export interface FlowText {
  title: string
  text: string
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The texts of a flow that an agent speaks or follows, in the order of the flow. */
export function textsOf({ welcomeMessage, customWelcomeMessage, promptType, prompt, flowData }: Flow): FlowText[] {
  const welcome = welcomeMessage === 'ai_custom' ? [{ title: 'First words', text: customWelcomeMessage }] : []
  const steps = flowData.nodes.map(({ type, data }) => ({
    title: textIn(data.label) || type,
    text: textIn(data.prompt) || textIn(data.text) || textIn(data.message),
  }))
  const body = promptType === 'flow' ? steps : [{ title: 'Prompt', text: prompt }]
  return [...welcome, ...body].filter(({ text }) => text.trim() !== '')
}

/** Variables of these texts that no column of the file fills. */
export function unfilled(texts: readonly FlowText[], names: readonly (string | null)[]): string[] {
  const values = Object.fromEntries(names.flatMap((name) => (name === null ? [] : [[name, '']])))
  const missing = texts.flatMap(({ text }) =>
    fill(text, values).flatMap((piece) => (piece.kind === 'missing' && !piece.hasColumn ? [piece.name] : [])),
  )
  return [...new Set(missing)]
}
