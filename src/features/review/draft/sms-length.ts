/** The length of a text as an SMS: its encoding, and the number of segments (3GPP TS 23.038, 23.040). Pure. */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Sent after an escape character, so each takes two places. */
const extended = '\f^{}\\[~]|€'

const single = new Set(basic)
const double = new Set(extended)

const limits = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

export interface SmsLength {
  encoding: keyof typeof limits
  /** Graphemes. */
  characters: number
  segments: number
  /** The first character that requires UCS-2; '' if none does. */
  unicodeCause: string
}

/** The number of parts for units of these sizes, none of which may be split. */
function partCount(sizes: readonly number[], capacity: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > capacity) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export function smsLength(text: string): SmsLength {
  const points = Array.from(text)
  const because = points.find((point) => !single.has(point) && !double.has(point)) ?? ''
  const alphabet = because === '' ? 'GSM-7' : 'UCS-2'
  const sizes = points.map((point) => (because === '' ? (double.has(point) ? 2 : 1) : point.length))
  const { alone, joined } = limits[alphabet]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return {
    encoding: alphabet,
    characters: [...graphemes.segment(text)].length,
    segments: text === '' ? 0 : total <= alone ? 1 : partCount(sizes, joined),
    unicodeCause: because,
  }
}
