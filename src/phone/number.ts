/** Phone numbers: read in any way of writing, checked against the numbering plans, repaired where the repair is plain. */
import { planOf, planOfCountry } from './plans.ts'

export type NumberProblem =
  | 'empty'
  /** A spreadsheet made `1.41556E+10` of it. */
  | 'exponent'
  /** A program made a decimal number of it: `14155550134.0`. */
  | 'decimal'
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

/** The text as a person sees it: without invisible marks and `tel:`, with ordinary digits. */
const seen = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(otherDigits, asAscii)
    .trim()
    .replace(/^tel:\s*/i, '')

/**
 * Takes off what people put between digits: spaces, dashes, brackets, dots, invisible marks, `tel:`; full-width digits become
 * plain ones. Nothing is added: a leading 00 stays, and what is no number stays recognisable as none.
 */
export function readNumber(text: string): string {
  return canonical.test(text) ? text : seen(text).replace(separators, '')
}

/** Judges digits after the +. */
function checkDigits(digits: string): NumberCheck {
  const plan = planOf(digits)
  if (!plan) return { ok: false, problem: digits.length < 7 ? 'too_short' : 'not_in_plan' }
  const { code, lengths, trunk } = plan
  const national = digits.slice(code.length)
  if (plan.has(national)) return { ok: true, e164: `+${digits}`, country: plan.countryOf(national) }
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
  const fitting = readings.map(checkDigits).filter((check) => check.ok)
  // Two readings are two people; then there is nothing to suggest.
  return fitting.length === 1 ? fitting[0]?.e164 : undefined
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
  if (canonical.test(text)) return checkDigits(text.slice(1))
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
  if (!/^\d+$/.test(joined)) return { ok: false, problem: 'letters' }
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
  const fitting = readings.map(checkDigits).find((reading) => reading.ok)
  return fitting?.e164 ?? null
}

/** A number fit for logs: `+1415•••0134`. At least three digits are hidden; what is no number is hidden whole. */
export function maskNumber(number: string): string {
  const parts = /^(\+?)(\d{7,})$/.exec(readNumber(number))
  if (!parts) return '•••'
  const [, plus = '', digits = ''] = parts
  return `${plus}${digits.slice(0, Math.min(4, digits.length - 7))}•••${digits.slice(-4)}`
}
