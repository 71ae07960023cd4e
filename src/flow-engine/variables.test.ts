import { describe, expect, it } from 'vitest'
import { fillVariables, splitVariables } from './variables.ts'

const filledText = (text: string, values: Record<string, string>) =>
  splitVariables(text, values)
    .map((piece) => (piece.kind === 'missing' ? `<${piece.name}${piece.hasColumn ? ' empty' : ''}>` : piece.text))
    .join('')

describe('the pieces of a text', () => {
  it('contain the values of the variables', () => {
    expect(filledText('Hello {first_name}, your { Plan } ends.', { first_name: 'Renée', Plan: 'gold' })).toBe(
      'Hello Renée, your gold ends.',
    )
    // Names are matched exactly.
    expect(filledText('{plan}', { Plan: 'gold' })).toBe('<plan>')
  })

  it('say which variables have no value, and whether the column or the cell is missing', () => {
    expect(filledText('{first_name}: {plan}', { first_name: ' ' })).toBe('<first_name empty>: <plan>')
  })

  it('do not interpret the content of values', () => {
    expect(filledText('{a}', { a: '{b} $& <b>', b: 'x' })).toBe('{b} $& <b>')
    expect(filledText('{ "json": 1 } {}', {})).toContain('{}')
  })
})

describe('the text that is said', () => {
  it('can have variables of any name, and nothing else', () => {
    const values = { 'Plan name': 'Gold', größe: '42', price: '$1 {plan}' }
    expect(fillVariables('{Plan name}, { größe }, {price}', values)).toBe('Gold, 42, $1 {plan}')
    expect(fillVariables('Hi {constructor}, {toString} and {missing}.', values)).toBe('Hi and.')
  })

  it('leaves out a variable without a value, with the comma or space before it', () => {
    expect(fillVariables('Hello, {first_name}. Your plan {plan} ends, {first_name}.', { first_name: ' ' })).toBe(
      'Hello. Your plan ends.',
    )
    expect(fillVariables('{first_name}, one moment. A set is { }.', {})).toBe('one moment. A set is { }.')
  })
})
