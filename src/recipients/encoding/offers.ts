/** The encodings to offer if a file is not in the expected one, the most likely first; and the one to take if all likely ones agree. */

import { type Encoding, encodings } from '../file/refusal.ts'
import { hasKnownName, knownColumns } from '../table/column-names.ts'
import { isWordOfHeaders, languagesOfHeader } from '../table/header-language.ts'
import { hasTwoBytes, isPlausibleInTwoBytes, likelihood } from './letters.ts'
import { decodeStrictly, unmarkedUtf16, withOneLineEnd } from './text-of-bytes.ts'

/** The encodings of computers on which people write a language. Those that are not listed are of Western Europe. */
const cyrillic: readonly Encoding[] = ['windows-1251', 'koi8-r', 'ibm866']
const central: readonly Encoding[] = ['windows-1250', 'cp852', 'iso-8859-2']
const western: readonly Encoding[] = ['windows-1252', 'macintosh', 'cp850', 'cp437']
const encodingsOf: Readonly<Record<string, readonly Encoding[]>> = {
  pl: central,
  cs: central,
  hu: central,
  ro: central,
  hr: central,
  ru: cyrillic,
  uk: cyrillic,
  bg: cyrillic,
  tr: ['windows-1254'],
  el: ['windows-1253', 'iso-8859-7'],
  he: ['windows-1255'],
  ar: ['windows-1256'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  et: ['windows-1257', 'windows-1252'],
  vi: ['windows-1258'],
  th: ['windows-874'],
  ja: ['shift_jis', 'euc-jp'],
  zh: ['gb18030', 'big5'],
  ko: ['euc-kr'],
}

const sampled = { headerBytes: 2_000, bytes: 100_000 } as const
const [lineFeed, firstBeyondAscii] = [0x0a, 0x80]

/** The lines with bytes beyond ASCII, from the start of the file. */
function affectedLines(bytes: Uint8Array): Uint8Array {
  const lines: number[] = []
  for (let from = 0; from < bytes.length && lines.length < sampled.bytes; ) {
    const end = bytes.indexOf(lineFeed, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : Math.min(end + 1, from + sampled.bytes))
    if (line.some((byte) => byte >= firstBeyondAscii)) for (const byte of line) lines.push(byte)
    from = end < 0 ? bytes.length : end + 1
  }
  return Uint8Array.from(lines)
}

function bytesIn(bytes: Uint8Array): Set<number> {
  const found = new Set<number>()
  for (const byte of bytes) found.add(byte)
  return found
}

/** The names in the first lines, one of which is the header. */
const namesIn = (start: string): string[] => start.split(/[\n,;\t|]/).map((cell) => cell.replace(/^"|"$/g, ''))

interface Candidate {
  encoding: Encoding
  /** How likely the encoding is, by the words of the header and then by the letters. */
  score: number
  isLikely: boolean
  /** Its letters alone say so. */
  isCertain: boolean
  /** A column has a known name that needs this encoding. */
  isProven: boolean
  /** How the bytes beyond ASCII read, which is the same if two encodings agree. */
  reading: string
}

function weigh(encoding: Encoding, start: Uint8Array, lines: Uint8Array, beyond: Uint8Array): Candidate | undefined {
  const text = decodeStrictly(lines, encoding, true)
  const header = decodeStrictly(start, encoding, true)
  if (text === undefined || header === undefined) return undefined
  // Other encodings are hardly ever valid UTF-8 by chance.
  if (encoding === 'utf-8')
    return { encoding, score: Infinity, isLikely: true, isCertain: true, isProven: true, reading: text }
  const names = namesIn(header)
  const isKnown = (name: string) => knownColumns.some((known) => hasKnownName(name, known)) || isWordOfHeaders(name)
  const spoken = languagesOfHeader(names)
  const isSpoken = spoken.some((language) => (encodingsOf[language] ?? western).includes(encoding))
  const isProven = isSpoken && names.some((name) => /\P{ASCII}/u.test(name) && isKnown(name))
  const twoBytes = hasTwoBytes(encoding)
  const likely = twoBytes ? Number(isPlausibleInTwoBytes(lines, text, encoding)) * 2 : likelihood(text, encoding)
  return {
    encoding,
    score: (isProven ? 16 : 0) + (isSpoken ? 2 + 2 * likely : 0) + 2 * likely,
    isLikely: likely > 0 && (isSpoken || spoken.length === 0),
    isCertain: likely > 1 && encoding.startsWith('windows-'),
    isProven,
    reading: twoBytes ? text : (decodeStrictly(beyond, encoding, true) ?? ''),
  }
}

const [minOffers, maxOffers] = [2, 4]

interface Offers {
  /** The one that all likely encodings agree with, if there is one. */
  taken: Encoding | undefined
  /** The most likely first. No two read the same. */
  offers: { encoding: Encoding; text: string }[]
  others: Encoding[]
}

/** Encodings in which these bytes are text. @param not the one in which they are not */
export function offersFor(bytes: Uint8Array, not: Encoding): Offers {
  const textIn = (encoding: Encoding) => {
    const text = decodeStrictly(bytes, encoding, true)
    return text === undefined ? [] : [{ encoding, text: withOneLineEnd(text) }]
  }
  const utf16 = unmarkedUtf16(bytes)
  if (utf16) return { taken: undefined, offers: utf16 === not ? [] : textIn(utf16), others: [] }
  const lines = affectedLines(bytes)
  const end = bytes.lastIndexOf(lineFeed, sampled.headerBytes)
  const start = bytes.subarray(0, end > 0 ? end : sampled.headerBytes)
  const beyond = Uint8Array.from([...bytesIn(bytes)].filter((byte) => byte >= firstBeyondAscii))
  const found = encodings
    .filter((encoding) => !encoding.startsWith('utf-16') && encoding !== not)
    .flatMap((encoding) => weigh(encoding, start, lines, beyond) ?? [])
    .toSorted((one, other) => other.score - one.score)
  const proven = found.filter(({ isProven }) => isProven)
  const provenWords = proven.filter(({ isLikely }) => isLikely)
  // Spreadsheets of today write these. The others are only taken if the header proves them.
  const likelyWords = found.filter(
    ({ isLikely, encoding }) => isLikely && (encoding.startsWith('windows-') || hasTwoBytes(encoding)),
  )
  const likely = [provenWords, proven, likelyWords].find(({ length }) => length > 0) ?? []
  const [first] = likely
  const isCertain =
    first !== undefined &&
    (first.isProven || first.isCertain) &&
    likely.every(({ reading }) => reading === first.reading)
  const distinct = found.filter(({ reading }, at) => found.findIndex((one) => one.reading === reading) === at)
  const shown = Math.max(minOffers, distinct.filter(({ isLikely }) => isLikely).length)
  const offers = distinct.slice(0, Math.min(maxOffers, shown)).flatMap(({ encoding }) => textIn(encoding))
  const others = found.flatMap(({ encoding }) => (offers.some((offer) => offer.encoding === encoding) ? [] : encoding))
  return { taken: isCertain ? first.encoding : undefined, offers, others }
}
