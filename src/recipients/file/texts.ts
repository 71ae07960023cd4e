/** Texts about a file of recipients: why it cannot be used, and what is wrong with its rows. They are also sent by the embedded service. */
import type { NumberProblem } from '#phone/number.ts'
import { planDate } from '#phone/plans.ts'

const grouped = (count: number) => count.toLocaleString('en-US')
export const megabytes = (bytes: number) => `${Math.ceil((bytes / 1024 / 1024) * 10) / 10} MB`
const cellCount = (count: number) => (count === 1 ? '1 cell' : `${count} cells`)

// Every refusal of a file
export const refusedFile = (what: string, toDo: string) => `${what} Nothing was sent. ${toDo}`
export const splitFile = 'Split it into several files.'
export const exportAgain = 'Export it again and choose the new file.'
export const saveAsUtf8 = 'Save it as “CSV UTF-8” and choose it again.'

// read.ts
export const fileTooLarge = (bytes: number, limit: number) =>
  `This file is ${megabytes(bytes)}. The limit is ${megabytes(limit)}.`
export const orChooseEncoding = (message: string) =>
  `${message} Or choose the encoding below in which the cells look right.`
export const noRows = 'This file has a header but no rows.'
export const addRows = 'Add one row for each recipient and choose it again.'
export const numberInHeader = (row: number) => `Row ${row} contains a phone number instead of column names.`
export const addHeader = 'Add a header row, such as phone_number,first_name, or say that the file has no header row.'

// decode.ts
export const notCsv = (what: string) => `This is ${what}, not a CSV file.`
export const exportAsCsv = 'Export it as CSV first.'
export const openAndSave = 'Open it in a spreadsheet program and save it as “CSV UTF-8”.'
export const convertInExcel =
  'In Excel, choose Data, Get Data, From File, and save the sheet as “CSV UTF-8”. Or export it as CSV where it comes from.'
export const importContacts =
  'Import it into an address book, such as Google Contacts or Outlook, and export it there as CSV.'
export const exportTable = 'Export the table as CSV in the database program.'
export const unpackFirst = 'Unpack it first.'
export const fileKinds = {
  zip: 'a spreadsheet (.xlsx, .ods, .numbers) or a zip archive',
  emptyZip: 'an empty zip archive',
  oldExcel: 'an old Excel workbook',
  gzip: 'a gzip archive',
  sevenZip: 'a 7-Zip archive',
  rar: 'a RAR archive',
  bzip2: 'a bzip2 archive',
  zstandard: 'a Zstandard archive',
  pdf: 'a PDF',
  database: 'a database',
  image: 'an image',
  propertyList: 'a macOS property list',
  utf32: 'text in UTF-32',
  contactCard: 'a contact card (vCard)',
  calendar: 'a calendar',
  webPage: 'a web page, even if its name ends with .xls or .csv',
  webArchive: 'a web archive (MHTML), even if its name ends with .xls or .csv',
  excelXml: 'an Excel workbook in XML',
  xml: 'an XML file',
  json: 'a JSON file',
  richText: 'a rich text document (RTF)',
  sql: 'a database dump (SQL)',
  ldif: 'a directory export (LDIF)',
  yaml: 'a YAML file',
  sylk: 'a SYLK file',
} as const
export const nullBytes = (count: number, line: number) =>
  `This file is damaged. It contains ${count} null ${count === 1 ? 'byte' : 'bytes'}, the first in line ${line}, where text was lost.`
export const endsWithinCharacter = 'This file is incomplete. It ends in the middle of a character.'
export const notText = 'This file does not contain readable text.'
export const notInEncoding = (encoding: string) => `This file is not ${encoding.toUpperCase()}.`

// parse.ts
export const emptyFile = 'This file is empty.'
export const chooseFileWithRecipients = 'Choose a file with recipients.'
export const unknownDelimiter = (delimiter: string) =>
  `This file says that its delimiter is “${delimiter}”. Supported delimiters are comma, semicolon, tab and vertical bar.`
export const chooseDelimiter = 'Save it with one of these, or choose the delimiter below.'
export const tooManyRows = (rows: number, limit: number) =>
  `This file has ${grouped(rows)} rows. The limit is ${grouped(limit)}.`
export const tooManyColumns = (columns: number, limit: number) =>
  `This file has ${grouped(columns)} columns. The limit is ${grouped(limit)}.`
export const removeColumns = 'Remove those that the calls do not need and choose it again.'
export const cellTooLong = (row: number, column: number, characters: number, limit: number) =>
  `The cell in row ${row}, column ${column} has ${grouped(characters)} characters. The limit is ${grouped(limit)}. Perhaps a quotation mark is missing.`
export const openQuote = (row: number) =>
  `A quotation mark in row ${row} is not closed or not doubled, so the rows after it cannot be read.`
export const fixRow = 'Fix that row or export the file again, then choose it again.'
export const duplicateColumn = (name: string) => `Two columns are named “${name}”.`
export const renameColumn = 'Rename one of them and choose the file again.'

// problem.ts: the place of a problem
const cellPlace = (row: number, column: string) => `Row ${row}, column ${column}: `
const rowPlace = (row: number) => `Row ${row}: `
export const problemInCell = (row: number, column: string, sentence: string) => `${cellPlace(row, column)}${sentence}`
export const problemInRow = (row: number, sentence: string) => `${rowPlace(row)}${sentence}`
/** The sentence alone, for a page that shows the place already. */
export const withoutPlace = (message: string, row: number, column: string): string => {
  const place = [cellPlace(row, column), rowPlace(row)].find((start) => message.startsWith(start)) ?? ''
  return message.slice(place.length)
}

