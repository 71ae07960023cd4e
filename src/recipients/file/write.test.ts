import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import { findNullWords } from '../check/null-words.ts'
import type { Repairs } from '../check/repairs.ts'
import { fingerprintInput } from '../fingerprint.ts'
import { type Choices, type Delimiter, readRecipients } from '../read.ts'
import { mayConcern } from '../table/opt-out-concern.ts'
import { guardCell, unguardCell, unwrapFormula } from './formula.ts'
import { writeExcerpt, writeForSpreadsheet, writeRecipients } from './write.ts'

const read = (file: string | Uint8Array, choices?: Choices, repairs?: Repairs) => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const result = readRecipients(bytes, choices, () => {}, repairs)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}

/** Cell text with all characters that have a meaning in some CSV dialect. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', ',', ';', '\t', '|', '\n', "'", '=', '+', '-', '@', ' ', 'é', '€', '李', '😀'),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 8,
})
/** So that no cell says DNC. */
const saysNothingOfCalls = (cell: string) => !mayConcern(cell)
const isNullWord = (cell: string) => findNullWords(1, [[cell]])[0] !== undefined
const isPlain = (cell: string) => !/[\0\r\ud800-\udfff]/u.test(cell) && saysNothingOfCalls(cell) && !isNullWord(cell)
const cell = text.filter(isPlain)
const number = fc.integer({ min: 2_000_000, max: 9_999_999 }).map((line) => `+1415${line}`)
const people = fc.uniqueArray(fc.tuple(number, cell, cell), {
  minLength: 1,
  maxLength: 8,
  selector: ([number]) => number,
})

interface Dialect {
  delimiter: Delimiter
  lineEnd: string
  lastLineEnd: boolean
  quoteAll: boolean
  encoding: string
}
const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  lastLineEnd: fc.boolean(),
  quoteAll: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be'),
})

function write(records: string[][], { delimiter, lineEnd, lastLineEnd, quoteAll, encoding }: Dialect) {
  const quoted = (cell: string) =>
    quoteAll || /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  const body = records.map((cells) => cells.map(quoted).join(delimiter)).join(lineEnd) + (lastLineEnd ? lineEnd : '')
  if (encoding === 'utf-8') return new TextEncoder().encode(body)
  if (encoding === 'utf-8 with mark') return new TextEncoder().encode(`\ufeff${body}`)
  const marked = `\ufeff${body}`
  const view = new DataView(new ArrayBuffer(marked.length * 2))
  for (let at = 0; at < marked.length; at++) view.setUint16(at * 2, marked.charCodeAt(at), encoding === 'utf-16le')
  return new Uint8Array(view.buffer)
}

describe('people in any CSV dialect', () => {
  it('are read back the same', { tags: ['soak'] }, () => {
    const same = fc.property(people, dialect, (people, dialect) => {
      const file = write([['phone_number', 'first', 'second'], ...people], dialect)
      // The delimiter is given, because the content can make another one look more likely.
      const { recipients } = read(file, { delimiter: dialect.delimiter })
      const wanted = people.map(([number, ...cells]) => [
        number,
        ...cells.map((cell) => unguardCell(unwrapFormula(cell))),
      ])
      const found = recipients.map(({ phone_number, values }) => [phone_number, values.first_name, values.second])
      return isDeepStrictEqual(found, wanted)
    })
    expect(fc.check(same, propertyTestParameters(500))).toMatchObject({ counterexample: null })
  })

  it('are read with the right delimiter if cells contain no other', { tags: ['soak'] }, () => {
    const word = fc.stringMatching(/^[A-Za-z é]{0,8}$/).filter(saysNothingOfCalls)
    const plain = fc.uniqueArray(fc.tuple(number, word, word), {
      minLength: 1,
      maxLength: 8,
      selector: ([number]) => number,
    })
    const same = fc.property(plain, dialect, (people, dialect) => {
      const file = read(write([['phone_number', 'a', 'b'], ...people], dialect))
      return file.delimiter === dialect.delimiter && file.counts.valid === people.length
    })
    expect(fc.check(same, propertyTestParameters(500))).toMatchObject({ counterexample: null })
  })
})

