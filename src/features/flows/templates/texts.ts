/** Texts of the page that offers templates. */
import { plural } from '#ui/text/format-number.ts'

export const startWith = (name: string) => `Use “${name}”`
export const facts = (direction: string, steps: number, rules: number) =>
  `${direction} · ${plural(steps, 'step', 'steps')} · ${plural(rules, 'rule', 'rules')}`
