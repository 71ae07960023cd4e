import { describe, expect, it } from 'vitest'
import { readRecipients } from '../read.ts'
import { unwrapFormula } from './formula.ts'

describe('text written as a formula', () => {
  it.each([
    ['="Ann"', 'Ann'],
    ['=""', ''],
    ['=""Ann""', 'Ann'],
    ['= "Ann" ', 'Ann'],
    ['="Ann ""Bo"" Lee"', 'Ann "Bo" Lee'],
    ['="two\nlines"', 'two\nlines'],
    ['="a"&"b"', '="a"&"b"'],
    ['=A1', '=A1'],
    ['"Ann"', '"Ann"'],
    ['Ann', 'Ann'],
  ])('%j is read as %j', (cell, text) => {
    expect(unwrapFormula(cell)).toBe(text)
  })

  it.each([
    ['quoted', '"=""phone_number""","=""first_name"""\n"=""+14155550134""","=""Ann"""\n"=""+14155550135""","="""""\n'],
    ['bare', '="phone_number",="first_name"\n="+14155550134",="Ann"\n="+14155550135",=""\n'],
    ['doubled', '=""phone_number"",=""first_name""\n=""+14155550134"",=""Ann""\n=""+14155550135"",=""""\n'],
  ])('is unwrapped in every cell and in the header: %s', (_, text) => {
    const read = readRecipients(new TextEncoder().encode(text))
    if (!read.ok) throw new Error(read.refusal.message)
    expect(read.file.columns).toEqual(['phone_number', 'first_name'])
    expect(read.file.recipients.map(({ phone_number, values }) => [phone_number, values])).toEqual([
      ['+14155550134', { first_name: 'Ann' }],
      ['+14155550135', { first_name: '' }],
    ])
  })
})
