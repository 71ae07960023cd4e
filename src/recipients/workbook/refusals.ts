/** Why a workbook cannot be used, with the clicks that help in the program that wrote it. */
import { type FileRefusal, refuse } from '../file/refusal.ts'
import { megabytes } from '../file/texts.ts'

/** Ends the reading of a workbook, wherever it is found out. */
export class WorkbookRefusal extends Error {
  refusal: FileRefusal
  constructor({ refusal }: { refusal: FileRefusal }) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const saveAgain = 'Open it in the program that made it, save it again, and choose the new file.'
const saveAsWorkbook = 'In Excel, choose File › Save As › Excel Workbook (.xlsx), and choose the new file.'
const inOtherProgram =
  'Open it in the program that made it, save it as an Excel workbook (.xlsx) or as CSV UTF-8, and choose the new file.'

const notRead = (what: string, toDo: string) => new WorkbookRefusal(refuse('not_workbook', what, toDo))

export const oldWorkbook = () => notRead('This is an old Excel workbook (.xls).', saveAsWorkbook)
export const binaryWorkbook = () => notRead('This is a binary Excel workbook (.xlsb).', saveAsWorkbook)
export const openDocument = () =>
  notRead(
    'This is an OpenDocument spreadsheet (.ods).',
    'In LibreOffice Calc, choose File › Save As and the type Excel 2007–365 (.xlsx), and choose the new file.',
  )
export const appleNumbers = () =>
  notRead(
    'This is a Numbers spreadsheet or another Apple document.',
    'In Numbers, choose File › Export To › Excel, and choose the new file.',
  )
export const encrypted = () =>
  notRead(
    'This workbook is encrypted with a password.',
    'In Excel, choose File › Info › Protect Workbook › Encrypt with Password, delete the password, save, and choose the file again.',
  )
export const otherOffice = (what: string) => notRead(`This is ${what}, not a workbook.`, inOtherProgram)
export const otherArchive = () => notRead('This is a zip archive, not a workbook.', 'Unpack it first.')
export const cutOff = () =>
  notRead('This workbook is incomplete: its end is missing.', 'Download or copy it again, and choose the new file.')
export const damaged = () => notRead('This workbook is damaged.', saveAgain)
export const noSheet = () =>
  notRead('This workbook has no sheet with rows.', 'Add one row for each recipient to a sheet and choose it again.')

const tooLarge = (what: string) =>
  new WorkbookRefusal(
    refuse('not_workbook', what, 'Copy the rows to a new workbook, without formats and other sheets, and choose that.'),
  )
export const sheetTooLarge = (limit: number) => tooLarge(`This sheet has more than ${megabytes(limit)} of text.`)
export const unpacksTooLarge = () => tooLarge('This workbook unpacks to more data than can be read.')
export const takesTooLong = () => tooLarge('This workbook takes too long to read.')
