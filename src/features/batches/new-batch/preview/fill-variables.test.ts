import { describe, expect, it } from 'vitest'
import { fill } from './fill-variables.ts'

const shown = (text: string, values: Record<string, string>) =>
  fill(text, values)
    .map((piece) => (piece.kind === 'missing' ? `<${piece.name}${piece.hasColumn ? ' empty' : ''}>` : piece.text))
    .join('')

describe('what the agent will say', () => {
  it('contains the cells of the row', () => {
    expect(shown('Hello {first_name}, your { Plan } ends.', { first_name: 'Renée', Plan: 'gold' })).toBe(
      'Hello Renée, your gold ends.',
    )
    // Names are matched exactly.
    expect(shown('{plan}', { Plan: 'gold' })).toBe('<plan>')
  })

  it('shows variables without a value, and whether the column or the cell is missing', () => {
    expect(shown('{first_name}: {plan}', { first_name: ' ' })).toBe('<first_name empty>: <plan>')
  })

  it('does not interpret the content of cells', () => {
    expect(shown('{a}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b>')
    expect(shown('{ "json": 1 } {}', {})).toContain('{}')
  })
})
