/** Parses JSON bodies for both servers: strict UTF-8, and with a maximum nesting depth. */

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
  return isTooDeep(value) ? { problem: `has more than ${maxDepth} levels of objects and lists.` } : { value }
}
