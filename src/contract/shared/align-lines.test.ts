import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignLines, isBeginningOf } from './align-lines.ts'

const said = (...contents: string[]) =>
  contents.map((content) => {
    const [role = '', text = ''] = content.split(': ')
    return text === '' ? { role: 'customer', content: role } : { role, content: text }
  })

describe('lines of a transcript are matched by what they say', () => {
  it.each<[string, string[], string[], (number | null)[]]>([
    ['a new line', ['Hello', 'Yes'], ['Hello', 'Yes', 'No'], [0, 1, null]],
    ['a longer last line', ['Hello', 'I woul'], ['Hello', 'I would like that'], [0, 1]],
    ['a replaced last line', ['Hello', 'Their'], ['Hello', 'There'], [0, 1]],
    ['fragments put together', ['Hi', 'I said', 'stop'], ['Hi', 'I said stop calling my mother.'], [0, 1]],
    [
      'fragments put together before a line that stays',
      ['I said', 'stop', 'agent: I am sorry'],
      ['I said stop calling my mother.', 'agent: I am sorry'],
      [0, 2],
    ],
    ['a line put in before others', ['One', 'Two'], ['Zero', 'One', 'Two'], [null, 0, 1]],
    ['a line split in two', ['One two'], ['One', 'two'], [0, null]],
    ['the same words again', ['Yes', 'agent: Sure?', 'Yes'], ['Yes', 'agent: Sure?', 'Yes', 'Yes'], [0, 1, 2, null]],
    ['a removed line', ['One', 'Two', 'Three'], ['One', 'Three'], [0, 2]],
    ['another speaker', ['agent: Yes'], ['Yes'], [null]],
  ])('%s', (_, before, after, pairs) => {
    expect(alignLines(said(...before), said(...after))).toEqual(pairs)
  })

  it('each at most once and in order, whatever the answers are', () => {
    const lines = fc.array(fc.record({ role: fc.constantFrom('a', 'b'), content: fc.constantFrom('', 'x', 'xy', 'y') }))
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const places = alignLines(before, after).filter((place) => place !== null)
        expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
        expect(places.every((place) => place >= 0 && place < before.length)).toBe(true)
        expect(alignLines(before, before)).toEqual(before.map((_line, index) => index))
      }),
    )
  })
})

it('a shorter transcript is older only if it says the same', () => {
  expect(isBeginningOf(said('Hi'), said('Hi', 'Yes'))).toBe(true)
  expect(isBeginningOf(said('Hi there'), said('Hi', 'Yes'))).toBe(false)
  expect(isBeginningOf(said('Hi', 'Yes'), said('Hi', 'Yes'))).toBe(false)
})
