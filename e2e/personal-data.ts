/**
 * After a story, searches the gateway's logs and output and the browser's URLs for the names, phone numbers and e-mail addresses of the
 * service's customers (reliability R34).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryDatabases } from './effects.ts'

const personalDataQuery = `
  select customer_name as name, customer_phone as number, customer_email as address from conversation
  union select customer_name, to_number, null from call
  union select null, phone_number, null from (select phone_number from job limit 1000)`

/** Two normal forms, so that a value is found in any spelling: URL-encoded, with + for a space, in groups or with brackets. */
function normalizedSpellings(text: string): string[] {
  const decoded = text.replaceAll(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  return [decoded.replaceAll('+', ' '), decoded.replaceAll(/[\s().-]/g, '')]
}

/**
 * @param folder the world's data
 * @param texts lines of output, and URLs
 * @returns a sentence for each line that contains personal data
 */
export function findPersonalData(folder: string, texts: readonly string[]): string[] {
  const personalValues = queryDatabases(folder, 'service.db', personalDataQuery)
    .flatMap(({ name, number, address }) => [
      // A first name alone could be any word.
      ...(String(name).includes(' ') ? [String(name)] : []),
      ...(number ? [String(number).replace('+', '')] : []),
      ...(address ? [String(address)] : []),
    ])
    .filter((value) => value.length > 6)
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('gateway.log'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  return [...new Set([...logs, ...texts])].flatMap((line) => {
    const spellingsOfLine = normalizedSpellings(line)
    const foundValue = personalValues.find((value) => spellingsOfLine.some((spelling) => spelling.includes(value)))
    return foundValue === undefined ? [] : [`${foundValue} is in: ${line}`]
  })
}
