/** Formats numbers in the groups that are usual in their country. Needs no numbering plan: lists load it with their first rows. */
import formatLines from './formats.json' with { type: 'json' }

/** The source of a pattern in the generated data, where `#` is a digit. */
export const patternSource = (line: string): string => line.replaceAll('#', '\\d')

interface Rule {
  leading: RegExp
  groups: RegExp
}

/** Each line: calling code, then rules, if its numbers have groups: leading digits = groups. */
const ruleSources = new Map(
  formatLines.map((line) => {
    const [code = '', ...rules] = line.split(' ')
    return [code, rules] as const
  }),
)
const compiledRules = new Map<string, Rule[]>()

function rulesOf(code: string): Rule[] {
  const known = compiledRules.get(code)
  if (known) return known
  const rules = (ruleSources.get(code) ?? []).map((rule) => {
    const [leading = '', groups = ''] = patternSource(rule).split('=')
    return { leading: new RegExp(`^(?:${leading})`), groups: new RegExp(`^${groups}$`) }
  })
  compiledRules.set(code, rules)
  return rules
}

/** For numbers whose plan has no groups: groups of three, the rest at the end. Short numbers stay as they are. */
const groupByThree = (national: string): string =>
  national.length < 6 ? national : national.replace(/(\d{3})(?=\d{2})/g, '$1 ')

/** Formats a number for people: `+1 415 555 0134`, `+44 7700 900123`. @param e164 `+` and digits; other text is returned as it is */
export function groupNumber(e164: string): string {
  if (!/^\+\d+$/.test(e164)) return e164
  // No calling code is the beginning of another one.
  const code = [1, 2, 3].map((length) => e164.slice(1, 1 + length)).find((digits) => ruleSources.has(digits))
  if (code === undefined) return e164
  const national = e164.slice(1 + code.length)
  const rule = rulesOf(code).find(({ leading, groups }) => leading.test(national) && groups.test(national))
  const grouped = rule?.groups.exec(national)?.slice(1).join(' ') ?? groupByThree(national)
  return `+${code} ${grouped}`.trim()
}
