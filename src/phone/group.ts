/** Numbers in the groups that their country writes them in. */
import { formatLines } from './formats.ts'
import { planOf } from './plans.ts'

interface Rule {
  leading: RegExp
  groups: RegExp
}

const sources = new Map(
  formatLines
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...rules] = line.split(' ')
      return [code, rules] as const
    }),
)
const compiled = new Map<string, Rule[]>()

function rulesOf(code: string): Rule[] {
  const known = compiled.get(code)
  if (known) return known
  const rules = (sources.get(code) ?? []).map((rule) => {
    const [leading = '', groups = ''] = rule.split('=')
    return { leading: new RegExp(`^(?:${leading})`), groups: new RegExp(`^${groups}$`) }
  })
  compiled.set(code, rules)
  return rules
}

/** For numbers whose plan names no groups: threes, the rest at the end; short ones as they are. */
const inThrees = (national: string): string =>
  national.length < 6 ? national : national.replace(/(\d{3})(?=\d{2,})/g, '$1 ')

/** A number for people to read: `+1 415 555 0134`, `+44 7700 900123`. What is not + and digits comes back as it is. */
export function groupNumber(e164: string): string {
  if (!/^\+\d+$/.test(e164)) return e164
  const plan = planOf(e164.slice(1))
  if (!plan) return e164
  const national = e164.slice(1 + plan.code.length)
  const rule = rulesOf(plan.code).find(({ leading, groups }) => leading.test(national) && groups.test(national))
  const written = rule?.groups.exec(national)?.slice(1).join(' ') ?? inThrees(national)
  return `+${plan.code} ${written}`.trim()
}
