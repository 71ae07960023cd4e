/** Parses JSON bodies for both servers: strict UTF-8, and with a maximum nesting depth. Also names what is wrong with them. */

/** A refusal names at most so many fields, and so much of each name, so that it is not larger than what was sent. */
export const maxNamedFields = 20
const maxNameLength = 100

/** A name that somebody sent, for a refusal. */
export const shortName = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name

/** Names that somebody sent, for a refusal: the first of them. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, maxNamedFields).map(shortName).join(', ')
  return names.length > maxNamedFields ? `${listed} and ${names.length - maxNamedFields} more` : listed
}

/** Whether a value of JSON has the character NUL in a text or a name. PostgreSQL stores none, the embedded database does. */
export function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => name.includes('\0') || hasNul(one))
}

/** Maximum nesting of objects and lists. Deeper bodies could overflow the stack of recursive code. */
const maxDepth = 100

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/**
 * Parses a JSON body.
 *
 * @param bytes the whole body
 * @returns the value, or the problem as the end of a sentence that begins with "The body"
 */
export function readJson(bytes: ArrayBuffer): { value: unknown } | { problem: string } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { problem: 'is not UTF-8.' }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'is not JSON.' }
  }
  if (isTooDeep(value)) return { problem: `has more than ${maxDepth} levels of objects and lists.` }
  // Only a text with this escape can have one.
  return text.includes('\\u0000') && hasNul(value) ? { problem: 'has the character NUL in a text.' } : { value }
}
