/** Reads numbers in the national format of a country. */
import { kindOf } from './kinds.ts'
import { checkDigits, checkNumber, type NumberCheck, readNumber } from './number.ts'
import { planOfCountry } from './plans.ts'

/** Digits that begin with the international prefix of most countries, or of North America. The country code follows. */
export const hasInternationalPrefix = (text: string): boolean => /^(?:00|011(?=\d{9}))[1-9]/.test(readNumber(text))

/** The only number among these; of several, the only mobile, because whole numbers are often valid landlines too. */
function onlyOf(numbers: readonly string[]): string | undefined {
  const distinct = [...new Set(numbers)]
  if (distinct.length < 2) return distinct[0]
  const mobiles = distinct.filter((number) => kindOf(number) === 'mobile')
  return mobiles.length === 1 ? mobiles[0] : undefined
}

/**
 * Checks a number in the national format of a country: replaces the national prefix with the calling code.
 *
 * @param text a number in any format; one with a `+` is only checked
 * @param iso ISO 3166 code of the country
 * @returns the number; or why it is none, with the number as a repair if only its area code is unknown. Digits that are two numbers of
 *   the country, with and without the country code, have no repair
 */
export function checkInCountry(text: string, iso: string): NumberCheck {
  const plan = planOfCountry(iso)
  const check = checkNumber(text)
  if (check.ok || check.problem !== 'missing_plus' || !plan) return check
  if (hasInternationalPrefix(text)) return check.repaired === undefined ? check : checkNumber(check.repaired)
  const { code, trunk } = plan
  const number = readNumber(text)
  const readings = [
    number.startsWith(code) ? number : '',
    trunk !== '' && number.startsWith(trunk) ? `${code}${number.slice(trunk.length)}` : '',
    `${code}${number}`,
  ].map((reading) => checkDigits(reading))
  const valid = readings.flatMap((reading) => (reading.ok ? reading.e164 : []))
  const one = onlyOf(valid)
  if (one !== undefined) return readings.find((reading) => reading.ok && reading.e164 === one) ?? check
  if (valid.length > 0) return { ok: false, problem: 'missing_plus' }
  const unknown = readings.find((reading) => !reading.ok && reading.problem === 'unknown_area_code')
  return unknown ?? { ok: false, problem: 'not_in_plan' }
}

/**
 * Reads a number in the national format of a country.
 *
 * @param text a number in any format; one with a `+` is only checked
 * @param iso ISO 3166 code of the country
 * @returns `+` and digits, or null if that is not a valid number. An area code of North America may be newer than the plan
 */
export function withCountry(text: string, iso: string): string | null {
  const check = checkInCountry(text, iso)
  if (check.ok) return check.e164
  return (check.problem === 'unknown_area_code' && check.repaired) || null
}
