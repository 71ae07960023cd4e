/** Writes small workbooks for tests, as programs write them and as they do not. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content: string | Uint8Array
  /** Replaces fields of the archive's directory, which can be wrong. */
  wrong?: { unpacked?: number; checksum?: number; flags?: number; method?: number }
  isStored?: boolean
}

/** A zip archive of these parts. */
export function zipOf(parts: readonly Part[], comment = ''): Uint8Array<ArrayBuffer> {
  const records: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, wrong = {}, isStored = false } of parts) {
    const bytes = Buffer.from(content)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(wrong.flags ?? 0, 2)
    fields.writeUInt16LE(wrong.method ?? (isStored ? 0 : 8), 4)
    fields.writeUInt32LE(wrong.checksum ?? crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(wrong.unpacked ?? bytes.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    records.push(Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes, packed)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, entry, nameBytes)
    at += 30 + nameBytes.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Uint8Array(Buffer.concat([...records, ...directory, end, Buffer.from(comment)]))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** A number of a format, the XML of a cell (`{r}`: its place), a text, or an empty cell. */
export type TestCell = string | number | { number: string; style?: number } | { xml: string } | null

export interface TestSheet {
  name: string
  rows: readonly (readonly TestCell[])[]
  state?: 'hidden' | 'veryHidden'
  /** Row numbers. */
  hiddenRows?: readonly number[]
  /** XML before the rows, such as `<cols>`, and after them, such as `<mergeCells>`. */
  before?: string
  after?: string
}

export interface TestWorkbook {
  sheets: readonly TestSheet[]
  /** Codes of the number formats: the first is style 1. */
  formats?: readonly string[]
  is1904?: boolean
  /** Writes texts into the cells instead of a list that they share. */
  hasInlineTexts?: boolean
  /** Changes the parts before they are packed. */
  change?: (parts: Part[]) => Part[]
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`
export const relationsOf = (
  relations: readonly (readonly [id: string, type: string, target: string, more?: string])[],
) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
      .map(
        ([id, type, target, more = '']) =>
          `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${more}/>`,
      )
      .join('')}</Relationships>`,
  )

/** A workbook (.xlsx) with these sheets. */
export function workbookOf({
  sheets,
  formats = [],
  is1904 = false,
  hasInlineTexts = false,
  change = (parts) => parts,
}: TestWorkbook): Uint8Array<ArrayBuffer> {
  const texts: string[] = []
  const places = new Map<string, number>()
  const cellXml = (cell: TestCell, place: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'object' && 'xml' in cell) return cell.xml.replaceAll('{r}', place)
    if (typeof cell === 'object') return `<c r="${place}" s="${cell.style ?? 0}"><v>${cell.number}</v></c>`
    if (hasInlineTexts) return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    const at = places.get(cell) ?? places.size
    if (!places.has(cell)) texts.push(`<si><t xml:space="preserve">${escaped(cell)}</t></si>`)
    places.set(cell, at)
    return `<c r="${place}" t="s"><v>${at}</v></c>`
  }
  const sheetXml = ({ rows, hiddenRows = [], before = '', after = '' }: TestSheet): string =>
    xml(
      `<worksheet xmlns="${main}">${before}<sheetData>${rows
        .map((cells, row) => {
          const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : ''
          const inRow = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`)).join('')
          return inRow === '' ? '' : `<row r="${row + 1}"${hidden}>${inRow}</row>`
        })
        .join('')}</sheetData>${after}</worksheet>`,
    )
  const sheetParts = sheets.map((sheet, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheetXml(sheet) }))
  const sheetNames = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  const parts: Part[] = [
    { name: '[Content_Types].xml', content: xml('<Types/>') },
    { name: '_rels/.rels', content: relationsOf([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheetNames.join('')}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsOf([
        ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['rIdS', 'styles', 'styles.xml'],
        ['rIdT', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    },
    {
      name: 'xl/styles.xml',
      content: xml(
        `<styleSheet xmlns="${main}"><numFmts>${formats
          .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
          .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
          .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
          .join('')}</cellXfs></styleSheet>`,
      ),
    },
    ...sheetParts,
    { name: 'xl/sharedStrings.xml', content: xml(`<sst xmlns="${main}">${texts.join('')}</sst>`) },
  ]
  return zipOf(change(parts))
}
