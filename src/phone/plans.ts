/** The numbering plans: one for each calling code, its patterns compiled when they are first asked for. */
import { planLines } from './patterns.ts'

export interface Plan {
  /** Calling code, 1 to 3 digits. */
  code: string
  /** ISO 3166 codes of its countries, the main one first; '001' for numbers of no country, such as +800. */
  countries: string[]
  /** How many digits a national number may have. */
  lengths: number[]
  /** What is dialled before a national number inside the country; '' if nothing. */
  trunk: string
  /** Whether these national digits are a number of the plan. */
  has: (national: string) => boolean
  /** The country of these national digits. */
  countryOf: (national: string) => string
}

function lazily(source: string): (digits: string) => boolean {
  let pattern: RegExp | undefined
  return (digits) => {
    pattern ??= new RegExp(source)
    return pattern.test(digits)
  }
}

function readPlan(line: string): Plan {
  const [code = '', main = '', lengths = '', trunk = '', pattern = '', ...rest] = line.split(' ')
  const others = rest.map((other) => {
    const [iso = '', source = ''] = other.split('=')
    return { iso, source, has: lazily(`^(?:${source})`) }
  })
  // No pattern: its numbers cannot be told from the main country's.
  const told = others.filter((other) => other.source !== '')
  // Most numbers are the main country's, and one look tells.
  const isOther = told.length === 0 ? () => false : lazily(`^(?:${told.map((other) => other.source).join('|')})`)
  return {
    code,
    countries: [main, ...others.map((other) => other.iso)],
    lengths: lengths.split(',').map(Number),
    trunk: trunk === '-' ? '' : trunk,
    has: lazily(`^(?:${pattern})$`),
    countryOf: (national) => (isOther(national) ? (told.find((other) => other.has(national))?.iso ?? main) : main),
  }
}

const plans = planLines.trim().split('\n').map(readPlan)
const byCode = new Map(plans.map((plan) => [plan.code, plan]))
const byCountry = new Map(plans.flatMap((plan) => plan.countries.map((iso) => [iso, plan])))

/** Every country of every plan. */
export const countries: readonly string[] = [...byCountry.keys()]

/** The plan whose calling code begins these digits (without +), if any. No calling code begins another. */
export function planOf(digits: string): Plan | undefined {
  return byCode.get(digits.slice(0, 1)) ?? byCode.get(digits.slice(0, 2)) ?? byCode.get(digits.slice(0, 3))
}

/** The plan of a country, by its ISO 3166 code. */
export function planOfCountry(iso: string): Plan | undefined {
  return byCountry.get(iso.toUpperCase())
}
