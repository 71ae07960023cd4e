/** Reads phone numbers in any format, checks them against the numbering plans, and suggests repairs. */
import { numberWithin } from './around-number.ts'
import { changeOf } from './plan-changes.ts'
import { planOf } from './plans.ts'

export type NumberProblem =
  | 'empty'
  /** A spreadsheet turned it into `1.41556E+10`. */
  | 'exponent'
  /** A program turned it into a decimal number: `14155550134.0`. */
  | 'decimal'
  /** It ends with an extension, which a call cannot dial. */
  | 'extension'
  /** One whole number, with a label, punctuation or a messenger's address around it. */
  | 'label'
  /** It contains several numbers. */
  | 'several'
  /** It contains characters that no number has. */
  | 'letters'
  | 'missing_plus'
  | 'too_short'
  | 'too_long'
  /** The national prefix, in most countries 0, follows the country code. */
  | 'trunk_zero'
  /** The 0 that numbers of the country keep after the country code is missing. */
  | 'lost_zero'
  /** It has the form of a numbering plan that the country has replaced. */
  | 'old_plan'
  /** The numbering plan of the country has no such number. */
  | 'not_in_plan'
  /** A well-formed number of North America with an area code that the plan does not have. It may be newer than the plan. */
  | 'unknown_area_code'

export type NumberCheck =
  | { ok: true /** `+` and digits. */; e164: string /** ISO 3166. */; country: string }
  | {
      ok: false
      problem: NumberProblem /** Suggested number, `+` and digits. A person has to accept it. */
      repaired?: string
      /** The country of the suggested number, if it was only assumed. ISO 3166. */
      country?: string
      /** The number without what is wrong, if it has no country code either: nothing but its length says what it is. */
      bare?: string
    }

/** Soft hyphen, zero-width characters, text direction marks, byte order mark. */
const invisibleCharacters = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const separators = /[\s().\u00b7\u2010-\u2015\u2212-]/g
const plusAndDigits = /^\+\d+$/
/** Full-width characters, and Arabic and Persian digits. NFKC is no alternative, because it turns the ¹ of a footnote into 1. */
const otherDigits = /[\uff08-\uff19\u0660-\u0669\u06f0-\u06f9]/g

const asAscii = (sign: string): string => {
  const point = sign.charCodeAt(0)
  return String.fromCharCode(point >= 0xff00 ? point - 0xfee0 : (point & 0xf) + 0x30)
}

/** Characters with which spreadsheets and word processors protect a number: `'+1…`, `="+1…"`, quotation marks of any kind. */
const opening = /^(?:=\s*")?['"\u2018-\u201f\u00ab\u00bb`\u00b4]*\s*/
const closing = /(?<!['"\u2018-\u201f\u00ab\u00bb`\u00b4])['"\u2018-\u201f\u00ab\u00bb`\u00b4]+$/

/** A longer text is no number. Looking for one takes time that grows faster than the text. */
const maxCharacters = 256

/** Brazil: the digits of a carrier, which the caller chooses, stand for these letters. */
const carrier = /(^|[^\d])0\s?xx(?=\s?\d\d)/i

/** The text without invisible characters, wrapping and `tel:`, with ASCII digits. */
export function visibleText(text: string): string {
  const trimmed = text.replace(invisibleCharacters, '').trim()
  if (trimmed.length > maxCharacters) return trimmed
  return trimmed
    .replace(otherDigits, asAscii)
    .replace(opening, '')
    .replace(closing, '')
    .trimEnd()
    .replace(/^(?:tel|callto|sms|whatsapp):\s*(?:\/\/(?=\+?\d))?/i, '')
    .replace(carrier, '$10')
    .trim()
}

/**
 * Removes what people write between digits, such as spaces, dashes, brackets and dots, and also invisible characters and `tel:`. Digits
 * become ASCII digits. Nothing is added: a leading 00 stays, and text that is no number is not turned into one.
 */
export function readNumber(text: string): string {
  return plusAndDigits.test(text) ? text : visibleText(text).replace(separators, '')
}

/** Digits and what people write between them; a slash follows the area code in some countries. */
const phoneCharacters = /^[+(\d][\d\s()./\u00b7\u2010-\u2015\u2212-]*$/
/** A day in figures, `20261120` and a spreadsheet's amount `1234567.50` are no telephones. */
const otherFigures =
  /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2})|(?:19|20)\d\d[-/]?(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?|\d+\.\d{1,2})$/
const shortened = /^\+?\d[.,]\d+e\+?\d{1,2}$/i
/** A telephone number has as many digits as this, with or without its country code. */
const [minDigits, maxDigits] = [7, 15]
const maxLookedAt = 40

/**
 * Whether a text could be the telephone number of any country, in its national format too: seven digits or more, and nothing else but what
 * people write between them. Which country, and whether the number exists, is not asked.
 */
export function looksLikeNumber(text: string): boolean {
  if (text.length > maxLookedAt) return false
  const visible = visibleText(text)
  if (shortened.test(visible)) return true
  if (!phoneCharacters.test(visible) || otherFigures.test(visible)) return false
  const digits = visible.replace(/\D/g, '').length
  return digits >= minDigits && digits <= maxDigits
}

