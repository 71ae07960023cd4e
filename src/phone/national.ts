/** Reads numbers in the national format of a country. */
import { kindOf } from './kinds.ts'
import { checkDigits, checkNumber, type NumberCheck, type NumberProblem, readNumber } from './number.ts'
import { changeOf } from './plan-changes.ts'
import { planOfCountry } from './plans.ts'

/** Digits that begin with the international prefix of most countries, or of North America. The country code follows. */
export const hasInternationalPrefix = (text: string): boolean => /^(?:00|011(?=\d{9}))[1-9]/.test(readNumber(text))

const notInPlan: NumberCheck = { ok: false, problem: 'not_in_plan' }

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
  const { code, includes } = plan
  const number = readNumber(text)
  // Outside North America, 011 begins area codes.
  const isInternational = hasInternationalPrefix(text) && (code === '1' || number.startsWith('00'))
  if (isInternational && check.repaired !== undefined) return checkNumber(check.repaired)
  const forms = [number, ...(number.startsWith(code) ? [number.slice(code.length)] : [])]
  const changes = forms.flatMap((form) => (includes(form) ? { national: form } : (changeOf(form, plan) ?? [])))
  // The national prefix belongs to a number in national format.
  const valid = changes.flatMap(({ national, problem }: { national?: string; problem?: NumberProblem }) =>
    national !== undefined && (problem === undefined || problem === 'trunk_zero') ? `+${code}${national}` : [],
  )
  const one = onlyOf(valid)
  if (one !== undefined) return checkNumber(one)
  if (valid.length > 0) return { ok: false, problem: 'missing_plus' }
  const others = forms.map((form) => checkDigits(`${code}${form}`))
  const repairable = others.find((other) => !other.ok && other.repaired !== undefined)
  return repairable ?? others.find((other) => !other.ok && other.problem === 'old_plan') ?? notInPlan
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
  return (check.problem !== 'missing_plus' && check.repaired) || null
}
