/** Kinds of numbers: mobiles, and those whose calls cost or mean something else. Patterns are compiled on first use. */

import { patternSource } from './group.ts'
import kindLines from './kind-lines.json' with { type: 'json' }
import { planOf } from './plans.ts'
import { remembered } from './remembered.ts'

const kinds = ['mobile', 'tollFree', 'premium', 'personal', 'sharedCost'] as const
export type NumberKind = (typeof kinds)[number]

/** Each line: calling code, then kinds of numbers = pattern of the national number. */
const lines = new Map(kindLines.map((line) => [line.slice(0, line.indexOf(' ')), line]))
const patternsOf = remembered((code: string) =>
  patternSource(lines.get(code) ?? '')
    .split(' ')
    .slice(1)
    .flatMap((part): [NumberKind, RegExp][] => {
      const [name = '', ...pattern] = part.split('=')
      const kind = kinds.find((one) => one === name)
      // A lookahead in a pattern contains an equals sign.
      return kind ? [[kind, new RegExp(`^(?:${pattern.join('=')})$`)]] : []
    }),
)

/** The kind of a number in E.164; undefined for landlines, and where mobiles are numbered like landlines. */
export function kindOf(e164: string): NumberKind | undefined {
  const digits = e164.slice(1)
  const plan = planOf(digits)
  if (!plan) return undefined
  const national = digits.slice(plan.code.length)
  return patternsOf(plan.code).find(([, pattern]) => pattern.test(national))?.[0]
}
