import { describe, expect, it } from 'vitest'
import {
  type Part,
  relationsOf,
  type TestCell,
  type TestWorkbook,
  workbookOf,
  zipOf,
} from '#tools/testing/workbooks.ts'
import { type Choices, readTable } from '../read.ts'
import { readWorkbookTable } from './table.ts'
import { zipLimits } from './zip.ts'

const read = (bytes: Uint8Array, choices: Choices = {}) => readWorkbookTable(bytes, choices, () => {})
async function tableIn(bytes: Uint8Array, choices: Choices = {}) {
  const outcome = await read(bytes, choices)
  if (!outcome.ok) throw new Error(outcome.refusal.message)
  return outcome.table
}
const people = (cells: readonly TestCell[] = [491512345678]) => [
  ['Phone', 'Name'],
  ...cells.map((cell) => [cell, 'Ann']),
]
const simple = (more: Partial<TestWorkbook> = {}) =>
  workbookOf({ sheets: [{ name: 'People', rows: people() }], ...more })
const replaceIn = (name: string, from: string | RegExp, to: string) => (parts: Part[]) =>
  parts.map((part) => (part.name === name ? { ...part, content: String(part.content).replace(from, to) } : part))

describe('a cell of a workbook', () => {
  it.for([
    ['a formula', '<c r="{r}" t="str"><f>A1&amp;B1</f><v>Lee &amp; Ann</v></c>', 'Lee & Ann'],
    ['a formula without a value', '<c r="{r}"><f>A1</f></c>', ''],
    ['a formula with a number', '<c r="{r}"><f>1+1</f><v>2</v></c>', '2'],
    ['a link to another workbook', '<c r="{r}" t="str"><f>[1]Sheet!A1</f><v>stored</v></c>', 'stored'],
    ['an error', '<c r="{r}" t="e"><v>#N/A</v></c>', '#N/A'],
    ['yes', '<c r="{r}" t="b"><v>1</v></c>', 'TRUE'],
    ['no', '<c r="{r}" t="b"><v>0</v></c>', 'FALSE'],
    ['an ISO date', '<c r="{r}" t="d"><v>2026-01-05T00:00:00</v></c>', '2026-01-05'],
    ['a time', '<c r="{r}" t="d"><v>2026-01-05T10:30:00</v></c>', '2026-01-05 10:30:00'],
    [
      'rich text',
      '<c r="{r}" t="inlineStr"><is><r><t>Ann</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Lee</t></r></is></c>',
      'Ann Lee',
    ],
    [
      'text with its reading',
      '<c r="{r}" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      '東京',
    ],
    ['an escaped character', '<c r="{r}" t="inlineStr"><is><t>a_x000D_\nb_x005F_c</t></is></c>', 'a\nb_c'],
    ['characters beyond U+FFFF', '<c r="{r}" t="inlineStr"><is><t>&#128512;&#x1F600;</t></is></c>', '😀😀'],
    ['CDATA', '<c r="{r}" t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
    ['a style that does not exist', '<c r="{r}" s="99"><v>7</v></c>', '7'],
    ['an empty shared text', '<c r="{r}" t="s"><v></v></c>', ''],
    ['spaces', '<c r="{r}" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
    ['a prefix', '<x:c r="{r}" t="str"><x:v>a</x:v></x:c>', 'a'],
    ['no place', '<c t="str"><v>a</v></c>', 'a'],
  ] as const)('can be %s', async ([, xml, text]) => {
    const rows: TestCell[][] = [
      ['phone_number', 'x', 'y'],
      ['+14155550134', { xml }, 'end'],
    ]
    const table = await tableIn(workbookOf({ sheets: [{ name: 'S', rows }] }))
    expect(table.rows[0]).toEqual(['+14155550134', text, 'end'])
  })
})

describe('a workbook', () => {
  it('has the same rows as its sheet in CSV', async () => {
    const rows = [
      ['Customers of November'],
      [],
      ['Vorname', 'Telefon', 'Notiz', ''],
      ['Ann', '+44 7700 900101', 'gold', ''],
      [],
      ['Bob, Jr.', '07700 900102', 'says "hi"', 'x'],
      ['=1+1', '', ' spaces ', ''],
      ['Zoë\nLee', '+447700900104'],
    ]
    const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const csv = rows.map((cells) => Array.from({ length: 4 }, (_, at) => cell(cells[at] ?? '')).join(',')).join('\n')
    const asCsv = readTable(new TextEncoder().encode(csv))
    for (const hasInlineTexts of [false, true]) {
      const table = await tableIn(workbookOf({ sheets: [{ name: 'S', rows }], hasInlineTexts }))
      const { workbook, ...others } = table
      expect({ ok: true, table: others }).toEqual(asCsv)
      expect(workbook).toMatchObject({ sheet: 'S', hiddenColumns: [] })
    }
  })

  it.for([
    [
      'absolute names of parts',
      replaceIn('xl/_rels/workbook.xml.rels', 'Target="worksheets', 'Target="/xl/worksheets'),
    ],
    [
      'a workbook in another folder',
      (parts: Part[]) =>
        parts.map((part) => ({
          ...part,
          name: part.name.replace(/^xl\//, 'data/'),
          content: String(part.content).replace('"xl/', '"data/'),
        })),
    ],
    ['backslashes', (parts: Part[]) => parts.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))],
    [
      'no styles and no shared texts',
      (parts: Part[]) => parts.filter(({ name }) => !/styles|sharedStrings/.test(name)),
    ],
    ['stored parts', (parts: Part[]) => parts.map((part) => ({ ...part, isStored: true }))],
    [
      'a wrong dimension',
      replaceIn('xl/worksheets/sheet1.xml', '<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
    ],
    [
      'a macro and a link, which are not read',
      (parts: Part[]) => [
        ...parts,
        { name: 'xl/vbaProject.bin', content: 'x' },
        { name: 'xl/externalLinks/externalLink1.xml', content: 'x' },
      ],
    ],
    [
      'relations in a circle',
      (parts: Part[]) => [
        ...parts,
        {
          name: 'xl/worksheets/_rels/sheet1.xml.rels',
          content: relationsOf([
            ['rId1', 'worksheet', 'sheet1.xml'],
            ['rId2', 'officeDocument', '../workbook.xml'],
          ]),
        },
      ],
    ],
    ['styled cells to the last column', replaceIn('xl/worksheets/sheet1.xml', '</row>', '<c r="XFD1" s="0"/></row>')],
    [
      'formatted rows to the last one',
      replaceIn(
        'xl/worksheets/sheet1.xml',
        '</sheetData>',
        '<row r="1048576" s="1" customFormat="1"><c r="A1048576" s="0"/></row></sheetData>',
      ),
    ],
    [
      'UTF-16',
      (parts: Part[]) =>
        parts.map((part) =>
          part.name === 'xl/worksheets/sheet1.xml'
            ? { ...part, content: Buffer.from(`\ufeff${String(part.content).replace('UTF-8', 'UTF-16')}`, 'utf16le') }
            : part,
        ),
    ],
  ] as const)('may have %s', async ([, change]) => {
    const bytes = workbookOf({ sheets: [{ name: 'S', rows: people() }], hasInlineTexts: true, change })
    expect((await tableIn(bytes)).rows).toEqual([['491512345678', 'Ann']])
  })

  it('has rows with the numbers of the program', async () => {
    const rows = [[], ['Phone'], [], [491512345678], [], [], [491512345679]]
    const { headerRow, rows: found } = await tableIn(workbookOf({ sheets: [{ name: 'S', rows }] }))
    expect([headerRow, found.map(([cell]) => cell)]).toEqual([2, ['', '491512345678', '', '', '491512345679']])
  })

  it('offers its sheets, the one with phone numbers first', async () => {
    const bytes = workbookOf({
      sheets: [
        { name: 'Notes', rows: [['How to use'], ['Revenue', 12_345_678]] },
        { name: 'Old', rows: people([491512345670]), state: 'hidden' },
        { name: 'Empty', rows: [] },
        { name: 'People & more', rows: people() },
        { name: 'Others', rows: people([441632960961]) },
      ],
    })
    const table = await tableIn(bytes)
    expect(table.workbook?.sheet).toBe('People & more')
    expect(table.workbook?.sheets.map(({ name }) => name)).toEqual(['Notes', 'Old', 'Empty', 'People & more', 'Others'])
    expect(table.workbook?.sheets.filter(({ isHidden }) => isHidden)).toEqual([{ name: 'Old', isHidden: true }])
    expect((await tableIn(bytes, { sheet: 'Others' })).rows[0]?.[0]).toBe('441632960961')
    expect((await tableIn(bytes, { sheet: 'Old' })).rows[0]?.[0]).toBe('491512345670')
    // The sheet was deleted after a person chose it.
    expect((await tableIn(bytes, { sheet: 'Gone' })).workbook?.sheet).toBe('People & more')
    expect(await read(bytes, { sheet: 'Empty' })).toMatchObject({
      refusal: { code: 'no_rows', sheets: { chosen: 'Empty', names: { length: 5 } } },
    })
  })

  it('names hidden rows and columns', async () => {
    const rows = [
      ['Phone', 'Name', 'Notes'],
      [491512345678, 'Ann', 'x'],
      [491512345679, 'Bob', 'y'],
      [491512345670, 'Cid', 'z'],
    ]
    const cols = '<cols><col min="1" max="2" width="9"/><col min="3" max="9" hidden="1"/></cols>'
    const table = await tableIn(workbookOf({ sheets: [{ name: 'S', rows, hiddenRows: [3], before: cols }] }))
    expect(table.workbook?.hiddenColumns).toEqual(['Notes'])
    expect([...(table.workbook?.hiddenRows ?? [])]).toEqual([3])
  })

  it('has the names of a header of two rows', async () => {
    const rows = [
      ['Name', 'Contact', null, 'City'],
      [null, 'Phone', 'E-mail', null],
      ['Ann', '+14155550134', 'a@example.com', 'Rome'],
    ]
    const merges = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells>'
    const table = await tableIn(workbookOf({ sheets: [{ name: 'S', rows, after: merges }] }), { headerRow: 2 })
    expect(table.columns).toEqual(['Name', 'Phone', 'E-mail', 'City'])
  })

  it('does not fill merged cells below the header', async () => {
    const rows = [
      ['Phone', 'Family'],
      [491512345678, 'Lee'],
      [491512345679, null],
    ]
    const merges = '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>'
    const table = await tableIn(workbookOf({ sheets: [{ name: 'S', rows, after: merges }] }))
    expect(table.rows[1]).toEqual(['491512345679', ''])
  })
})

const compoundFile = (name: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(504),
    Buffer.from(name, 'utf16le'),
  ])
const sheetXml = 'xl/worksheets/sheet1.xml'
const bomb = '<a/>'.repeat(2_000_000)
const cut = (bytes: Uint8Array, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const damagedIn = (bytes: Uint8Array) => {
  const copy = Uint8Array.from(bytes)
  const at = Buffer.from(bytes).indexOf(sheetXml) + sheetXml.length + 40
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}

describe('what is no readable workbook', () => {
  it.for<[what: string, bytes: () => Uint8Array, message: RegExp]>([
    ['an old workbook', () => compoundFile('Workbook'), /old Excel workbook \(\.xls\).*Save As › Excel Workbook/],
    ['an encrypted workbook', () => compoundFile('EncryptedPackage'), /encrypted with a password.*delete the password/],
    [
      'an encrypted zip',
      () => simple({ change: (parts) => parts.map((part) => ({ ...part, wrong: { flags: 1 } })) }),
      /encrypted/,
    ],
    ['a binary workbook', () => zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), /\.xlsb/],
    [
      'OpenDocument',
      () =>
        zipOf([
          { name: 'mimetype', content: 'x' },
          { name: 'content.xml', content: 'x' },
        ]),
      /\.ods.*LibreOffice Calc/,
    ],
    [
      'Numbers',
      () => zipOf([{ name: 'Index/Document.iwa', content: 'x' }]),
      /In Numbers, choose File › Export To › Excel/,
    ],
    ['Word', () => zipOf([{ name: 'word/document.xml', content: 'x' }]), /a Word document, not a workbook/],
    ['a presentation', () => zipOf([{ name: 'ppt/presentation.xml', content: 'x' }]), /a presentation, not a workbook/],
    [
      'another archive',
      () => zipOf([{ name: 'people.csv', content: 'x' }]),
      /a zip archive, not a workbook.*Unpack it first/,
    ],
    ['an empty archive', () => zipOf([]), /a zip archive, not a workbook/],
    ['a cut workbook', () => cut(simple(), 0.9), /incomplete: its end is missing/],
    ['half of a workbook', () => cut(simple(), 0.5), /incomplete: its end is missing/],
    ['its beginning only', () => cut(simple(), 0.01), /incomplete: its end is missing/],
    ['a damaged sheet', () => damagedIn(simple()), /is damaged.*save it again/],
    [
      'a wrong checksum',
      () => simple({ change: (parts) => parts.map((part) => ({ ...part, wrong: { checksum: 1 } })) }),
      /is damaged/,
    ],
    [
      'an unknown way of packing',
      () => simple({ change: (parts) => parts.map((part) => ({ ...part, wrong: { method: 12 } })) }),
      /is damaged/,
    ],
    [
      'two parts of one name',
      () => simple({ change: (parts) => [...parts, { name: sheetXml, content: 'x' }] }),
      /is damaged/,
    ],
    [
      'no relations',
      () => simple({ change: (parts) => parts.filter(({ name }) => name !== 'xl/_rels/workbook.xml.rels') }),
      /is damaged/,
    ],
    [
      'a workbook that is somewhere else',
      () =>
        simple({
          change: replaceIn(
            '_rels/.rels',
            'Target="xl/workbook.xml"',
            'Target="https://example.com/workbook.xml" TargetMode="External"',
          ),
        }),
      /is damaged/,
    ],
    ['a sheet that is no XML', () => simple({ change: replaceIn(sheetXml, '</sheetData>', '') }), /is damaged/],
    [
      'a document type',
      () => simple({ change: replaceIn(sheetXml, '<worksheet', '<!DOCTYPE a [<!ENTITY b "c">]><worksheet') }),
      /is damaged/,
    ],
    [
      'a shared text that does not exist',
      () => simple({ change: replaceIn(sheetXml, '<v>1</v>', '<v>99</v>') }),
      /is damaged/,
    ],
    ['a row twice', () => simple({ change: replaceIn(sheetXml, 'row r="2"', 'row r="1"') }), /is damaged/],
    ['a cell twice', () => simple({ change: replaceIn(sheetXml, 'r="B2"', 'r="A2"') }), /is damaged/],
    [
      'a row after the last one',
      () => simple({ change: replaceIn(sheetXml, 'row r="2"', 'row r="99999999999"') }),
      /is damaged/,
    ],
    ['a million columns', () => simple({ change: replaceIn(sheetXml, 'r="B2"', 'r="ZZZZZZ2"') }), /is damaged/],
    ['no sheet', () => workbookOf({ sheets: [] }), /no sheet with rows/],
    ['empty sheets', () => workbookOf({ sheets: [{ name: 'S', rows: [] }] }), /no sheet with rows/],
    [
      'a bomb',
      () => simple({ change: replaceIn(sheetXml, '<sheetData>', `${bomb}<sheetData>`) }),
      /unpacks to more data/,
    ],
    [
      'a bomb with a wrong directory',
      () =>
        simple({
          change: (parts) =>
            parts.map((part) =>
              part.name === sheetXml ? { ...part, content: `<a>${bomb}</a>`, wrong: { unpacked: 1000 } } : part,
            ),
        }),
      /unpacks to more data/,
    ],
    [
      'more data than can be read',
      () =>
        simple({
          change: (parts) =>
            parts.map((part) => ({ ...part, isStored: true, wrong: { unpacked: zipLimits.unpackedBytes } })),
        }),
      /unpacks to more data/,
    ],
    [
      'too many parts',
      () =>
        simple({
          change: (parts) => [
            ...parts,
            ...Array.from({ length: zipLimits.entries }, (_, at) => ({ name: `a${at}`, content: '', isStored: true })),
          ],
        }),
      /unpacks to more data/,
    ],
    [
      'one endless text',
      () =>
        simple({
          change: replaceIn(
            sheetXml,
            '<sheetData>',
            `<f>${Array.from({ length: 800_000 }, (_, at) => at).join('')}</f><sheetData>`,
          ),
        }),
      /is damaged/,
    ],
    [
      'too many columns',
      () =>
        workbookOf({ sheets: [{ name: 'S', rows: [Array.from({ length: 1001 }, (_, at) => `c${at}`), ...people()] }] }),
      /1,001 columns/,
    ],
    [
      'too long a cell',
      () => workbookOf({ sheets: [{ name: 'S', rows: [...people(), ['x'.repeat(40_000)]] }] }),
      /40,000 characters/,
    ],
    [
      'the same header twice',
      () =>
        workbookOf({
          sheets: [
            {
              name: 'S',
              rows: [
                ['Phone', 'phone'],
                [1, 2],
              ],
            },
          ],
        }),
      /Two columns are named/,
    ],
  ])('is refused with its sentence: %s', async ([, bytes, message]) => {
    const outcome = await read(bytes())
    expect(outcome.ok ? '' : outcome.refusal.message).toMatch(message)
  })

  it('has too many rows or too much text', async () => {
    const bytes = simple({ sheets: [{ name: 'S', rows: people([1, 2, 3, 4]) }] })
    const refusalOf = async (limits: Choices['limits']) => {
      const outcome = await read(bytes, { limits })
      return outcome.ok ? '' : outcome.refusal.message
    }
    expect(await refusalOf({ bytes: 1000, rows: 3 })).toMatch(/4 rows. The limit is 3/)
    expect(await refusalOf({ bytes: 20, rows: 10 })).toMatch(/more than 0.1 MB of text/)
  })
})
