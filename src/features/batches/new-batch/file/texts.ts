/** Texts about the format of a file and the columns that are sent. */
import type { Delimiter, Encoding } from '#recipients/read.ts'
import { plural } from '#ui/text/format-number.ts'

// FileFormat
export const formatSection = 'File format'
export const rowCount = (rows: number) => plural(rows, 'row', 'rows')
export const encodingLabel = 'Encoding'
export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Windows-1252, Western Europe',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250, Central Europe',
  'windows-1251': 'Windows-1251, Cyrillic',
  'windows-1254': 'Windows-1254, Turkish',
  'windows-1253': 'Windows-1253, Greek',
  'windows-1255': 'Windows-1255, Hebrew',
  'windows-1256': 'Windows-1256, Arabic',
  'windows-1257': 'Windows-1257, Baltic',
  'windows-1258': 'Windows-1258, Vietnamese',
  'windows-874': 'Windows-874, Thai',
  shift_jis: 'Shift-JIS, Japanese',
  gb18030: 'GB18030, Chinese',
  big5: 'Big5, Chinese',
  'euc-kr': 'EUC-KR, Korean',
  'euc-jp': 'EUC-JP, Japanese',
  cp850: 'CP850, DOS in Western Europe',
  cp437: 'CP437, DOS in North America',
  cp852: 'CP852, DOS in Central Europe',
  ibm866: 'CP866, DOS in Cyrillic',
  'koi8-r': 'KOI8-R, Cyrillic',
  'iso-8859-2': 'ISO-8859-2, Central Europe',
  'iso-8859-7': 'ISO-8859-7, Greek',
}
/** The encoding's name without its region. */
export const encodingName = (encoding: Encoding) => encodingNames[encoding].replace(/,.*/, '')
export const delimiterLabel = 'Delimiter'
export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Vertical bar |',
}
export const headerLabel = 'Header row'
export const headerRow = (row: number) => `Row ${row}`
export const noHeaderRow = 'No header row'
export const detectAutomatically = 'Detect automatically'
export const phoneColumnLabel = 'Phone numbers'
export const phoneColumnPlaceholder = 'Choose a column'
export const possiblePhoneColumn = 'Possible match'
/** @param rows how many rows are above the header */
export const rowsAboveHeader = (rows: number) =>
  rows === 1 ? 'Row 1 is above the header and is ignored.' : `Rows 1 to ${rows} are above the header and are ignored.`
/** @param others columns that could also contain the phone numbers */
export const sameNumbers = (phoneColumn: string, others: readonly string[]) =>
  `No row has another number in ${others.map((name) => `“${name}”`).join(' or ')}, so “${phoneColumn}” is called.`
export const quotedLines = 'Each line was in quotation marks as a whole, and was read without them.'
export const readInEncoding = (cells: number, encoding: Encoding) =>
  `${plural(cells, 'cell was', 'cells were')} read as ${encodingName(encoding)}.`
export const nameShort = 'Each row has one cell more than the header has names.'
export const change = 'Change'
/** Only for screen readers, after "Change". */
export const changeEncoding = ' the encoding'
export const changeFirstColumn = ' whether the first column has a name'

// ColumnsSent
export const columnsSection = 'Columns sent to the agent'
export const columnCount = (columns: number) => plural(columns, 'column', 'columns')
export const firstName = 'First name'
export const lastName = 'Last name'
export const email = 'E-mail'
export const notSent = 'Not sent'
export const columnsNotSent = (columns: readonly string[]) => `Not sent: ${columns.join(', ')}.`
/** @param isAsked nobody has said yet whether it does */
export const optOutColumn = (column: string, isAsked: boolean) =>
  `${column} (${isAsked ? 'may mark' : 'marks'} people who must not be called)`
