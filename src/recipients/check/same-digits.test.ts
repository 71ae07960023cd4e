/** An opt-out holds for every row with the same digits, however the number is written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { readRecipients } from '../read.ts'
import { readDigits } from './digits.ts'
import { type Operation, repairsOf } from './repairs.ts'

function read(text: string, ...operations: Operation[]) {
  const bytes = new TextEncoder().encode(text)
  const result = readRecipients(bytes, { headerRow: 1, delimiter: ';' }, () => {}, repairsOf(operations))
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}
const calledIn = (...[rows, ...operations]: [string[], ...Operation[]]) =>
  read(`phone_number;Opt-out\n${rows.join('\n')}\n`, ...operations).recipients.map(({ row }) => row)
const accept = (...reasons: ('several' | 'extension' | 'trunk_zero' | 'unclear_opt_out')[]): Operation[] =>
  reasons.map((reason) => ({ kind: 'rule', rule: 'accept', reason, on: true }))
const country = (iso: string): Operation => ({ kind: 'rule', rule: 'country', country: iso })

describe('a row whose number cannot be called as written and that says “do not call”', () => {
  it.each([
    ['+1 415 555 0134 (mobile)'],
    ['Mobile: +1 415 555 0134'],
    ['415/5550134'],
    ['(415) 555 0134 home'],
    ['☎ 415.555.0134'],
    ['5550134'],
    ['+1 415 555 0134 / +1 415 555 0135'],
    ['+1 415 555 0135 or 415 555 0134'],
    ['14155550134@c.us'],
    ['+1 415 555 0134 ext. 12'],
    ['+1 415 555 0134-12'],
    ['٤١٥٥٥٥٠١٣٤ جوال'],
    ['४१५५५५०१३४'],
  ])('%s keeps the same number from being called', (written) => {
    expect(calledIn(['+14155550134;', `"${written}";yes`, '+14155550199;'])).toEqual([4])
  })

  it('keeps the same number from being called in a file as people have it', () => {
    const file = `Name;Phone;Opt-out\nMax;+14155550134;\nMax M;+1 415 555 0134 (mobile);yes\nEva;+14155550135;\n`
    const { recipients, problems } = read(file)
    expect(recipients.map(({ values }) => values['Name'] ?? values['name'])).toEqual(['Eva'])
    expect(problems[0]?.message).toContain('the same number as in row 3, which says “do not call”')
  })

  it('is compared by its digits if it has no country code', () => {
    const german = ['+4915123456789;', '0151/23456789 (privat);ja', '+4915199999999;']
    expect(calledIn(german)).toEqual([4])
    expect(calledIn(['+3545551234;', 'Heima: 555 1234;yes'])).toEqual([])
    expect(calledIn(['+376312345;', 'tel 312 345;yes'])).toEqual([])
    // As an American number it would be another person.
    expect(calledIn(['+4915123456789;', '15123456789;yes'])).toEqual([])
  })

  it('is the same telephone in its other spelling', () => {
    expect(calledIn(['+541123456789;', '+54 9 11 2345-6789;yes'])).toEqual([])
    expect(calledIn(['+5491123456789;', '+54 11 2345-6789;yes'])).toEqual([])
    expect(calledIn(['+525512345678;', '+52 1 55 1234 5678;yes'])).toEqual([])
    expect(calledIn(['+5511981234567;', '+55 11 8123-4567;yes'])).toEqual([])
  })

  it('applies as well if the other row is the one that is repaired', () => {
    expect(calledIn(['+4915123456789;yes', '0151 23456789;'], country('DE'))).toEqual([])
    expect(calledIn(['+4915123456789;yes', '0664 1234567;', '0151 23456789;'], country('AT'))).not.toContain(4)
    expect(calledIn(['+14155550134;yes', '+14155550199 / +14155550134;'], ...accept('several'))).toEqual([])
    expect(calledIn(['+14155550134;yes', '+14155550134 ext. 9;'], ...accept('extension'))).toEqual([])
  })

  it('leaves people with another number alone, and of numbers that only end alike it is unclear', () => {
    expect(calledIn(['+14155550134;yes', '+13155550134;', '+14155550135;'])).toEqual([3, 4])
    const alike = ['+491715550134;', 'Tel. 030 5550134 7;yes', '+13155550134;', '+1 415 555 0134 (home);yes']
    expect(calledIn(alike)).toEqual([2])
    expect(calledIn(alike, ...accept('unclear_opt_out'))).toEqual([2, 4])
  })

  it('makes it unclear for all numbers that a spreadsheet may have shortened to it', () => {
    expect(calledIn(['+14155550134;', '1.41556E+10;yes', '+14156650134;', '+491715550134;'])).toEqual([4, 5])
    expect(calledIn(['+14155550134;', '1,4155550134E+10;yes'])).toEqual([])
  })

  it('may have its cells in the wrong columns', () => {
    const shifted = 'name;phone_number;Opt-out\nMax;+14155550134;\nLee; Max;+14155550134;yes\nEva;+14155550135;\n'
    expect(read(shifted).recipients.map(({ row }) => row)).toEqual([4])
  })
})

/** Ways in which people write a number. */
const spellings: readonly ((number: { code: string; trunk: string; national: string }) => string)[] = [
  ({ code, national }) => `+${code}${national}`,
  ({ code, national }) => `+${code} ${national.slice(0, 3)} ${national.slice(3, 6)}-${national.slice(6)}`,
  ({ code, national }) => `00${code}${national}`,
  ({ code, national }) => `${code}${national}`,
  ({ trunk, national }) => `${trunk}${national}`,
  ({ trunk, national }) => `${trunk}${national.slice(0, 3)}/${national.slice(3)}`,
  ({ trunk, national }) => `(${trunk}${national.slice(0, 3)}) ${national.slice(3, 7)} ${national.slice(7)}`,
  ({ code, national }) => `+${code} (0)${national}`,
  ({ code, national }) => `Mobil 2: +${code} ${national}`,
  ({ trunk, national }) => `${trunk}${national} (privat)`,
  ({ code, national }) => `+${code}${national} ext. 12`,
  ({ trunk, national }) => `${trunk}${national} / 0800 9999999`,
  ({ code, national }) => `+1 212 555 0199, +${code}${national}`,
  ({ code, national }) => `https://wa.me/${code}${national}`,
  ({ code, national }) => `\u202a+${code}\u00a0${national}\u202c`,
]
const numbers = [
  { code: '1', trunk: '', national: '4155550134' },
  { code: '49', trunk: '0', national: '15123456789' },
  { code: '44', trunk: '0', national: '7700900123' },
  { code: '33', trunk: '0', national: '612345678' },
  { code: '39', trunk: '', national: '3331234567' },
  { code: '7', trunk: '8', national: '9123456789' },
  { code: '55', trunk: '0', national: '11981234567' },
  { code: '52', trunk: '', national: '5512345678' },
]

it('no row of a number is called if another row of it says “do not call”', { tags: ['soak'] }, () => {
  const spelling = fc.constantFrom(...spellings)
  const operation = fc.constantFrom<Operation>(
    ...accept('several', 'extension', 'trunk_zero', 'unclear_opt_out'),
    country('US'),
    country('DE'),
    country('GB'),
    country('RU'),
  )
  const never = fc.property(
    fc.constantFrom(...numbers),
    fc.array(spelling, { minLength: 1, maxLength: 4 }),
    spelling,
    fc.nat(4),
    fc.array(operation, { maxLength: 5 }),
    (number, others, optedOut, place, operations) => {
      const rows = others.map((write) => `"${write(number)}";`)
      rows.splice(place, 0, `"${optedOut(number)}";yes`)
      expect(calledIn(rows, ...operations)).toEqual([])
    },
  )
  fc.assert(never, propertyTestParameters(300))
})

it('reads a cell of any length at once', () => {
  const long = '1 (2)/'.repeat(20_000)
  expect(readDigits(long).numbers).toEqual([])
  expect(readDigits('+1 415 555 0134, +49 (0)151 23456789').numbers).toEqual([14_155_550_134, 4_915_123_456_789])
})
