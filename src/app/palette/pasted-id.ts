/** The kinds of things that a pasted ID may belong to, even if the team has never seen it. Pure. */
import { type Found, idPattern } from '#contract/index.ts'
import { recordKinds } from '#kit/navigation/record-kinds.ts'

type Kind = Found['kind']

const kinds = Object.keys(recordKinds) as Kind[]
const minIdLength = 16

/**
 * @returns the kinds, likeliest first; none if it is not an ID. Digits alone are a phone number, and phone numbers must not be in
 * addresses.
 */
export function kindsOfId(text: string): readonly Kind[] {
  if (!idPattern.test(text) || !/[a-z]/i.test(text) || !/\d/.test(text)) return []
  const matching = kinds.filter((kind) => recordKinds[kind].idPattern.test(text))
  if (matching.length > 0) return matching
  // Another service may use other forms of IDs, which can belong to anything.
  return text.length < minIdLength ? [] : kinds
}
