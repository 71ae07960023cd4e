import { describe, expect, it } from 'vitest'
import { exchanges } from '../talk/play-exchanges.ts'
import { exchange, variantsOf } from './exchange.ts'

describe('an exchange', () => {
  it('is read line by line, with its silences', () => {
    const { turns } = exchange(
      'statement',
      {},
      `customer: One moment.
       agent, 8 to 20 s: [Of course|Sure], {first_name}.`,
    )
    expect(turns).toEqual([
      { role: 'customer', text: 'One moment.', pause: [0, 0] },
      { role: 'agent', text: '[Of course|Sure], {first_name}.', pause: [8, 20] },
    ])
  })

  it('has no line of anybody else', () => {
    expect(() => exchange('statement', {}, 'colleague: Hello.')).toThrow(SyntaxError)
    expect(() => exchange('statement', {}, 'agent, a while: Hello.')).toThrow(SyntaxError)
  })

  it('stands for every combination of its words', () => {
    expect(variantsOf('No words.')).toEqual(['No words.'])
    expect(variantsOf('[One|Other] [a|b].')).toEqual(['One a.', 'One b.', 'Other a.', 'Other b.'])
  })
})

describe('the exchanges', () => {
  it('lead back to the question before an answer, and only then', () => {
    const endsWithQuestion = ({ turns }: (typeof exchanges)[number]) =>
      turns.at(-1)?.role === 'agent' && turns.at(-1)?.text.endsWith('?')
    expect(exchanges.filter((one) => (one.place === 'before-answer') !== endsWithQuestion(one))).toEqual([])
  })

  it('take turns, except after a silence', () => {
    const monologues = exchanges.filter(({ turns }) =>
      turns.some(({ role, pause: [least] }, i) => i > 0 && role === turns[i - 1]?.role && least === 0),
    )
    expect(monologues).toEqual([])
  })
})
