/** The country of a number, by its calling code and, where several share it, by the digits that follow. */
import { readNumber } from './number.ts'
import { countries, planOf } from './plans.ts'

/** ISO 3166 code of a number's country; '001' for numbers of no country; null where the calling code is nobody's. */
export function countryOf(e164: string): string | null {
  const number = readNumber(e164)
  const plan = number.startsWith('+') ? planOf(number.slice(1)) : undefined
  return plan?.countryOf(number.slice(1 + plan.code.length)) ?? null
}

/** ISO 3166 codes of all countries that have a numbering plan. */
export const allCountries: readonly string[] = countries.filter((iso) => iso !== '001')

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A country's English name by its ISO 3166 code; the code itself where there is no name. */
export function countryName(iso: string): string {
  if (iso === '001') return 'International'
  return /^[A-Z]{2}$/.test(iso) ? (names.of(iso) ?? iso) : iso
}
