/** Why a whole file cannot be used, in words for the person who chose it. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type FileRefusalCode =
  | 'too_large'
  | 'too_many_rows'
  | 'empty_file'
  | 'no_rows'
  | 'not_text'
  | 'encoding'
  | 'open_quote'
  | 'duplicate_header'
  | 'no_header'

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
  encodingOffer?: EncodingOffer
}

export type Outcome<T> = ({ ok: true } & T) | { ok: false; refusal: FileRefusal }

/** A refusal whose sentence says the three things that each of them says. */
export function refuse(code: FileRefusalCode, what: string, toDo: string, encodingOffer?: EncodingOffer) {
  const refusal: FileRefusal = { code, message: `${what} Nothing was sent. ${toDo}` }
  return { ok: false as const, refusal: encodingOffer ? { ...refusal, encodingOffer } : refusal }
}
