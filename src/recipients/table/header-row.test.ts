import { describe, expect, it } from 'vitest'
import { readRecipients } from '../read.ts'
import { findHeader } from './header-row.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const refusalOf = (text: string) => {
  const result = readRecipients(bytes(text))
  return result.ok ? null : result.refusal.code
}
const withoutHeader = (text: string) => {
  const result = readRecipients(bytes(text), { headerRow: 0 })
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}

describe('a file whose first row is a person', () => {
  it.each([
    '0151 23456789;Max\n0152 34567890;Eva\n',
    'Max;0151/23456789\nEva;0152/34567890\n',
    '06 12 34 56 78,Lea\n06 23 45 67 89,Zoé\n',
    '(011) 4567-8901,Ana\n(011) 4567-8902,Luis\n',
    '02079460958,Al\n02079460959,Bo\n',
    '8 (916) 123-45-67;Иван\n8 (916) 123-45-68;Пётр\n',
    '090-1234-5678,花子\n090-1234-5679,太郎\n',
    '5551234,Ann\n5551235,Bob\n',
    '+49 151 234,Max\n+49 151 23456789,Eva\n',
    '4.91512E+11,Max\n4.91523E+11,Eva\n',
    '٠٥٠ ١٢٣ ٤٥٦٧,علي\n٠٥٠ ١٢٣ ٤٥٦٨,عمر\n',
    '22 33 44 55\n22 33 44 56\n',
  ])('is not read as a header: %j', (text) => {
    expect(refusalOf(text)).toBe('no_header')
  })

  it('keeps that person above a title-like row', () => {
    expect(
      findHeader([
        ['0151 23456789', ''],
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ]),
    ).toBe(0)
  })

  it.each([
    ['0151 23456789;Max\n0152 34567890;Eva\n0160 1234567;Ina\n', 'column_1'],
    ['Max;1001;0151 23456789\nEva;1002;0152 34567890\n', 'column_3'],
    // Dates, postcodes and amounts are not telephones, and numbers with a 0 or groups are likelier than customer numbers.
    ['2026-11-20,10115,0151 23456789\n2026-11-21,10117,0152 34567890\n', 'column_3'],
    ['20261120,0151 23456789\n20261121,0152 34567890\n', 'column_2'],
    ['20.11.2026,100.50,02079460958\n21.11.2026,1200000.50,02079460959\n', 'column_3'],
    ['10000231,02079460958\n10000232,02079460959\n', 'column_2'],
  ])('has its phone column found once a person says that there is no header: %j', (text, column) => {
    const file = withoutHeader(text)
    expect(file.phoneColumn).toBe(column)
    expect(file.counts).toMatchObject({ read: text.trim().split('\n').length, valid: 0 })
  })
})

describe('a header', () => {
  it.each([
    'phone_number,2026-11-20,2026-11-21\n+14155550134,1,2\n',
    'phone,20261120,21.11.2026\n+14155550134,1,2\n',
    'Exported,20261120093000,\nphone,a,b\n+14155550134,1,2\n',
    'phone,2025/2026,Q1 2026\n+14155550134,1,2\n',
  ])('may name days and years: %j', (text) => {
    expect(refusalOf(text)).toBeNull()
  })
})

