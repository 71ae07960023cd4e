/** Numbering plans, one for each calling code. Patterns are compiled on first use. */
import { patternSource } from './group.ts'
import planLines from './patterns.json' with { type: 'json' }

/** The day of the numbering plans: when the library's metadata were published. Change it with the patterns. */
export const planDate = '2026-11-10'

export interface Plan {
  /** Calling code, 1 to 3 digits. */
  code: string
  /** ISO 3166 codes of the plan's countries, the main one first; '001' for numbers without a country, such as +800. */
  countries: string[]
  /** Possible lengths of a national number. */
  lengths: number[]
  /** National prefix, dialled before a number inside the country; '' if there is none. */
  trunk: string
  /** Whether the plan includes a national number. */
  includes: (national: string) => boolean
  /** The country of a national number. */
  countryOf: (national: string) => string
}

function lazyPattern(source: string): (digits: string) => boolean {
  let pattern: RegExp | undefined
  return (digits) => {
    pattern ??= new RegExp(source)
    return pattern.test(digits)
  }
}

/** @param line calling code, main country, lengths, trunk prefix, pattern of the national number, other countries */
function readPlan(line: string): Plan {
  const [code = '', main = '', lengths = '', trunk = '', pattern = '', ...rest] = patternSource(line).split(' ')
  const others = rest.map((other) => {
    const [iso = '', source = ''] = other.split('=')
    return { iso, source, has: lazyPattern(`^(?:${source})`) }
  })
  // Without a pattern, the numbers of a country cannot be distinguished from those of the main country.
  const distinct = others.filter((other) => other.source !== '')
  // Most numbers belong to the main country, so one pattern decides first.
  const isOther =
    distinct.length === 0 ? () => false : lazyPattern(`^(?:${distinct.map((other) => other.source).join('|')})`)
  return {
    code,
    countries: [main, ...others.map((other) => other.iso)],
    lengths: lengths.split(',').map(Number),
    trunk: trunk === '-' ? '' : trunk,
    includes: lazyPattern(`^(?:${pattern})$`),
    countryOf: (national) => (isOther(national) ? (distinct.find((other) => other.has(national))?.iso ?? main) : main),
  }
}

const plans = planLines.map(readPlan)
const byCode = new Map(plans.map((plan) => [plan.code, plan]))
const byCountry = new Map(plans.flatMap((plan) => plan.countries.map((iso) => [iso, plan])))

/** Every country of every plan. */
export const countries: readonly string[] = [...byCountry.keys()]

/** The plan for a number, if any. No calling code is the beginning of another one. @param digits without the `+` */
export function planOf(digits: string): Plan | undefined {
  return byCode.get(digits.slice(0, 1)) ?? byCode.get(digits.slice(0, 2)) ?? byCode.get(digits.slice(0, 3))
}

/** The plan of a country, by its ISO 3166 code. */
export function planOfCountry(iso: string): Plan | undefined {
  return byCountry.get(iso.toUpperCase())
}