// problem.ts: numbers. Backticks enclose the cell's own text
const quotedCell = (value: string) => `\`${value}\``
const expected = (repair: string | undefined): string =>
  repair ? `Expected ${repair}.` : 'Start with + and the country code, such as +14155550134.'
/** What follows the quoted cell; for an empty cell, the whole sentence. */
const numberProblems: Readonly<Record<NumberProblem, (repair: string | undefined) => string>> = {
  empty: (repair) => `The phone number is missing.${repair ? ` Another column has ${repair}.` : ''}`,
  exponent: (repair) =>
    repair
      ? `was changed by a spreadsheet. ${expected(repair)}`
      : 'was shortened by a spreadsheet, and digits are lost. Format the column as text and export again.',
  decimal: (repair) => `was changed to a decimal number. ${expected(repair)}`,
  extension: (repair) => `has an extension, which a call cannot dial. ${expected(repair)}`,
  label: (repair) => `has something else than a phone number around it. ${expected(repair)}`,
  several: (repair) => `is more than one number. ${expected(repair)}`,
  letters: (repair) => `contains characters that a phone number cannot have. ${expected(repair)}`,
  missing_plus: (repair) => `has no country code. ${expected(repair)}`,
  too_short: () => 'is too short for its country.',
  too_long: () => 'is too long for its country.',
  trunk_zero: (repair) =>
    `has a prefix after the country code that is only dialled inside the country. ${expected(repair)}`,
  lost_zero: (repair) => `has lost the 0 that numbers there keep after the country code. ${expected(repair)}`,
  old_plan: (repair) =>
    `has a form that its country has replaced by a new numbering plan. ${repair ? expected(repair) : 'Ask for the new number.'}`,
  not_in_plan: () => 'is not a valid number in its country.',
  unknown_area_code: () =>
    `has an area code that the numbering plan of ${planDate} does not have. It may be new, or a typing mistake.`,
}
/** @param country name of the expected number's country, if it was assumed */
export const badNumber = (
  value: string,
  problem: NumberProblem,
  repair: string | undefined,
  country: string | undefined,
) => {
  const expectedNumber = repair && country ? `${repair} (${country})` : repair
  const sentence = numberProblems[problem](expectedNumber)
  return problem === 'empty' ? sentence : `${quotedCell(value)} ${sentence}`
}
export const sameTelephone = (value: string, row: number) =>
  `${quotedCell(value)} probably reaches the same telephone as the number in row ${row}: in Argentina, mobiles have a 9 after +54 that is often left out.`
export const sameNumber = (value: string, row: number) => `${quotedCell(value)} is the same number as in row ${row}.`

// problem.ts: rows and columns
export const raggedHints = {
  short_row: 'Cells at the end are missing, or a delimiter is missing.',
  long_row: 'A cell that contains a delimiter needs quotation marks around it.',
  extra_cell: 'The last cell is empty. Perhaps a cell that contains a delimiter has no quotation marks around it.',
} as const
export const raggedRow = (row: number, cells: number, columns: number, hint: string) =>
  `Row ${row} has ${cellCount(cells)}, but the header has ${columns}. ${hint}`
/** How the row reads without its extra cells. `isCut`: there are more columns than these. */
export const rowWithoutExtraCells = (
  message: string,
  cells: readonly (readonly [column: string, value: string])[],
  isCut: boolean,
) =>
  `${message} Without the empty cell, the row reads: ${cells
    .map(([column, value]) => `${column} ${quotedCell(value)}`)
    .join(', ')}${isCut ? ', …' : '.'}`
export const hugeCell = (limit: number) =>
  `The cell has more than ${grouped(limit)} characters. Perhaps a quotation mark is missing.`
export const choosePhoneColumn = (candidates: readonly string[]) =>
  candidates.length > 1
    ? `More than one column could contain the phone numbers: ${candidates.join(', ')}. Choose one.`
    : 'No column seems to contain phone numbers. Choose the phone number column.'
export const noPhoneNumberColumn =
  'The header has no column phone_number. Rename the column with the phone numbers to phone_number.'

// problem.ts: opt-outs
/** What follows the quoted cell or the other row. */
export const optOuts = {
  opted_out: 'says “do not call”.',
  unanswered_opt_out: 'may say that this person must not be called.',
  unclear_opt_out: 'does not say clearly whether this person may be called.',
} as const
const emptyCellUnclear = 'The cell is empty, so it is unclear whether this person may be called.'
export const optedOutHere = (value: string, says: string) =>
  value.trim() === '' ? emptyCellUnclear : `${quotedCell(value)} ${says}`
export const optedOutElsewhere = (value: string, row: number, says: string) =>
  `${quotedCell(value)} is the same number as in row ${row}, which ${says}`
/** The other row's cell is written so that it cannot be called, and has the same digits. */
export const digitsOptedOutElsewhere = (value: string, row: number, isOptedOut: boolean) =>
  `${quotedCell(value)} ${isOptedOut ? 'has' : 'ends with'} the same digits as row ${row}, which says that this person must not be called.`