/** Area code and exchange, neither of which is a service such as 911 (https://www.nanpa.com). */
const northAmerican = /^(?![2-9]11|\d{3}[2-9]11)[2-9]\d{2}[2-9]\d{6}$/

/** Checks the digits after the `+`. */
export function checkDigits(digits: string, e164 = `+${digits}`): NumberCheck {
  const plan = planOf(digits)
  if (!plan) return { ok: false, problem: digits.length < 7 ? 'too_short' : 'not_in_plan' }
  const { code, lengths } = plan
  const national = digits.slice(code.length)
  if (plan.includes(national)) return { ok: true, e164, country: plan.countryOf(national) }
  if (code === '1' && northAmerican.test(national)) return { ok: false, problem: 'unknown_area_code', repaired: e164 }
  const change = changeOf(national, plan)
  if (change) return problemWith(change.problem, change.national && `+${code}${change.national}`)
  if (lengths.includes(national.length)) return { ok: false, problem: 'not_in_plan' }
  return { ok: false, problem: lengths.some((length) => length > national.length) ? 'too_short' : 'too_long' }
}

/** The number with these digits, or its repair; undefined if there is neither. */
const validOrRepaired = (digits: string): string | undefined => {
  const check = checkDigits(digits)
  return check.ok ? check.e164 : check.repaired
}

/** Suggests a number for digits without a `+`: an international prefix, a missing `+`, or ten digits of North America. */
function withoutPlus(digits: string): string | undefined {
  // Area codes of several countries begin with 11, so after 011 there have to be as many digits as a whole number has.
  const international = /^(?:00|011(?=\d{9}))([1-9]\d+)$/.exec(digits)
  if (international?.[1]) return validOrRepaired(international[1])
  const readings = digits.length === 10 ? [digits, `1${digits}`] : [digits]
  const fitting = readings.map((reading) => checkDigits(reading)).filter((check) => check.ok)
  // Two valid readings are two different people, so nothing is suggested.
  return fitting.length === 1 ? fitting[0]?.e164 : undefined
}

const numberSeparator = /[/;,|&\n]|:::|\b(?:or|and|oder|und|ou|et|y)\b/i
/** Longer text is prose. */
const maxSeveral = 80

/** Recognizes text with several numbers. */
function severalNumbers(text: string): NumberCheck | undefined {
  if (text.length > maxSeveral) return undefined
  const parts = text
    .split(numberSeparator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const readings = parts.length > 1 ? parts.map(checkNumber) : []
  const numbers = readings.flatMap((check) => (check.ok ? check.e164 : (check.repaired ?? [])))
  const isSeveral = numbers.length > 1 && numbers.length === parts.length
  return isSeveral ? problemOf('several', parts[0] ?? '') : undefined
}

/** Recognizes a number with something around it. */
function withinText(text: string): NumberCheck | undefined {
  const found = numberWithin(text)
  // If nothing stands around it, it is what could not be read.
  if (!found || found.number === text) return undefined
  const check = problemOf(found.kind, found.number)
  return !check.ok && (check.repaired !== undefined || check.bare !== undefined) ? check : undefined
}

/** A problem around a number, with what the number itself is. */
function problemOf(problem: NumberProblem, number: string): NumberCheck {
  const check = checkNumber(number)
  if (check.ok) return { ok: false, problem, repaired: check.e164 }
  const found = problemWith(problem, check.repaired)
  return found.ok || check.problem !== 'missing_plus' ? found : { ...found, bare: number }
}

const problemWith = (problem: NumberProblem, repaired: string | undefined): NumberCheck =>
  repaired === undefined ? { ok: false, problem } : { ok: false, problem, repaired }

/**
 * Checks a number against the numbering plan of its country (specification 4.3 rule 4).
 *
 * @param text a number in any format; separators and invisible characters are ignored
 * @returns the number in E.164 with its country, or the first problem, with a suggested repair if there is one
 */
export function checkNumber(text: string): NumberCheck {
  if (plusAndDigits.test(text)) return checkDigits(text.slice(1), text)
  const visible = visibleText(text)
  if (visible === '') return { ok: false, problem: 'empty' }
  if (visible.length > maxCharacters) return { ok: false, problem: 'letters' }
  const exponent = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(visible)
  if (exponent) {
    const digits = `${exponent[1]}${exponent[2] ?? ''}`
    // The number can be restored only if no digit was lost.
    return digits.length === Number(exponent[3]) + 1
      ? problemOf('exponent', digits)
      : { ok: false, problem: 'exponent' }
  }
  const decimal = /^(\+?\d{5,})[.,]0+$/.exec(visible)
  if (decimal?.[1]) return problemOf('decimal', decimal[1])
  const joined = visible.replace(separators, '')
  if (plusAndDigits.test(joined)) return checkDigits(joined.slice(1))
  if (joined === '') return { ok: false, problem: 'empty' }
  if (!/^\d+$/.test(joined)) {
    return severalNumbers(visible) ?? withinText(visible) ?? { ok: false, problem: 'letters' }
  }
  return problemWith('missing_plus', withoutPlus(joined))
}
