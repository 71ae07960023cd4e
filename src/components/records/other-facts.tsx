/** The fields of a record, or of a part of it, that the interface does not define. They are shown, and nobody edits them here. */
import type { Fact } from '#ui/layout/section.tsx'

export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** "maxCallDuration": "Max call duration", "callbackURL": "Callback URL". */
const termOf = (name: string) =>
  name
    .replaceAll(/_|(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/ [A-Z](?=[a-z])|^./g, (begin) => (begin.length > 1 ? begin.toLowerCase() : begin.toUpperCase()))

const nothing = [undefined, 'null', '""', '[]', '{}']

/** @param excluded the names that are shown elsewhere */
export const otherFacts = (record: object, excluded: readonly string[] = []): Fact[] =>
  Object.entries(record)
    .filter(([name, value]) => !excluded.includes(name) && !nothing.includes(JSON.stringify(value)))
    .map(([name, value]) => ({ term: termOf(name), value: <span className="break-words">{asText(value)}</span> }))
