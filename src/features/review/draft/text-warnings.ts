/** What a reviewer should look at twice before a text goes out (experience U22). Pure. */
import { plural } from '#ui/text/format-number.ts'
import { hiddenCount } from '#ui/text/hidden-text.ts'

/** What a template left behind: {name}, {{name}}, [NAME], <NAME>, %NAME%, XX. */
const placeholders =
  /\{\{?[^{}\n]{1,40}\}\}?|\[[A-Z][A-Z0-9 _-]{1,40}\]|<[A-Z][A-Z0-9 _-]{1,40}>|%[A-Z][A-Z0-9_]{1,40}%|\bX{2,}\b/g
const links =
  /(?<![\p{L}\p{N}_-])(?:https?:\/\/|www\.)[^\s<>"')\]]+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|io|co|info|biz|app|dev|link|ly|me|uk|de|fr|es|it|nl|eu|us|ca|au|ru|cn|xyz|top|shop|site|online)(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/giu

const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([match]) => match.replace(/[.,;:!?]+$/, ''))),
]
/** An address of a mailbox is no link; a link with a name before its host is. */
const withoutMail = (text: string) => text.replace(/(?<!\S)(?!https?:|www\.)\S+@\S+/gi, ' ')

export const placeholdersIn = (text: string): string[] => found(text, placeholders)

/** Links that stand in none of the texts before. */
export function newLinks(text: string, before: readonly string[]): string[] {
  const known = new Set(before.flatMap((one) => found(withoutMail(one), links)).map((link) => link.toLowerCase()))
  return found(withoutMail(text), links).filter((link) => !known.has(link.toLowerCase()))
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Thai',
  'Devanagari',
  'Hangul',
  'Han',
] as const
/** Their letters are taken for Latin ones. */
const lookAlike: readonly string[] = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee']

const scriptsIn = (text: string): string[] =>
  scripts.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(text))

/** The host of a link as it is written: without scheme, credentials, port and path. */
const hostOf = (link: string): string =>
  link
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')

/** Scripts that the host mixes so that it may be taken for another; empty where it does not. */
function mixedScripts(host: string): string[] {
  const all = scriptsIn(host)
  // Beside a Latin ending too: a name of Cyrillic letters alone can look like a Latin one.
  if (all.includes('Latin') && all.some((script) => lookAlike.includes(script))) return all
  // Chinese, Japanese and Korean names are often combined with Latin letters.
  const within = host
    .split('.')
    .map((label) => scriptsIn(label).filter((script) => !['Han', 'Hangul'].includes(script)))
  return within.find((one) => one.length > 1) ?? []
}

/** Links whose host mixes scripts, or hides its letters behind a code, each with a sentence. */
export const disguisedLinks = (text: string): string[] =>
  [...new Set(found(text, links).map(hostOf))].flatMap((host) => {
    const mixed = mixedScripts(host)
    if (mixed.length > 0)
      return [`The link ${host} mixes ${mixed.join(' and ')} letters: it may not lead where it seems to`]
    return /(^|\.)xn--/i.test(host)
      ? [`The link ${host} writes its letters in code: it may be shown as another name`]
      : []
  })

/** Sentences, the gravest first; empty where there is nothing to say. */
export function warningsFor(text: string, before: readonly string[]): string[] {
  const hidden = hiddenCount(text)
  const left = placeholdersIn(text)
  const links = newLinks(text, before)
  return [
    ...disguisedLinks(text),
    ...(left.length > 0
      ? [`Looks like ${left.length === 1 ? 'a placeholder' : 'placeholders'}: ${left.join(', ')}`]
      : []),
    ...(links.length > 0
      ? [`${links.length === 1 ? 'A link' : 'Links'} not seen before in this conversation: ${links.join(', ')}`]
      : []),
    ...(hidden > 0 ? [`${plural(hidden, 'hidden character', 'hidden characters')}, shown as marks`] : []),
  ]
}
