/**
 * National numbers that the plan does not have as written: with a prefix that is only dialled inside the country, or in a form that the
 * plan had before it changed. `plan-changes.json` lists finished changes. Those without a new form are only explained, because the old
 * number does not say which new one it became.
 */
import data from './plan-changes.json' with { type: 'json' }
import type { Plan } from './plans.ts'

export type ChangeProblem = 'trunk_zero' | 'old_plan' | 'lost_zero'

interface Change {
  pattern: RegExp
  to: string | null
  problem: ChangeProblem
}

const problems: Record<string, ChangeProblem> = { prefix: 'trunk_zero', changed: 'old_plan', zero: 'lost_zero' }
const changes = new Map<string, Change[]>()
for (const { code, from, to, kind } of data.changes) {
  const change = { pattern: new RegExp(`^${from}$`), to, problem: problems[kind] ?? 'old_plan' }
  changes.set(code, [...(changes.get(code) ?? []), change])
}
const otherPrefixes = new Map(Object.entries(data.prefixes))

/**
 * @param national a national number that the plan does not include
 * @returns what is wrong with it, and the number that it certainly is, if there is exactly one; undefined: nothing is known
 */
export function changeOf(national: string, plan: Plan): { problem: ChangeProblem; national?: string } | undefined {
  const { code, trunk, includes } = plan
  const found = new Map<string, ChangeProblem>()
  const prefixes = new Set(['0', trunk, ...(otherPrefixes.get(code) ?? [])].filter((one) => one !== ''))
  const stripped = [...prefixes].flatMap((prefix) => (national.startsWith(prefix) ? national.slice(prefix.length) : []))
  for (const form of stripped) if (includes(form)) found.set(form, 'trunk_zero')
  const ofPlan = changes.get(code) ?? []
  for (const form of ofPlan.length === 0 ? [] : [national, ...stripped]) {
    for (const { pattern, to, problem } of ofPlan) {
      if (to === null || !pattern.test(form)) continue
      const current = form.replace(pattern, to)
      if (includes(current) && !found.has(current)) found.set(current, problem)
    }
  }
  if (found.size === 1) {
    const [[current, problem]] = [...found] as [[string, ChangeProblem]]
    return { problem, national: current }
  }
  const isExplained = ofPlan.some(({ pattern, to }) => to === null && pattern.test(national))
  return found.size === 0 && isExplained ? { problem: 'old_plan' } : undefined
}
