import { describe, expect, it } from 'vitest'
import { fillVariables } from './fill-variables.ts'

const filledText = (text: string, values: Record<string, string>) =>
  fillVariables(text, values)
    .map((piece) => (piece.kind === 'missing' ? `<${piece.name}${piece.hasColumn ? ' empty' : ''}>` : piece.text))
    .join('')

describe('the text that the agent will say', () => {
  it('contains the cells of the row', () => {
    expect(filledText('Hello {first_name}, your { Plan } ends.', { first_name: 'Renée', Plan: 'gold' })).toBe(
      'Hello Renée, your gold ends.',
    )
    // Names are matched exactly.
    expect(filledText('{plan}', { Plan: 'gold' })).toBe('<plan>')
  })

  it('shows variables without a value, and whether the column or the cell is missing', () => {
    expect(filledText('{first_name}: {plan}', { first_name: ' ' })).toBe('<first_name empty>: <plan>')
  })

  it('does not interpret the content of cells', () => {
    expect(filledText('{a}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b>')
    expect(filledText('{ "json": 1 } {}', {})).toContain('{}')
  })
})
