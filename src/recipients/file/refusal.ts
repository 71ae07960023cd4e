/** Why a file as a whole cannot be used. */
import { refusedFile } from './texts.ts'

/** Encodings that spreadsheets use, the most likely first. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
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
  /** The most likely first. */
  encodingOffers?: EncodingOffer[]
  /** The sheets of the workbook, and the one that cannot be used. */
  sheets?: { names: readonly SheetName[]; chosen: string }
  /** The row that was taken for the header, numbered as in a spreadsheet. */
  row?: number
}

export type Outcome<T> = ({ ok: true } & T) | { ok: false; refusal: FileRefusal }

export function refuse(code: FileRefusalCode, what: string, toDo: string, more: Partial<FileRefusal> = {}) {
  const refusal: FileRefusal = { code, message: refusedFile(what, toDo), ...more }
  return { ok: false as const, refusal }
}
