import type { Fact } from '#ui/layout/section.tsx'

/** The fields of a record or of its settings that are not among these names, under the names that the service gives them. */
export const otherFacts = (bag: object, named: readonly string[]): Fact[] =>
  Object.entries(bag)
    .filter(([name, value]) => !named.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
