import { describe, expect, it } from 'vitest'
import { fill } from './fill-variables.ts'

const shown = (text: string, values: Record<string, string>) =>
  fill(text, values)
    .map((piece) => (piece.kind === 'missing' ? `<${piece.name}${piece.hasColumn ? ' empty' : ''}>` : piece.text))
    .join('')

describe('what the agent will say to somebody', () => {
  it('has the cells of their row in it', () => {
    expect(shown('Hello {first_name}, your { Plan } ends.', { first_name: 'Renée', Plan: 'gold' })).toBe(
      'Hello Renée, your gold ends.',
    )
    // The service takes a column by its exact name.
    expect(shown('{plan}', { Plan: 'gold' })).toBe('<plan>')
  })

  it('shows what is missing, and whether a column is or a cell', () => {
    expect(shown('{first_name}: {plan}', { first_name: ' ' })).toBe('<first_name empty>: <plan>')
  })

  it('takes what is in a cell as text, whatever it looks like', () => {
    expect(shown('{a}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b>')
    expect(shown('{ "json": 1 } {}', {})).toContain('{}')
  })
})
