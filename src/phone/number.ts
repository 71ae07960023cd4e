/** Phone numbers: read in any way of writing, checked against the numbering plans, repaired where the repair is plain. */
import { planOf, planOfCountry } from './plans.ts'

export type NumberProblem =
  | 'empty'
  /** A spreadsheet made `1.41556E+10` of it. */
  | 'exponent'
  /** A program made a decimal number of it: `14155550134.0`. */
  | 'decimal'
  /** Ends with an extension, which no call can dial. */
  | 'extension'
  /** Two numbers or more in one cell. */
  | 'several'
  /** Holds something that no number has. */
  | 'letters'
  | 'missing_plus'
  | 'too_short'
  | 'too_long'
  /** The 0 (in some countries another prefix) that is dialled only inside the country stands after the country code. */
  | 'trunk_zero'
  /** No number of that country looks like this. */
  | 'not_in_plan'

export type NumberCheck =
  | { ok: true /** + and digits. */; e164: string /** ISO 3166. */; country: string }
  | {
      ok: false
      problem: NumberProblem /** What was probably meant, + and digits; a person decides. */
      repaired?: string
    }

/** Marks that nobody sees: soft hyphen, zero-width characters, directions of writing, byte order mark. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const separators = /[\s().\u00b7\u2010-\u2015\u2212-]/g
const canonical = /^\+\d+$/
/** Full-width signs and digits, and the digits of Arabic and Persian. NFKC would do more: it makes a 1 of a footnote's ¹. */
const otherDigits = /[\uff08-\uff19\u0660-\u0669\u06f0-\u06f9]/g

const asAscii = (sign: string): string => {
  const point = sign.charCodeAt(0)
  return String.fromCharCode(point >= 0xff00 ? point - 0xfee0 : (point & 0xf) + 0x30)
}

/** What spreadsheets and word processors put around a number so that it stays as it is: `'+1…`, `="+1…"`, quotes of any kind. */
const wrapping = /^(?:=\s*")?['"\u2018-\u201f\u00ab\u00bb`\u00b4]*\s*|\s*['"\u2018-\u201f\u00ab\u00bb`\u00b4]*$/g

/** The text as a person sees it: without invisible marks, wrapping and `tel:`, with ordinary digits. */
const seen = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(otherDigits, asAscii)
    .trim()
    .replace(wrapping, '')
    .replace(/^(?:tel|callto|sms|whatsapp):\s*(?:\/\/)?/i, '')
    .trim()

/**
 * Takes off what people put between digits: spaces, dashes, brackets, dots, invisible marks, `tel:`; full-width digits become
 * plain ones. Nothing is added: a leading 00 stays, and what is no number stays recognisable as none.
 */
export function readNumber(text: string): string {
  return canonical.test(text) ? text : seen(text).replace(separators, '')
}

/** Judges digits after the +. */
function checkDigits(digits: string, e164 = `+${digits}`): NumberCheck {
  const plan = planOf(digits)
  if (!plan) return { ok: false, problem: digits.length < 7 ? 'too_short' : 'not_in_plan' }
  const { code, lengths, trunk } = plan
  const national = digits.slice(code.length)
  if (plan.has(national)) return { ok: true, e164, country: plan.countryOf(national) }
  for (const prefix of ['0', trunk]) {
    const rest = national.slice(prefix.length)
    if (prefix !== '' && national.startsWith(prefix) && plan.has(rest)) {
      return { ok: false, problem: 'trunk_zero', repaired: `+${code}${rest}` }
    }
  }
  if (lengths.includes(national.length)) return { ok: false, problem: 'not_in_plan' }
  return { ok: false, problem: lengths.some((length) => length > national.length) ? 'too_short' : 'too_long' }
}

/** + and digits where these digits are a number, or plainly become one. */
const meant = (digits: string): string | undefined => {
  const check = checkDigits(digits)
  return check.ok ? check.e164 : check.repaired
}

/** What digits without a + probably mean: an international prefix, a forgotten +, or ten digits of North America. */
function withoutPlus(digits: string): string | undefined {
  const international = /^(?:00|011)([1-9]\d+)$/.exec(digits)
  if (international?.[1]) return meant(international[1])
  const readings = digits.length === 10 ? [digits, `1${digits}`] : [digits]
  const fitting = readings.map((reading) => checkDigits(reading)).filter((check) => check.ok)
  // Two readings are two people; then there is nothing to suggest.
  return fitting.length === 1 ? fitting[0]?.e164 : undefined
}

