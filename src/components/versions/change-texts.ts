/** Texts about versions that several features show. */
import { type ChangeName, changeText, type VersionKind } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

/** The first texts, and how many more there are. */
export function shortened(all: readonly string[], maximum: number): string[] {
  const different = [...new Set(all)]
  if (different.length <= maximum) return different
  const more = plural(different.length - maximum + 1, 'more change', 'more changes')
  return [...different.slice(0, maximum - 1), more]
}

/** The first changes in words, and how many more there are. */
export const changeTexts = (changes: readonly ChangeName[], maximum: number): string[] =>
  shortened(changes.map(changeText), maximum)

export const kindNouns: Readonly<Record<VersionKind, readonly [one: string, many: string]>> = {
  agent: ['agent', 'agents'],
  flow: ['flow', 'flows'],
  'messaging-agent': ['messaging agent', 'messaging agents'],
  'message-flow': ['message flow', 'message flows'],
}

export const noValue = 'none'
export const counted = (count: number, part: 'step' | 'connection' | 'rule') => plural(count, part, `${part}s`)

/** Followed by the time. @param operator null: it was deleted outside Switchboard, which noticed it at that time */
export const deletedBy = (name: string, operator: string | null) =>
  operator === null
    ? `${named(name)} was deleted outside Switchboard, which noticed it on`
    : `${named(name)} was deleted by ${operator} on`
const named = (name: string) => (name === '' ? 'It' : `“${name}”`)
