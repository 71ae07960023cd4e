/** What a reviewer should look at twice before a text goes out (experience U22). Pure. */
import { hiddenCount } from '#parts/hidden-characters.ts'
import { plural } from '#ui/format.ts'

/** What a template left behind: {name}, {{name}}, [NAME], <NAME>, %NAME%, XX. */
const placeholders =
  /\{\{?[^{}\n]{1,40}\}\}?|\[[A-Z][A-Z0-9 _-]{1,40}\]|<[A-Z][A-Z0-9 _-]{1,40}>|%[A-Z][A-Z0-9_]{1,40}%|\bX{2,}\b/g
const links =
  /\b(?:https?:\/\/|www\.)[^\s<>"')\]]+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|co|info|biz|app|dev|link|ly|me|uk|de|fr|es|it|nl|eu|us|ca|au|ru|cn|xyz|top|shop|site|online)\b(?:\/[^\s<>"')\]]*)?/gi

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([match]) => match.replace(/[.,;:!?]+$/, ''))),
]
/** An address of a mailbox is no link. */
const withoutMail = (text: string) => text.replace(/\S+@\S+/g, ' ')

export const placeholdersIn = (text: string): string[] => found(text, placeholders)

/** Links that stand in none of the texts before. */
export function newLinks(text: string, before: readonly string[]): string[] {
  const known = new Set(before.flatMap((one) => found(withoutMail(one), links)).map((link) => link.toLowerCase()))
  return found(withoutMail(text), links).filter((link) => !known.has(link.toLowerCase()))
}

/** Sentences, the gravest first; empty where there is nothing to say. */
export function concernsAbout(text: string, before: readonly string[]): string[] {
  const hidden = hiddenCount(text)
  const left = placeholdersIn(text)
  const links = newLinks(text, before)
  return [
    ...(left.length > 0
      ? [`Looks like ${left.length === 1 ? 'a placeholder' : 'placeholders'}: ${left.join(', ')}`]
      : []),
    ...(links.length > 0
      ? [`${links.length === 1 ? 'A link' : 'Links'} not seen before in this conversation: ${links.join(', ')}`]
      : []),
    ...(hidden > 0 ? [`${plural(hidden, 'hidden character', 'hidden characters')}, shown as marks`] : []),
  ]
}