const extension =
  /^(.*\d\W*?)\s*(?:;\s*ext\s*=|[,;]?\s*(?:ext(?:ension|n)?|x|poste|anexo|ramal|dw|durchwahl)(?![a-z])[.:]?|,{1,3}|;|#)\s*\d{1,7}#?$/i
const between = /\s*(?:[/;,|&\n]|:::|\b(?:or|and|oder|und|ou|et|y)\b)\s*/i

/** What is meant by text that is more than one number, or a number and something beside it. */
function beside(shown: string): NumberCheck | undefined {
  // What is longer is prose.
  if (shown.length > 80) return undefined
  const stem = extension.exec(shown)?.[1]
  const parts = shown.split(between).filter((part) => part !== '')
  const readings = parts.length > 1 ? parts.map(checkNumber) : []
  const numbers = readings.flatMap((check) => (check.ok ? check.e164 : (check.repaired ?? [])))
  if (numbers.length > 1 && numbers.length === parts.length) return failed('several', numbers[0])
  if (stem === undefined) return undefined
  const check = checkNumber(stem)
  return check.ok || check.repaired !== undefined
    ? failed('extension', check.ok ? check.e164 : check.repaired)
    : undefined
}

const failed = (problem: NumberProblem, repaired: string | undefined): NumberCheck =>
  repaired === undefined ? { ok: false, problem } : { ok: false, problem, repaired }

/**
 * Checks a number as a person wrote it, against the plan of its country (specification 4.3 rule 4).
 *
 * @param text any way of writing; separators and invisible marks do not matter
 * @returns the number in E.164 with its country, or the first problem, with a repair where one suggests itself
 */
export function checkNumber(text: string): NumberCheck {
  if (canonical.test(text)) return checkDigits(text.slice(1), text)
  const shown = seen(text)
  if (shown === '') return { ok: false, problem: 'empty' }
  const exponent = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(shown)
  if (exponent) {
    const digits = `${exponent[1]}${exponent[2] ?? ''}`
    // Only where every digit is still there can it be read back.
    return failed('exponent', digits.length === Number(exponent[3]) + 1 ? withoutPlus(digits) : undefined)
  }
  const decimal = /^(\+?\d{5,})[.,]0+$/.exec(shown)
  if (decimal?.[1]) {
    const stem = checkNumber(decimal[1])
    return failed('decimal', stem.ok ? stem.e164 : stem.repaired)
  }
  const joined = shown.replace(separators, '')
  if (canonical.test(joined)) return checkDigits(joined.slice(1))
  if (joined === '') return { ok: false, problem: 'empty' }
  if (!/^\d+$/.test(joined)) return beside(shown) ?? { ok: false, problem: 'letters' }
  return failed('missing_plus', withoutPlus(joined))
}

/**
 * Reads a number written as inside a country: takes off the prefix that is dialled there and puts the country's code before it.
 *
 * @param text any way of writing
 * @param iso ISO 3166 code of the country
 * @returns + and digits, or null where that makes no number of the country; a number that has a + is only checked
 */
export function withCountry(text: string, iso: string): string | null {
  const plan = planOfCountry(iso)
  const number = readNumber(text)
  const check = checkNumber(text)
  if (check.ok) return check.e164
  if (!plan || !/^\d+$/.test(number)) return null
  const { code, trunk } = plan
  if (number.startsWith('00') || (code === '1' && number.startsWith('011'))) return check.repaired ?? null
  const readings = [
    number.startsWith(code) ? number : '',
    trunk !== '' && number.startsWith(trunk) ? `${code}${number.slice(trunk.length)}` : '',
    `${code}${number}`,
  ]
  const fitting = readings.map((reading) => checkDigits(reading)).find((reading) => reading.ok)
  return fitting?.e164 ?? null
}

/** A number fit for logs: `+1415•••0134`. At least three digits are hidden; what is no number is hidden whole. */
export function maskNumber(number: string): string {
  const parts = /^(\+?)(\d{7,})$/.exec(readNumber(number))
  if (!parts) return '•••'
  const [, plus = '', digits = ''] = parts
  return `${plus}${digits.slice(0, Math.min(4, digits.length - 7))}•••${digits.slice(-4)}`
}
