/** How long a text is as an SMS: its alphabet, and in how many segments it goes out (3GPP TS 23.038, 23.040). Pure. */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Behind an escape: they take two places. */
const extended = '\f^{}\\[~]|€'

const single = new Set(basic)
const double = new Set(extended)

const limits = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const

export interface SmsLength {
  encoding: keyof typeof limits
  /** Characters as a person counts them. */
  characters: number
  segments: number
  /** The first character that makes the text need UCS-2; '' where none does. */
  unicodeCause: string
}

/** How many parts hold units of these sizes, none of which may be cut. */
function packed(sizes: readonly number[], room: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > room) {
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
    segments: text === '' ? 0 : total <= alone ? 1 : packed(sizes, joined),
    unicodeCause: because,
  }
}
