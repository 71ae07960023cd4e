/** What an ID that somebody pasted may name, also where the team has never seen it. Pure. */
import { type Found, idPattern } from '#contract/index.ts'
import { thingKinds } from '#kit/navigation/thing-kinds.ts'

type Kind = Found['kind']

const kinds = Object.keys(thingKinds) as Kind[]
const shortest = 16

/**
 * @returns the kinds of things it may name, likeliest first; none where it is no ID. Digits alone are a number, and numbers stay out
 * of addresses.
 */
export function kindsOfId(text: string): readonly Kind[] {
  if (!idPattern.test(text) || !/[a-z]/i.test(text) || !/\d/.test(text)) return []
  const fitting = kinds.filter((kind) => thingKinds[kind].id.test(text))
  if (fitting.length > 0) return fitting
  // Another deployment's IDs may look otherwise, and then may name anything.
  return text.length < shortest ? [] : kinds
}
