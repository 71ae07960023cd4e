import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { numberOf, parse } from './parse.ts'

const delimiter = ';'
const choices = { delimiter, headerRow: 0 } as const
/** The cells of every row, or the code of the refusal. */
const cellsOf = (text: string) => {
  const parsed = parse(text, choices, 100)
  return parsed.ok ? parsed.table.rows : parsed.refusal.code
}
const textOf = (...signs: string[]) => fc.string({ unit: fc.constantFrom('a', 'é', '李', ...signs), maxLength: 16 })
const isRead = (text: string) => text.trim() !== '' && !/^"?sep=/i.test(text)

describe('any text', () => {
  it('without quotation marks is divided at each delimiter and line end', { tags: ['soak'] }, () => {
    fc.assert(
      fc.property(textOf(' ', ',', '\t', delimiter, '\n').filter(isRead), (text) => {
        const lines = text.replace(/\n$/, '').split('\n')
        expect(cellsOf(text)).toEqual(lines.map((line) => line.split(delimiter)))
      }),
      propertyTestParameters(500),
    )
  })

  it('keeps every letter in its place, or is refused for its quotation marks', { tags: ['soak'] }, () => {
    const letters = (text: string) => text.replace(/[^aé李]/g, '')
    let refused = 0
    const isKept = (text: string) => {
      const cells = cellsOf(text)
      if (typeof cells !== 'string') return letters(cells.flat().join('')) === letters(text)
      refused++
      return cells === 'open_quote' && text.includes('"')
    }
    const { counterexample, numRuns } = fc.check(
      fc.property(textOf('"', '"', delimiter, '\n').filter(isRead), isKept),
      propertyTestParameters(500),
    )
    expect(counterexample).toBeNull()
    expect(refused).toBeLessThan(numRuns)
  })
})

describe('the number of a row', () => {
  const numbersOf = (text: string, headerRow: number) => {
    const parsed = parse(text, { delimiter, headerRow }, 100)
    if (!parsed.ok) return parsed.refusal.message
    return parsed.table.rows.map((cells, at) => [numberOf(parsed.table, at), ...cells])
  }

  it('counts blank rows and rows above the header, but no line break in quotation marks', () => {
    const text = 'List\na;b\n1;"two\nlines"\n\n2;"\n"\n"3";'
    expect(numbersOf(text, 2)).toEqual([
      [3, '1', 'two\nlines'],
      [4, ''],
      [5, '2', '\n'],
      [6, '3', ''],
    ])
    expect(numbersOf(text, 0)).toEqual([[1, 'List'], [2, 'a', 'b'], ...(numbersOf(text, 2) as unknown[])])
  })

  it('is named if a quotation mark is not closed or not doubled', () => {
    expect(numbersOf('a;b\n"1\n1";x\n2;"y', 1)).toContain('in row 3 ')
    expect(numbersOf('a;b\n"1\n1";x\n2;"y"z\n3;', 1)).toContain('in row 3 ')
  })
})

it.each(['\n=""Ann""', '\t=""Ann""', '\u00a0=""Ann""', ' =""Ann""'])(
  'reads the text of the formula in "%s"',
  (cell) => {
    const outcome = parse(`phone_number,name\n+14155550134,"${cell}"\n`, {}, 10)
    expect(outcome).toMatchObject({ ok: true, table: { rows: [['+14155550134', 'Ann']] } })
  },
)