describe('of two header rows', () => {
  const headerOf = (text: string) => {
    const result = readRecipients(bytes(text))
    if (!result.ok) throw new Error(result.refusal.message)
    return [result.file.headerRow, ...result.file.columns]
  }

  it.each([
    ['Person,,Contact,,Address\nFirst,Last,Phone,Email,City\nAnn,Lee,+14155550134,a@example.com,Rome\n', [2, 'First']],
    ['Person;;Kontakt\nVorname;Nachname;Telefon;Ort\nMax;Lee;0151 23456789;Bonn\n', [2, 'Vorname']],
    ['Report of November\n\nPerson,,Contact,\nFirst,Last,Phone,Email\nAnn,Lee,+14155550134,a@b.c\n', [4, 'First']],
    ['Report,,,\nAll,,,\nPerson,,Contact,\nFirst,Last,Phone,Email\nAnn,Lee,+14155550134,a@b.c\n', [4, 'First']],
    ['Name,,Phone,\nFirst,Last,Mobile,Office\nAnn,Lee,+14155550134,\nBob,Ray,,+14155550135\n', [2, 'First']],
    ['Person,Person,Contact,Contact\nFirst,Last,Phone,Email\nAnn,Lee,+14155550134,a@b.c\n', [2, 'First']],
    ['個人,,連絡先,\n姓,名,携帯,住所\n山田,花子,090-1234-5678,東京\n', [2, '姓']],
    ['A,,B,,\nPerson,,Contact,,Address\nFirst,Last,Phone,Email,City\nAnn,Lee,+14155550134,a@b.c,Rome\n', [3, 'First']],
  ])('the lower one without gaps is the header: %j', (text, [row, name]) => {
    const [headerRow, first] = headerOf(text)
    expect([headerRow, first]).toEqual([row, name])
  })

  it.each([
    // The first person has a number that nobody can read, or none.
    'phone_number,,note\nnobody,x,y\n+14155550134,a,b\n',
    'First,Phone,,City\nAnn,unknown,x,Rome\nBob,+14155550134,x,Bonn\n',
    'First,Phone,,City\nAnn,+14155550134,x,Rome\n',
    'First,Last,Phone\nAnn,Lee,+14155550134\n',
    'First,Phone,\n,,\nAnn,+14155550134,x\n',
  ])('the lower one is none if it may be a person: %j', (text) => {
    expect(headerOf(text)[0]).toBe(1)
  })
})

describe('a header that is one name short', () => {
  const read = (text: string, unnamedFirst?: boolean) => {
    const result = readRecipients(bytes(text), { unnamedFirst })
    if (!result.ok) throw new Error(result.refusal.message)
    const { notes, recipients, counts } = result.file
    const called = recipients.map(({ phone_number, values }) => [phone_number, ...Object.values(values)])
    return { notes: notes.map(({ note }) => note), called, invalid: counts.invalid }
  }

  it.each([
    '"phone_number","first_name"\n"1","+14155550134","Ann"\n"2","+14155550135","Bob"\n',
    'phone_number;first_name\nr1;+14155550134;Ann\n\nr2;+14155550135;Bob\n',
    'phone_number\tfirst_name\n0\t+14155550134\tAnn\n1\t+14155550135\tBob\n',
  ])('calls nobody until a person says that the first column has no name: %j', (text) => {
    expect(read(text)).toEqual({ notes: ['nameShort'], called: [], invalid: 2 })
    const [one, two] = text.includes('r1') ? ['r1', 'r2'] : text.includes('"2"') ? ['1', '2'] : ['0', '1']
    expect(read(text, true)).toEqual({
      notes: ['unnamedFirst'],
      called: [
        ['+14155550134', one, 'Ann'],
        ['+14155550135', two, 'Bob'],
      ],
      invalid: 0,
    })
  })

  it.each([
    // A comma without quotation marks, and empty cells at the end
    'phone_number,first_name\n+14155550134,Lee, Ann\n+14155550135,Ray, Bob\n',
    'first_name,phone_number\nAnn,+14155550134,\nBob,+14155550135,\n',
    'first_name,phone_number\nAnn,+14155550134,x\nBob,+14155550135\n',
  ])('is no other: %j', (text) => {
    expect(read(text).notes).toEqual([])
  })
})

describe('national numbers under a name that is not known', () => {
  it.each(['GSM', '휴대폰', 'נייד', 'Κινητό', 'Số điện thoại', 'رقم الجوال'])('are found under %s', (name) => {
    const result = readRecipients(bytes(`Ref,${name},Date\n1,0532 123 45 67,2026-11-20\n2,0532 123 45 68,2026-11-21\n`))
    expect(result).toMatchObject({ ok: true, file: { phoneColumn: name } })
  })

  it('are not looked for in columns that number something else', () => {
    const names = ['Order ID', 'Kundennummer', 'IBAN', 'Invoice no', 'order']
    for (const name of names) {
      const result = readRecipients(bytes(`Who,${name}\nAnn,10000231\nBob,10000232\n`))
      expect(result).toMatchObject({ ok: true, file: { phoneColumn: null, candidates: [] } })
    }
  })
})
