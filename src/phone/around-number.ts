/** Finds the one number in a text that has a label, an extension, punctuation or a messenger's address around it. */
import words from './around-words.json' with { type: 'json' }

/** Longer text is prose. */
const maxLength = 120

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/ /g, String.raw`\s`)
const longestFirst = (all: readonly string[]) => all.toSorted((one, other) => other.length - one.length).map(escaped)

const labels = new Set(Object.values(words.labels).flat())
const extension = new RegExp(
  String.raw`^(.*?\d[\s)]*)[\s,;:(\[.\-–—]*(?:;\s*ext\s*=|(?<!\p{L})(?:${longestFirst(words.extensions).join('|')})(?!\p{L})[.:]?|,{1,3}|;|#)\s*[:.]?\s*\d{1,7}\s*#?\s*[)\]]?\s*$`,
  'iu',
)
/** Addresses of messengers, all with the country code and mostly without its +. A group's address is no person. */
const addresses = [
  /^\+?(\d{7,15})@(?:c\.us|s\.whatsapp\.net|lid\.whatsapp\.net)$/i,
  /^(?:https?:\/\/)?(?:www\.)?(?:wa\.me|t\.me)\/(?:\+|%2b)?(\d{7,15})\/?(?:\?\S*)?$/i,
  /^(?:https?:\/\/)?(?:api|web)\.whatsapp\.com\/send\/?\?phone=(?:\+|%2b)?(\d{7,15})(?:&\S*)?$/i,
  /^(?:whatsapp|viber):\/\/(?:send|chat|add)\/?\?(?:phone|number)=(?:\+|%2b)?(\d{7,15})(?:&\S*)?$/i,
  /^(?:https?:\/\/)?signal\.me\/#p\/(?:\+|%2b)(\d{7,15})$/i,
  /^sips?:\+(\d{7,15})@[\w.-]+(?:;\S*)?$/i,
]
/** They stand before numbers in exports. */
const control = /\p{Cc}/gu
/** One run of digits with what people write between them. */
const run = /(?:(?<![+(])[+(]+)?\d[\d\s().\u00b7\u2010-\u2015\u2212/-]*/g
/** Signs that say no, or doubt. */
const warning =
  /[?\u00d7\u2020\u2021\u2620\u26a0\u26d4\u2715-\u2718\u274c\u274e\u{1f4f5}\u{1f515}\u{1f6ab}\u{1f6d1}\u{1f44e}]/u
const minDigits = 7
const countDigits = (text: string) => text.replace(/\D/g, '').length

export interface NumberWithin {
  kind: 'extension' | 'label'
  /** The number as written, without what stands around it. */
  number: string
}

/** @returns the number and what it is surrounded by; undefined: there is none or more than one, or the rest is not understood */
export function numberWithin(text: string): NumberWithin | undefined {
  if (text.length > maxLength) return undefined
  const plain = text.replace(control, ' ').trim()
  const address = addresses.map((pattern) => pattern.exec(plain)?.[1]).find((digits) => digits !== undefined)
  if (address !== undefined) return { kind: 'label', number: `+${address}` }
  const stem = extension.exec(plain)?.[1]
  const rest = stem ?? plain
  const runs = rest.match(run) ?? []
  const [number] = runs
  if (number === undefined || runs.length > 1 || countDigits(number) < minDigits) return undefined
  const [before = '', after = ''] = rest.split(number)
  const around = `${before} ${after}`
  // A second digit in another script, such as a footnote, is not understood.
  if (/[\p{N}+@/]/u.test(around) || warning.test(around)) return undefined
  const said = around.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const isLabelled = said.every((word) => labels.has(word)) || labels.has(said.join(' '))
  if (!isLabelled) return undefined
  const joined = withoutSlashes(trimmed(number))
  return joined === undefined ? undefined : { kind: stem === undefined ? 'label' : 'extension', number: joined }
}

const [maxBeforeSlash, minAfterSlash] = [6, 5]

/** A slash ends the country code or the area code. After a whole number, it begins another one, or other last digits. */
function withoutSlashes(number: string): string | undefined {
  const parts = number.split('/')
  const last = parts.pop() ?? ''
  if (parts.length === 0) return number
  const isAreaCode = countDigits(parts.join('')) <= maxBeforeSlash && countDigits(last) >= minAfterSlash
  return isAreaCode ? number.replaceAll('/', ' ') : undefined
}

/** A bracket that was opened before the number ends after it. */
function trimmed(number: string): string {
  const text = number
    .trim()
    .replace(/(?<![-\u2010-\u2015/.])[-\u2010-\u2015/.]+$/, '')
    .trim()
  const opened = text.split('(').length
  const closed = text.split(')').length
  return opened === closed ? text : text.replace(/^\(|\)$/g, '')
}
