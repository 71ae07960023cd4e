/** Decodes bytes to text by the byte order mark, or else as strict UTF-8. For anything else, a person chooses (reliability: CSV). */

import { type Encoding, type Outcome, refuse } from '../file/refusal.ts'
import * as texts from '../file/texts.ts'
import { offersFor } from './offers.ts'
import { decodeStrictly, unmarkedUtf16, withOneLineEnd } from './text-of-bytes.ts'

const marks: { encoding: Encoding; bytes: number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** First bytes of files that are named .csv but are something else. Checked before the marks, as UTF-32's begins like UTF-16's. */
const signatures: { what: string; bytes: number[]; toDo?: string }[] = [
  { what: texts.fileKinds.zip, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { what: texts.fileKinds.emptyZip, bytes: [0x50, 0x4b, 0x05, 0x06] },
  { what: texts.fileKinds.oldExcel, bytes: [0xd0, 0xcf, 0x11, 0xe0] },
  { what: texts.fileKinds.gzip, bytes: [0x1f, 0x8b], toDo: texts.unpackFirst },
  { what: texts.fileKinds.sevenZip, bytes: [0x37, 0x7a, 0xbc, 0xaf], toDo: texts.unpackFirst },
  { what: texts.fileKinds.rar, bytes: [0x52, 0x61, 0x72, 0x21], toDo: texts.unpackFirst },
  { what: texts.fileKinds.bzip2, bytes: [0x42, 0x5a, 0x68], toDo: texts.unpackFirst },
  { what: texts.fileKinds.zstandard, bytes: [0x28, 0xb5, 0x2f, 0xfd], toDo: texts.unpackFirst },
  { what: texts.fileKinds.pdf, bytes: [0x25, 0x50, 0x44, 0x46] },
  { what: texts.fileKinds.database, bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66] },
  { what: texts.fileKinds.image, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { what: texts.fileKinds.image, bytes: [0xff, 0xd8, 0xff] },
  { what: texts.fileKinds.propertyList, bytes: [0x62, 0x70, 0x6c, 0x69, 0x73, 0x74, 0x30] },
  { what: texts.fileKinds.utf32, bytes: [0xff, 0xfe, 0, 0], toDo: texts.saveAsUtf8 },
  { what: texts.fileKinds.utf32, bytes: [0, 0, 0xfe, 0xff], toDo: texts.saveAsUtf8 },
]

/** Text files that are not CSV, by their first characters after white space. */
const otherTexts: { what: string; begins: RegExp; toDo: string }[] = [
  { what: texts.fileKinds.contactCard, begins: /^BEGIN:VCARD/i, toDo: texts.importContacts },
  { what: texts.fileKinds.calendar, begins: /^BEGIN:VCALENDAR/i, toDo: texts.exportAsCsv },
  {
    what: texts.fileKinds.webPage,
    begins:
      /^<(?:!--|(?:!doctype html|html|head|meta|title|style|body|div|span|p|br|h[1-6]|center|font|form|table|caption|thead|tbody|tr|td|th)\b)/i,
    toDo: texts.openAndSave,
  },
  {
    what: texts.fileKinds.webArchive,
    begins:
      /^(?:From: [^\n]*Saved by|MIME-Version:|Content-Type: ?multipart\/|X-UA-Compatible:|Snapshot-Content-Location:)/i,
    toDo: texts.openAndSave,
  },
  { what: texts.fileKinds.excelXml, begins: /^<\?xml[^>]*>\s*<\?mso-application[^>]*Excel/i, toDo: texts.openAndSave },
  // An element and then another one: `<name>,<phone>` is a header.
  { what: texts.fileKinds.xml, begins: /^<(?:\?xml\b|[a-z_][\w:.-]*(?: [^<>]*)?>\s*<)/i, toDo: texts.convertInExcel },
  { what: texts.fileKinds.json, begins: /^(?:\{\s*["}]|\[\s*[[{\]])/, toDo: texts.convertInExcel },
  { what: texts.fileKinds.richText, begins: /^\{\\rtf/, toDo: texts.exportAsCsv },
  {
    what: texts.fileKinds.sql,
    begins:
      /^(?:INSERT (?:IGNORE )?INTO\b|REPLACE INTO\b|CREATE (?:TABLE|DATABASE|SCHEMA)\b|DROP (?:TABLE|DATABASE)\b|START TRANSACTION\b|PRAGMA \w+|COPY [^\n]* FROM stdin|(?:USE|LOCK TABLES) `|SET [@\w.]+ ?:?=|BEGIN(?: TRANSACTION)?;|-- (?:[a-z]* ?sql|phpmyadmin|mariadb|host:|dump|table structure)|--\n-- |\/\*!)/i,
    toDo: texts.exportTable,
  },
  { what: texts.fileKinds.ldif, begins: /^(?:version: \d+\s+)?(?:#[^\n]*\n\s*)*dn::? /i, toDo: texts.exportAsCsv },
  {
    what: texts.fileKinds.yaml,
    begins: /^(?:%YAML\b|---\n(?:- |["\w][\w" ]*:\s)|- *["\w][\w" ]*: |["\w][\w" -]*:\n *- )/i,
    toDo: texts.exportAsCsv,
  },
  { what: texts.fileKinds.sylk, begins: /^ID;P[A-Z]{3}[^\n]*\n[A-Z];/, toDo: texts.openAndSave },
]
/** As many characters are looked at. */
const start = 2_000

function refuseOtherText(text: string) {
  const beginning = withOneLineEnd(text.slice(0, start)).trimStart()
  const other = otherTexts.find((kind) => kind.begins.test(beginning))
  return other && refuse('not_csv', texts.notCsv(other.what), other.toDo)
}

const begins = (bytes: Uint8Array, with_: number[]): boolean => with_.every((byte, at) => bytes[at] === byte)

/** The encoding of the byte order mark; undefined without one. */
const markedEncoding = (bytes: Uint8Array): Encoding | undefined =>
  marks.find((mark) => begins(bytes, mark.bytes))?.encoding

/** Null bytes in otherwise readable text, as after an interrupted copy or a disk failure. */
function damaged(bytes: Uint8Array, encoding: Encoding) {
  const at = bytes.indexOf(0)
  if (at < 0 || encoding.startsWith('utf-16') || unmarkedUtf16(bytes)) return undefined
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (
    zeros > bytes.length / 10 ||
    decodeStrictly(
      bytes.filter((byte) => byte !== 0),
      encoding,
      true,
    ) === undefined
  )
    return undefined
  const line = bytes.subarray(0, at).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 1)
  return refuse('not_text', texts.nullBytes(zeros, line), texts.exportAgain)
}

/** UTF-8 except for its last bytes. If everything else is ASCII, it may as well be another encoding. */
function cutOff(bytes: Uint8Array, encoding: Encoding) {
  if (encoding !== 'utf-8') return undefined
  const rest = [1, 2, 3].flatMap((missing) => decodeStrictly(bytes.subarray(0, -missing), encoding, true) ?? [])
  if (!rest.some((text) => /[\u0080-\uffff]/.test(text))) return undefined
  return refuse('not_text', texts.endsWithinCharacter, texts.exportAgain)
}

interface Text {
  text: string
  encoding: Encoding
  /** Nobody chose the encoding, and the file does not say it. */
  isAssumed: boolean
}
type Decoded = Outcome<Text> & Partial<Pick<ReturnType<typeof offersFor>, 'offers' | 'others'>>

/**
 * Decodes a whole file, never a part.
 *
 * @param chosen the encoding that a person chose; default: by the byte order mark, or else strict UTF-8, or else the one with which all
 *   likely encodings agree
 * @param isAsked a person wants to choose between the likely encodings, even if they agree
 * @returns the text with `\n` line ends; or the refusal with `offers`, the encodings in which the bytes are text
 */
export function decode(bytes: Uint8Array, chosen?: Encoding, isAsked = false): Decoded {
  const signature = signatures.find(({ bytes: start }) => begins(bytes, start))
  if (signature) {
    return refuse('not_text', texts.notCsv(signature.what), signature.toDo ?? texts.exportAsCsv)
  }
  const marked = chosen ?? markedEncoding(bytes)
  const encoding = marked ?? 'utf-8'
  const text = decodeStrictly(bytes, encoding, false)
  if (text !== undefined) return readAs(text, encoding, false)
  const damage = damaged(bytes, encoding) ?? cutOff(bytes, encoding)
  if (damage) return damage
  // What it is does not depend on the encoding.
  const other = refuseOtherText(new TextDecoder('windows-1252').decode(bytes.subarray(0, start)))
  if (other) return other
  const { taken, offers, others } = offersFor(bytes, encoding)
  if (offers.length === 0) return refuse('not_text', texts.notText, texts.saveAsUtf8)
  const assumed = marked === undefined && !isAsked ? offers.find((offer) => offer.encoding === taken) : undefined
  if (assumed) return readAs(assumed.text, assumed.encoding, true)
  return { ...refuse('encoding', texts.notInEncoding(encoding), texts.saveAsUtf8), offers, others }
}

function readAs(text: string, encoding: Encoding, isAssumed: boolean): Decoded {
  return refuseOtherText(text) ?? { ok: true, text: withOneLineEnd(text), encoding, isAssumed }
}
