import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipboardText, parseCells } from './clipboard.ts'

describe('cells on the clipboard', () => {
  it.each([
    ['+14155550134', [['+14155550134']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"two\nlines"\tx', [['two\nlines', 'x']]],
    ['"say ""hi"""', [['say "hi"']]],
    ['5" wide\t"open', [['5" wide', '"open']]],
    ['"Ann" Lee\tx', [['"Ann" Lee', 'x']]],
  ])('are parsed from %j', (text, cells) => {
    expect(parseCells(text)).toEqual(cells)
  })

  it('are the same after being written and parsed', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ',', ' '), maxLength: 6 })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const areSame = fc.property(rows, (rows) => isDeepStrictEqual(parseCells(clipboardText(rows)), rows))
    expect(fc.check(areSame, { numRuns: 500 })).toMatchObject({ counterexample: null })
  })
})