describe('the file that is sent', () => {
  it('is accepted by the service with the same numbers and values', { tags: ['soak'] }, () => {
    const same = fc.property(people, dialect, (people, dialect) => {
      const file = read(
        write([['Mobile', 'Vorname', 'x'], ...people], dialect),
        { delimiter: dialect.delimiter },
        { names: { Mobile: 'phone_number' } },
      )
      const sent = read(writeRecipients(file), { strict: true })
      const content = ({ recipients }: typeof file) =>
        recipients.map(({ phone_number, values }) => ({ phone_number, values }))
      return sent.counts.valid === people.length && isDeepStrictEqual(content(sent), content(file))
    })
    expect(fc.check(same, propertyTestParameters(500))).toMatchObject({ counterexample: null })
  })

  it('has the number first, in E.164, and leaves formulas as they are', () => {
    const file = read('name;Phone\n=1+1;+1 (415) 555-0134\n"Lee; ""Bob""";+14155550135\n;none\n')
    expect(writeRecipients(file)).toBe('phone_number,name\n+14155550134,=1+1\n+14155550135,"Lee; ""Bob"""\n')
  })
})

describe('the rows left out', () => {
  const leftOver = (file: ReturnType<typeof read>) =>
    writeForSpreadsheet(
      file.columns,
      file.rows.filter((_, at) => file.verdicts[at] !== 'valid').map(({ cells }) => cells.map(unguardCell)),
    )

  it('contain no formula that a spreadsheet would run, and plain numbers keep their +', () => {
    const csv = 'phone_number,note\n+14155550134,a\n+14155550134,=1+1\n,@x\n-5,\tx\n+1 415,+1 415\n'
    expect(leftOver(read(csv))).toBe(
      "\ufeffphone_number,note\n+14155550134,'=1+1\n,'@x\n'-5,\"'\tx\"\n'+1 415,'+1 415\n",
    )
  })

  it('can be imported again after repair, with every cell as it was', () => {
    const file = read("phone_number,=note\n+14155550134,a\n4155550135,\"=x, 'y'\"\n4155550136,'=already\n")
    const again = read(leftOver(file).replaceAll('415555', '+1415555'))
    expect(again.columns).toEqual(file.columns)
    expect(again.recipients.map(({ values }) => Object.values(values))).toEqual([["=x, 'y'"], ['=already']])
  })

  it('restore any cell', () => {
    const same = fc.property(text, (cell) => unguardCell(guardCell(cell)) === cell)
    expect(fc.check(same, { numRuns: 1_000 })).toMatchObject({ counterexample: null })
    const harmless = fc.property(text, (cell) => !/^[=+\-@\t\r\n]/.test(guardCell(cell)))
    expect(fc.check(harmless, { numRuns: 1_000 })).toMatchObject({ counterexample: null })
  })
})

describe('the recipients as one text', () => {
  it('are the same in any order and with duplicates', () => {
    expect(fingerprintInput(['+2', '+1', '+2'])).toBe(fingerprintInput(new Set(['+1', '+2'])))
    expect(fingerprintInput(['+1', '+2'])).toBe('+1\n+2')
    expect(fingerprintInput(['+1', '+2'])).not.toBe(fingerprintInput(['+1']))
  })
})

describe('an excerpt of a written file', () => {
  const written = (count: number) =>
    writeRecipients({
      names: ['phone_number', 'note'],
      recipients: Array.from({ length: count }, (_, index) => ({
        phone_number: `+1907555${1000 + index}`,
        values: { note: [`"${index}"`, `a\n${index}\n`, '', '"\n"', `${index}`][index % 5] ?? '' },
      })),
    })

  it.each([1, 2, 4, 5, 20, 1_000])('has the first and last two of %i rows', (count) => {
    const { recipients } = read(written(count), { strict: true })
    const excerpt = read(writeExcerpt(written(count), 2), { strict: true }).recipients
    const wanted = count <= 4 ? recipients : [...recipients.slice(0, 2), ...recipients.slice(-2)]
    expect(excerpt.map(({ phone_number, values }) => [phone_number, values])).toEqual(
      wanted.map(({ phone_number, values }) => [phone_number, values]),
    )
  })
})
