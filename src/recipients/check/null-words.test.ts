import { describe, expect, it } from 'vitest'
import { readRecipients } from '../read.ts'
import { findNullWords } from './null-words.ts'
import type { Remark } from './remarks.ts'
import { bitOf, remarksOn, tidied } from './remarks.ts'

const phones = (count: number) => Array.from({ length: count }, (_, at) => `+1415555${String(1000 + at)}`)

/** What the agent gets in a column of a file with these cells. */
function sent(cells: readonly string[], tidy: Remark[] = []): string[] {
  const text = `phone_number,first_name\n${phones(cells.length)
    .map((phone, at) => `${phone},"${(cells[at] ?? '').replaceAll('"', '""')}"`)
    .join('\n')}\n`
  const read = readRecipients(new TextEncoder().encode(text), {}, undefined, { tidy })
  if (!read.ok) throw new Error(read.refusal.message)
  return read.file.recipients.map(({ values }) => values.first_name ?? '')
}

describe('a word for "no value"', () => {
  it.each([
    '\\N',
    'undefined',
    '[object Object]',
    '(null)',
    '<null>',
    '[NULL]',
    'n/a',
    'N/A',
    '(blank)',
    'Invalid Date',
    '0000-00-00',
    '<NA>',
    ' \\N ',
  ])('that nobody can be called is empty: %s', (word) => {
    expect(sent(['Ann', word, 'Bob'])).toEqual(['Ann', '', 'Bob'])
  })

  it.each(['NULL', 'null', 'NaN', 'nan'])('that a program wrote in several cells is empty: %s', (word) => {
    expect(sent(['Ann', word, word, 'Bob'])).toEqual(['Ann', '', '', 'Bob'])
  })

  it.each(['Null', 'None', 'NULL', 'nan', 'Nil', 'NA'])('that may be a name is called, with a remark: %s', (word) => {
    expect(sent(['Ann', word, 'Bob'])).toEqual(['Ann', word, 'Bob'])
    expect(sent(['Ann', word, 'Bob'], ['null_word'])).toEqual(['Ann', '', 'Bob'])
    expect(findNullWords(1, [['Ann'], [word], ['Bob']])[0]?.get(word)).toBe('doubtful')
  })

  it('is empty in a column of numbers, and where several columns have it', () => {
    const rows = [
      ['Ann', '10', 'x'],
      ['None', 'None', 'y'],
      ['Bob', 'nan', 'z'],
    ]
    const [first, second, third] = findNullWords(3, rows)
    expect([first?.get('None'), second?.get('None'), second?.get('nan'), third]).toEqual([
      'empty',
      'empty',
      'empty',
      undefined,
    ])
  })

  it('is no word of a column in capitals, which has a family Null', () => {
    expect(findNullWords(1, [['SMITH'], ['NULL'], ['NULL'], ['LEE']])[0]?.get('NULL')).toBe('doubtful')
  })

  it('is a code among codes', () => {
    expect(findNullWords(1, [['DE'], ['NA'], ['US']])[0]?.get('NA')).toBeUndefined()
  })

  it.each(['Ann', 'none', 'Nullmeier', 'Nana', 'Undine', 'Nathan', 'Nat', '-', 'no', ''])('is not %j', (cell) => {
    expect(findNullWords(1, [['Ann'], [cell], ['Bob']])[0]?.get(cell)).toBeUndefined()
  })
})

describe('a remark', () => {
  it.each<[string, Remark, string]>([
    ['AT&amp;T', 'entity', 'AT&T'],
    ['O&#39;Neil', 'entity', 'O’Neil'.replace('’', "'")],
    ['Ren&eacute;e', 'entity', 'Renée'],
    ['Ren&amp;eacute;e', 'entity', 'Renée'],
    ['O&#146;Neil', 'entity', 'O’Neil'],
    ['Li&#x674E;', 'entity', 'Li李'],
    ['Ann\u001fLee', 'control', 'Ann Lee'],
    ['Ann\u0000', 'control', 'Ann'],
    ['Ann_x000D_', 'control', 'Ann'],
    ['O\u0092Neil', 'control', 'O’Neil'],
    ['\u000bAnn', 'control', 'Ann'],
    ['#¡VALOR!', 'error_value', ''],
    ['#NAZWA?', 'error_value', ''],
    ['Err:502', 'error_value', ''],
    ['######', 'error_value', ''],
  ])('on %j is %s, and its repair gives %j', (text, remark, repaired) => {
    expect(remarksOn(text) & bitOf(remark)).toBe(bitOf(remark))
    expect(tidied(text, [remark])).toBe(repaired)
  })

  it.each([
    'AT&T',
    'Tom & Ann',
    'a&b;',
    'R&D; sales',
    'first_name',
    '#1',
    '#Ann',
    'two\nlines',
    'Ernst',
    'https://x.de/?a=1&copy=2',
  ])('is not made on %j', (text) => {
    expect(remarksOn(text)).toBe(0)
    expect(tidied(text, ['entity', 'control', 'error_value'])).toBe(text)
  })

  it('takes time in proportion to the text', () => {
    for (const unit of ['&', '&#', '_x000', '="', '#', 'A&a']) {
      const text = unit.repeat(100_000 / unit.length)
      expect(tidied(text, ['entity', 'control'])).toBe(text)
    }
  })
})
