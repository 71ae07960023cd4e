/** Bytes to text. A byte order mark decides, then strict UTF-8; anything else is asked, not guessed (reliability: CSV). */
import { offersFor } from './encoding-offers.ts'
import { type Encoding, type Outcome, refuse } from './refusal.ts'
import { read, unmarkedUtf16, withOneLineEnd } from './text-of-bytes.ts'

const marks: { encoding: Encoding; bytes: number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

const exportFirst = 'Export it as CSV first.'

/** How files begin that are called .csv and are something else. Before the marks: the mark of UTF-32 begins like UTF-16's. */
const signatures: { what: string; bytes: number[]; toDo?: string }[] = [
  { what: 'a spreadsheet (.xlsx, .ods, .numbers) or a zip archive', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { what: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { what: 'an old Excel workbook', bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { what: 'a gzip archive', bytes: [0x1f, 0x8b], toDo: 'Unpack it first.' },
  { what: 'a 7-Zip archive', bytes: [0x37, 0x7a, 0xbc, 0xaf], toDo: 'Unpack it first.' },
  { what: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21], toDo: 'Unpack it first.' },
  { what: 'a bzip2 archive', bytes: [0x42, 0x5a, 0x68], toDo: 'Unpack it first.' },
  { what: 'a Zstandard archive', bytes: [0x28, 0xb5, 0x2f, 0xfd], toDo: 'Unpack it first.' },
  { what: 'a PDF', bytes: [0x25, 0x50, 0x44, 0x46] },
  { what: 'a database', bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66] },
  { what: 'a picture', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { what: 'a picture', bytes: [0xff, 0xd8, 0xff] },
  { what: 'a property list of macOS', bytes: [0x62, 0x70, 0x6c, 0x69, 0x73, 0x74, 0x30] },
  { what: 'text in UTF-32', bytes: [0xff, 0xfe, 0, 0], toDo: 'Save it as “CSV UTF-8” and choose it again.' },
  { what: 'text in UTF-32', bytes: [0, 0, 0xfe, 0xff], toDo: 'Save it as “CSV UTF-8” and choose it again.' },
]

/** How texts begin that are no tables of cells. */
const otherTexts: { what: string; begins: RegExp }[] = [
  { what: 'a contact card (vCard)', begins: /^BEGIN:VCARD/i },
  { what: 'a calendar', begins: /^BEGIN:VCALENDAR/i },
  { what: 'a web page', begins: /^<(?:!doctype html|html|table|head|meta)\b/i },
  { what: 'an XML file', begins: /^<\?xml\b/i },
  { what: 'JSON', begins: /^(?:\{\s*["}]|\[\s*[[{\]])/ },
  { what: 'a formatted text (RTF)', begins: /^\{\\rtf/ },
]

const begins = (bytes: Uint8Array, with_: number[]): boolean => with_.every((byte, at) => bytes[at] === byte)

/** What the byte order mark says; undefined without one. */
const markedEncoding = (bytes: Uint8Array): Encoding | undefined =>
  marks.find((mark) => begins(bytes, mark.bytes))?.encoding

export const saveAsUtf8 = 'Save it as “CSV UTF-8” and choose it again.'

/** A zero byte in text that is right but for it: where a copy was cut off or a disk failed. */
function damaged(bytes: Uint8Array, encoding: Encoding) {
  const at = bytes.indexOf(0)
  if (at < 0 || encoding.startsWith('utf-16') || unmarkedUtf16(bytes)) return undefined
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (
    zeros > bytes.length / 10 ||
    read(
      bytes.filter((byte) => byte !== 0),
      encoding,
      true,
    ) === undefined
  )
    return undefined
  const line = bytes.subarray(0, at).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 1)
  const what = `This file is damaged: it holds ${zeros} zero ${zeros === 1 ? 'byte' : 'bytes'}, the first in line ${line}, where text was lost.`
  return refuse('not_text', what, 'Export it again and choose the new file.')
}

/** UTF-8 throughout but for its last bytes. Where nothing else is beyond ASCII they may as well be another encoding's. */
function cutOff(bytes: Uint8Array, encoding: Encoding) {
  if (encoding !== 'utf-8') return undefined
  const rest = [1, 2, 3].flatMap((missing) => read(bytes.subarray(0, -missing), encoding, true) ?? [])
  if (!rest.some((text) => /[\u0080-\uffff]/.test(text))) return undefined
  return refuse('not_text', 'This file is cut off within its last letter.', 'Export it again and choose the new file.')
}

/**
 * Decodes a whole file, never a part.
 *
 * @param chosen the encoding that a person chose; without it the byte order mark decides, then strict UTF-8
 * @returns the text with every line end made `\n`; or the refusal, and beside it `offers`: encodings in which the bytes are
 *   text, to be shown to the person
 */
export function decode(
  bytes: Uint8Array,
  chosen?: Encoding,
): Outcome<{ text: string; encoding: Encoding }> & { offers?: { encoding: Encoding; text: string }[] } {
  const signature = signatures.find(({ bytes: start }) => begins(bytes, start))
  if (signature) {
    return refuse('not_text', `This is ${signature.what}, not a CSV file.`, signature.toDo ?? exportFirst)
  }
  const encoding = chosen ?? markedEncoding(bytes) ?? 'utf-8'
  const text = read(bytes, encoding, false)
  if (text !== undefined) {
    const other = otherTexts.find(({ begins: start }) => start.test(text.slice(0, 200).trimStart()))
    if (other) return refuse('not_csv', `This is ${other.what}, not a CSV file.`, exportFirst)
    return { ok: true, text: withOneLineEnd(text), encoding }
  }
  const damage = damaged(bytes, encoding) ?? cutOff(bytes, encoding)
  if (damage) return damage
  const offers = offersFor(bytes, encoding)
  if (offers.length === 0) return refuse('not_text', 'This file does not hold text that can be read.', saveAsUtf8)
  return { ...refuse('encoding', `This file is not ${encoding.toUpperCase()}.`, saveAsUtf8), offers }
}
