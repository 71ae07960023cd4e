/** The fields of a record, or of a part of it, that the interface does not define. They are shown, and nobody edits them here. */
import type { Fact } from '#ui/layout/section.tsx'

export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** "maxCallDuration": "Max call duration". */
const termOf = (name: string) =>
  name
    .replaceAll(/(?<=[a-z\d])[A-Z]|_/g, (end) => ` ${end.replace('_', '').toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

/** @param excluded the names that are shown elsewhere */
export const otherFacts = (record: object, excluded: readonly string[] = []): Fact[] =>
  Object.entries(record)
    .filter(([name, value]) => !excluded.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: termOf(name), value: <span className="break-words">{asText(value)}</span> }))
