import { describe, expect, it } from 'vitest'
import type { Flow } from '#contract/index.ts'
import { fill, textsOf, unfilled } from './fill.ts'

const shown = (text: string, values: Record<string, string>) =>
  fill(text, values)
    .map((piece) => (piece.kind === 'missing' ? `<${piece.name}${piece.hasColumn ? ' empty' : ''}>` : piece.text))
    .join('')

const flow = {
  name: 'Renewals',
  promptType: 'simple',
  prompt: 'Ask {first_name} about {plan}.',
  welcomeMessage: 'ai_custom',
  customWelcomeMessage: 'Hello {first_name}!',
  flowData: {
    nodes: [{ id: '1', type: 'say', position: { x: 0, y: 0 }, data: { label: 'Offer', prompt: 'Say {price}.' } }],
    edges: [],
  },
} as unknown as Flow

describe('what the agent will say to somebody', () => {
  it('has the cells of their row in it', () => {
    expect(shown('Hello {first_name}, your {{ Plan }} ends.', { first_name: 'Renée', plan: 'gold' })).toBe(
      'Hello Renée, your gold ends.',
    )
  })

  it('shows what is missing, and whether a column is or a cell', () => {
    expect(shown('{first_name}: {plan}', { first_name: ' ' })).toBe('<first_name empty>: <plan>')
  })

  it('takes what is in a cell as text, whatever it looks like', () => {
    expect(shown('{a}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b>')
    expect(shown('{ "json": 1 } {}', {})).toContain('{}')
  })

  it('is the first words and the prompt, or the steps of a flow', () => {
    expect(textsOf(flow).map(({ title }) => title)).toEqual(['First words', 'Prompt'])
    expect(textsOf({ ...flow, promptType: 'flow', welcomeMessage: 'ai_dynamic' })).toEqual([
      { title: 'Offer', text: 'Say {price}.' },
    ])
  })

  it('names the variables that no column fills', () => {
    expect(unfilled(textsOf(flow), ['phone_number', 'First_Name', null])).toEqual(['plan'])
  })
})
