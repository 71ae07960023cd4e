/** Texts of the page that offers templates. */
import { plural } from '#ui/text/format-number.ts'

export const intro =
  'Start with a complete flow and change what is different at your company, or start from nothing. Nothing is created until you save it.'
export const title = 'Templates'
export const startWith = (name: string) => `Use “${name}”`
export const startEmpty = 'Start with an empty flow'
export const facts = (direction: string, steps: number, rules: number) =>
  `${direction} · ${plural(steps, 'step', 'steps')} · ${plural(rules, 'rule', 'rules')}`
