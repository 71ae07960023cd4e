/** Why a file as a whole cannot be used. */
import { refusedFile } from './texts.ts'

/** Encodings that spreadsheets and other programs use. Of those in which a file is equally likely, the first is offered first. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'euc-jp',
  'cp850',
  'cp437',
  'cp852',
  'ibm866',
  'koi8-r',
  'iso-8859-2',
  'iso-8859-7',
] as const
export type Encoding = (typeof encodings)[number]

export type FileRefusalCode =
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'empty_file'
  | 'no_rows'
  | 'not_text'
  | 'not_csv'
  | 'not_workbook'
  | 'encoding'
  | 'open_quote'
  | 'duplicate_header'
  | 'no_header'
  | 'unknown_delimiter'

/** An encoding in which the file could be read. A person decides by the cells that depend on it. */
export interface EncodingOffer {
  encoding: Encoding
  /** The first cells with non-ASCII characters, as they would read. `row` is the number in a spreadsheet. */
  cells: { row: number; column: string; text: string }[]
  /** The number of all such cells. */
  count: number
}

/** A sheet of a workbook. */
export interface SheetName {
  name: string
  /** The workbook hides it. */
  isHidden: boolean
}

export interface FileRefusal {
  code: FileRefusalCode
  /** What is wrong, that nothing was sent, and what to do. */
  message: string
  /** The most likely first. No two read the same. */
  encodingOffers?: EncodingOffer[]
  /** The sheets of the workbook, and the one that cannot be used. */
  sheets?: { names: readonly SheetName[]; chosen: string }
  /** The other encodings in which the file is text, the most likely first. */
  otherEncodings?: Encoding[]
  /** The row that was taken for the header, numbered as in a spreadsheet. */
  row?: number
}

export type Outcome<T> = ({ ok: true } & T) | { ok: false; refusal: FileRefusal }

export function refuse(code: FileRefusalCode, what: string, toDo: string, more: Partial<FileRefusal> = {}) {
  const refusal: FileRefusal = { code, message: refusedFile(what, toDo), ...more }
  return { ok: false as const, refusal }
}
