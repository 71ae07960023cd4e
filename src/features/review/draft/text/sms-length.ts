/** The length of a text as an SMS: its encoding, and the number of segments (3GPP TS 23.038, 23.040). Pure. */

/** Each takes one unit of a segment. */
const basicCharacters =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Sent after an escape character, so each takes two units. */
const escapedCharacters = '\f^{}\\[~]|€'

const oneUnitCharacters = new Set(basicCharacters)
const twoUnitCharacters = new Set(escapedCharacters)

/** The capacity of a segment: of a message that has only one, and of a message with several. */
const unitsPerSegment = { 'GSM-7': { single: 160, joined: 153 }, 'UCS-2': { single: 70, joined: 67 } } as const

export interface SmsLength {
  encoding: keyof typeof unitsPerSegment
  /** The number of characters as people count them (graphemes). */
  characters: number
  segments: number
  /** The first character that requires UCS-2; '' if none does. */
  unicodeCause: string
}

/** The number of segments for characters of these sizes. No character may be split. */
function segmentCount(sizes: readonly number[], capacity: number): number {
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > capacity) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export function smsLength(text: string): SmsLength {
  const codePoints = Array.from(text)
  const unicodeCause = codePoints.find((point) => !oneUnitCharacters.has(point) && !twoUnitCharacters.has(point)) ?? ''
  const encoding = unicodeCause === '' ? 'GSM-7' : 'UCS-2'
  const sizes = codePoints.map((point) => (unicodeCause === '' ? (twoUnitCharacters.has(point) ? 2 : 1) : point.length))
  const { single, joined } = unitsPerSegment[encoding]
  const totalUnits = sizes.reduce((sum, size) => sum + size, 0)
  return {
    encoding,
    characters: [...graphemes.segment(text)].length,
    segments: text === '' ? 0 : totalUnits <= single ? 1 : segmentCount(sizes, joined),
    unicodeCause,
  }
}
