import type { Fact } from '#ui/layout/section.tsx'

/** The fields of a record or of its settings as facts, without the excluded names. */
export const otherFacts = (record: object, excluded: readonly string[]): Fact[] =>
  Object.entries(record)
    .filter(([name, value]) => !excluded.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
