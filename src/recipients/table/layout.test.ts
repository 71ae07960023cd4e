import { describe, expect, it } from 'vitest'
import { readRecipients } from '../read.ts'

const [ann, bob] = ['+14155550134', '+14155550135']
const called = [
  [ann, 'Ann'],
  [bob, 'Bob'],
]

/** Number and values of each person to be called, and the notes. */
function read(text: string) {
  const result = readRecipients(new TextEncoder().encode(text))
  if (!result.ok) throw new Error(result.refusal.message)
  const { recipients, notes, columns } = result.file
  const cells = recipients.map(({ phone_number, values }) => [phone_number, ...Object.values(values)])
  return { called: cells, notes: notes.map(({ note }) => note), columns }
}

describe('a file with a pair of quotation marks around every line', () => {
  it.each<[text: string, expected?: string[][]]>([
    [`"phone_number,first_name"\n"${ann},Ann"\n"${bob},Bob"\n`],
    [`"phone_number;first_name"\n"${ann};Ann"\n\n"${bob};Bob"`],
    [`"phone_number\tfirst_name"\n"${ann}\tAnn"\n"${bob}\tBob"\n`],
    [`"""phone_number"",""first_name"""\n"""${ann}"",""Ann"""\n"""${bob}"",""Bob"""\n`],
    [`"phone_number,first_name",\n"${ann},Ann",\n"${bob},Bob",\n`],
    [`"phone_number,first_name";;\n"${ann},Ann";;\n"${bob},Bob";; \n`],
    [`"Customers"\n"phone_number,first_name"\n"${ann},Ann"\n"${bob},Bob"\n`],
    // A program with another delimiter only quotes the lines that have quotation marks.
    [
      `phone_number,first_name\n"${ann},""Lee, Ann"""\n${bob},Bob\n`,
      [
        [ann, 'Lee, Ann'],
        [bob, 'Bob'],
      ],
    ],
    [
      `"phone_number,note"\n"${ann},""two\nlines"""\n"${bob},x"\n`,
      [
        [ann, 'two\nlines'],
        [bob, 'x'],
      ],
    ],
  ])('is read without them: %j', (text, expected = called) => {
    expect(read(text)).toMatchObject({ called: expected, notes: ['quotedLines'] })
  })

  it.each([
    [`"phone_number"\n"${ann}"\n"${bob}"\n`, [[ann], [bob]]],
    [`"Customers, November"\nphone_number,first_name\n${ann},Ann\n${bob},Bob\n`, called],
    [`"phone_number","first_name"\n"${ann}","Ann"\n"${bob}","Bob"\n`, called],
  ])('is no other: %j', (text, expected) => {
    expect(read(text)).toMatchObject({ called: expected, notes: [] })
  })
})

describe('the delimiter', () => {
  it.each([
    [`Name, Vorname;Telefon\nLee, Ann;${ann}\nRay, Bob;${bob}\n`, ['Name, Vorname', 'Telefon']],
    [`Name, Vorname\tTelefon\nLee, Ann\t${ann}\nRay, Bob\t${bob}\n`, ['Name, Vorname', 'Telefon']],
    [`Telefon|Name, Vorname\n${ann}|Lee, Ann\n${bob}|Ray, Bob\n`, ['Telefon', 'Name, Vorname']],
    // Every row has one comma, and a title and a total no semicolon.
    [
      `Liste, November\nOrt, PLZ;Telefon\nRom, 1;0151 23456789\nBonn, 2;0152 34567890\nSumme, 2\n`,
      ['Ort, PLZ', 'Telefon'],
    ],
    [`Telefon;Betrag, netto\n${ann};1,50\n${bob};2,75\n`, ['Telefon', 'Betrag, netto']],
    [`Name;Stadt, Land;Telefon\nAnn;Rom, IT;${ann}\nBob;Bonn, DE;${bob}\n`, ['Name', 'Stadt, Land', 'Telefon']],
    [`phone_number,a;b\n${ann},1;2\n${bob},3;4\n`, ['phone_number', 'a;b']],
  ])('is the one that leaves numbers in cells of their own: %j', (text, columns) => {
    expect(read(text).columns).toEqual(columns)
  })
})

describe('white space before quotation marks', () => {
  it.each<[text: string, expected?: string[][]]>([
    [`"phone_number", "first_name"\n"${ann}", "Ann"\n"${bob}", "Bob"\n`],
    [`"phone_number",\t"first_name"\n"${ann}",\t"Ann"\n"${bob}",\t"Bob"\n`],
    [`"phone_number";\u00a0"first_name"\n"${ann}";\u00a0"Ann"\n"${bob}";\u00a0"Bob"\n`],
    [` "phone_number" , "first_name"\n "${ann}" , "Ann"\n "${bob}" , "Bob"\n`],
    [`"phone_number"\t "first_name"\n"${ann}"\t "Ann"\n"${bob}"\t "Bob"\n`],
    [
      `phone_number, "first_name"\n${ann}, "Lee, Ann"\n${bob}, "Bob ""B"""\n`,
      [
        [ann, 'Lee, Ann'],
        [bob, 'Bob "B"'],
      ],
    ],
    // Inside a cell, the same signs are text.
    [
      `"phone_number", "note"\n"${ann}", "a, ""b"", "\n"${bob}", "c\n, d"\n`,
      [
        [ann, 'a, "b", '],
        [bob, 'c\n, d'],
      ],
    ],
  ])('is dropped if most rows have it: %j', (text, expected = called) => {
    expect(read(text).called).toEqual(expected)
  })

  it('is part of the text if few rows have it', () => {
    const text = `phone_number,inches\n${ann}, "\n${bob},5"\n`
    expect(read(text).called).toEqual([
      [ann, ' "'],
      [bob, '5"'],
    ])
  })
})
