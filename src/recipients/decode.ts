/** Bytes to text. A byte order mark decides, then strict UTF-8; anything else is asked, not guessed (reliability: CSV). */
import { type Encoding, type Outcome, refuse } from './refusal.ts'

const marks: { encoding: Encoding; bytes: number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** How files begin that are called .csv and are something else. */
const signatures: { what: string; bytes: number[] }[] = [
  { what: 'a spreadsheet or a zip archive', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { what: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { what: 'an old Excel workbook', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { what: 'a gzip archive', bytes: [0x1f, 0x8b] },
  { what: 'a PDF', bytes: [0x25, 0x50, 0x44, 0x46] },
]

const begins = (bytes: Uint8Array, with_: number[]): boolean => with_.every((byte, at) => bytes[at] === byte)

/** What the byte order mark says; undefined without one. */
export const markedEncoding = (bytes: Uint8Array): Encoding | undefined =>
  marks.find((mark) => begins(bytes, mark.bytes))?.encoding

/** Bytes that Windows-1252 leaves undefined come out as these. */
const undefinedInWindows = /[\u0081\u008d\u008f\u0090\u009d]/

/** The text of these bytes, or undefined where they are not text in that encoding. A byte order mark is not part of it. */
function read(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // A zero is in no text; it is how binary data and undeclared UTF-16 show.
    const isText = !text.includes('\0') && !(encoding === 'windows-1252' && undefinedInWindows.test(text))
    return isText ? text : undefined
  } catch {
    return undefined
  }
}

/** In UTF-16 every other byte of Latin text is zero: even places in big-endian, odd places in little-endian. */
function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const looked = Math.min(bytes.length, 512)
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > looked / 4 && even === 0) return 'utf-16le'
  return even > looked / 4 && odd === 0 ? 'utf-16be' : undefined
}

const withOneLineEnd = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

const saveAsUtf8 = 'Save it as “CSV UTF-8” and choose it again.'

/**
 * Decodes a whole file, never a part.
 *
 * @param chosen the encoding that a person chose; without it the byte order mark decides, then strict UTF-8
 * @returns the text with every line end made `\n`; or the refusal, and beside it `offer`: an encoding in which the bytes are
 *   text, to be shown to the person
 */
export function decode(
  bytes: Uint8Array,
  chosen?: Encoding,
): Outcome<{ text: string; encoding: Encoding }> & { offer?: { encoding: Encoding; text: string } } {
  const signature = signatures.find(({ bytes: start }) => begins(bytes, start))
  if (signature) return refuse('not_text', `This is ${signature.what}, not a CSV file.`, 'Export it as CSV first.')
  const encoding = chosen ?? markedEncoding(bytes) ?? 'utf-8'
  const text = read(bytes, encoding)
  if (text !== undefined) return { ok: true, text: withOneLineEnd(text), encoding }
  for (const other of [unmarkedUtf16(bytes), 'utf-8', 'windows-1252'] as const) {
    const offered = other && other !== encoding ? read(bytes, other) : undefined
    if (!other || offered === undefined) continue
    const refusal = refuse('encoding', `This file is not ${encoding.toUpperCase()}.`, saveAsUtf8)
    return { ...refusal, offer: { encoding: other, text: withOneLineEnd(offered) } }
  }
  return refuse('not_text', 'This file does not hold text that can be read.', saveAsUtf8)
}
