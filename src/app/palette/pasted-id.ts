/** What an ID that somebody pasted may name, also where the team has never seen it. Pure. */
import { type Found, idPattern } from '#contract/index.ts'

type Kind = Found['kind']

/** Forms that the service's own IDs have; those of other deployments may look otherwise, and then may name anything. */
const forms: readonly { fits: RegExp; kinds: readonly Kind[] }[] = [
  { fits: /^batch_/, kinds: ['batch'] },
  { fits: /^[0-9a-f]{24}-[a-z0-9]+$/i, kinds: ['call'] },
  { fits: /^[0-9a-f]{24}$/i, kinds: ['conversation', 'agent', 'flow'] },
]
const any: readonly Kind[] = ['conversation', 'call', 'batch', 'agent', 'flow']
const shortest = 16

/**
 * @returns the kinds of things it may name, likeliest first; none where it is no ID. Digits alone are a number, and numbers stay out
 * of addresses.
 */
export function kindsOfId(text: string): readonly Kind[] {
  if (!idPattern.test(text) || !/[a-z]/i.test(text) || !/\d/.test(text)) return []
  return forms.find(({ fits }) => fits.test(text))?.kinds ?? (text.length < shortest ? [] : any)
}
