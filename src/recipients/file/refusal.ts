/** Why a whole file cannot be used, in words for the person who chose it. */

/** Encodings in which spreadsheets save, the likely ones first. */
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
  | 'empty_file'
  | 'no_rows'
  | 'not_text'
  | 'not_csv'
  | 'encoding'
  | 'open_quote'
  | 'duplicate_header'
  | 'no_header'
  | 'unknown_delimiter'

/** An encoding in which the file could be read. A person looks at the cells that depend on it, then decides. */
export interface EncodingOffer {
  encoding: Encoding
  /** The first cells with letters beyond ASCII, as they would read. `row` counts as a spreadsheet does. */
  cells: { row: number; column: string; text: string }[]
  /** How many such cells there are. */
  count: number
}

export interface FileRefusal {
  code: FileRefusalCode
  /** What is the matter, that nothing was sent, and what to do. */
  message: string
  /** The likeliest first. */
  encodingOffers?: EncodingOffer[]
  /** The row whose being no header would make the file readable, as a spreadsheet counts. */
  row?: number
}

export type Outcome<T> = ({ ok: true } & T) | { ok: false; refusal: FileRefusal }

/** A refusal whose sentence says the three things that each of them says. */
export function refuse(code: FileRefusalCode, what: string, toDo: string, more: Partial<FileRefusal> = {}) {
  const refusal: FileRefusal = { code, message: `${what} Nothing was sent. ${toDo}`, ...more }
  return { ok: false as const, refusal }
}
