/** The kinds of records that a pasted ID may belong to, even if the team has never seen it. Pure. */
import { type Found, idPattern } from '#contract/index.ts'
import { recordKinds } from '#kit/navigation/record-kinds.ts'

type Kind = Found['kind']

const allKinds = (Object.keys(recordKinds) as Kind[]).filter((kind) => kind !== 'person')
/** Shorter than the IDs of most services. Most words with a digit, such as "b2b", are shorter still. */
const minIdLength = 6

/**
 * @returns the kinds, the most specific first; none if the text is not an ID. Digits alone are taken for a phone number, which must not
 *   get into an address
 */
export function kindsOfId(text: string): readonly Kind[] {
  if (!idPattern.test(text) || !/[a-z]/i.test(text) || !/\d/.test(text)) return []
  const matching = allKinds.filter((kind) => recordKinds[kind].idPattern.test(text))
  if (matching.length > 0) return matching
  // Another service may use other formats of IDs. Then the ID may belong to any kind.
  return text.length < minIdLength ? [] : allKinds
}
