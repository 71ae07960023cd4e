/** Shows the fields of a step, connection or flow that the interface does not define. */
import type { Fact } from '#ui/layout/section.tsx'

export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields of a record as facts, without the excluded names. */
export const otherFacts = (record: Readonly<Record<string, unknown>>, excluded: readonly string[]): Fact[] =>
  Object.entries(record)
    .filter(([name, value]) => !excluded.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: name, value: <span className="break-words">{asText(value)}</span> }))
