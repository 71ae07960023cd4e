/** What a step, a connection or a flow holds beside what the interface names. Their panels and the facts of a flow share this file. */
import type { Fact } from '#ui/layout/section.tsx'

export const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What stands in a bag beside these names, as facts. */
export const otherFacts = (bag: Readonly<Record<string, unknown>>, named: readonly string[]): Fact[] =>
  Object.entries(bag)
    .filter(([name, value]) => !named.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: name, value: <span className="break-words">{inWords(value)}</span> }))
