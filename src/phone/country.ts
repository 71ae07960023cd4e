/** The country of a number, by its calling code and, if several countries share it, by the digits that follow. */
import { readNumber } from './number.ts'
import { countries, planOf } from './plans.ts'

/**
 * The country of a number.
 *
 * @param e164 `+` and digits
 * @returns ISO 3166 code; '001' for numbers without a country, such as +800; null if no calling code matches
 */
export function countryOf(e164: string): string | null {
  const number = readNumber(e164)
  const plan = number.startsWith('+') ? planOf(number.slice(1)) : undefined
  return plan?.countryOf(number.slice(1 + plan.code.length)) ?? null
}

/** ISO 3166 codes of all countries that have a numbering plan. */
export const allCountries: readonly string[] = countries.filter((iso) => iso !== '001')

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** English name of a country. @param iso ISO 3166 code, returned as it is if it has no name */
export function countryName(iso: string): string {
  if (iso === '001') return 'International'
  return /^[A-Z]{2}$/.test(iso) ? (names.of(iso) ?? iso) : iso
}
