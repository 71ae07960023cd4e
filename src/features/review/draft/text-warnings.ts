/** Warnings about a text before it is sent (experience U22). Pure. */
import { hiddenCount } from '#ui/text/hidden-text.ts'
import * as texts from './texts.tsx'

/** Unfilled placeholders of a template: {name}, {{name}}, [NAME], <NAME>, %NAME%, XX. */
const placeholderPattern =
  /\{\{?[^{}\n]{1,40}\}\}?|\[[A-Z][A-Z0-9 _-]{1,40}\]|<[A-Z][A-Z0-9 _-]{1,40}>|%[A-Z][A-Z0-9_]{1,40}%|\bX{2,}\b/g
const linkPattern =
  /(?<![\p{L}\p{N}_-])(?:https?:\/\/|www\.)[^\s<>"')\]]+|(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|io|co|info|biz|app|dev|link|ly|me|uk|de|fr|es|it|nl|eu|us|ca|au|ru|cn|xyz|top|shop|site|online)(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?/giu

const matchesOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([match]) => match.replace(/[.,;:!?]+$/, ''))),
]
/** Removes e-mail addresses, which are not links. Keeps URLs with credentials before the host, which are. */
const withoutEmails = (text: string) => text.replace(/(?<!\S)(?!https?:|www\.)\S+@\S+/gi, ' ')

export const placeholdersIn = (text: string): string[] => matchesOf(text, placeholderPattern)

/** Links that none of the earlier texts contains. */
export function newLinks(text: string, earlierTexts: readonly string[]): string[] {
  const earlierLinks = new Set(
    earlierTexts
      .flatMap((earlierText) => matchesOf(withoutEmails(earlierText), linkPattern))
      .map((link) => link.toLowerCase()),
  )
  return matchesOf(withoutEmails(text), linkPattern).filter((link) => !earlierLinks.has(link.toLowerCase()))
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
/** Scripts with letters that look like Latin ones. */
const lookAlikeScripts: readonly string[] = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee']

const scriptsIn = (text: string): string[] =>
  scripts.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(text))

/** The host of a link as written, without scheme, credentials, port and path. */
const hostOf = (link: string): string =>
  link
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')

/** The scripts that a host mixes in a way that can make it look like another host; empty if it does not. */
function mixedScripts(host: string): string[] {
  const hostScripts = scriptsIn(host)
  // This includes a Latin top-level domain: a name in Cyrillic letters alone can look like a Latin one.
  if (hostScripts.includes('Latin') && hostScripts.some((script) => lookAlikeScripts.includes(script)))
    return hostScripts
  // Chinese, Japanese and Korean names are often combined with Latin letters.
  const byLabel = host
    .split('.')
    .map((label) => scriptsIn(label).filter((script) => !['Han', 'Hangul'].includes(script)))
  return byLabel.find((labelScripts) => labelScripts.length > 1) ?? []
}

/** A sentence for each link whose host mixes scripts or is encoded as Punycode. */
export const disguisedLinks = (text: string): string[] =>
  [...new Set(matchesOf(text, linkPattern).map(hostOf))].flatMap((host) => {
    const scripts = mixedScripts(host)
    if (scripts.length > 0) return [texts.mixedScriptLink(host, scripts)]
    return /(^|\.)xn--/i.test(host) ? [texts.encodedLink(host)] : []
  })

/** Sentences, the most serious first. */
export function warningsFor(text: string, earlierTexts: readonly string[]): string[] {
  const hiddenCharacters = hiddenCount(text)
  const placeholders = placeholdersIn(text)
  const links = newLinks(text, earlierTexts)
  return [
    ...disguisedLinks(text),
    ...(placeholders.length > 0 ? [texts.placeholders(placeholders)] : []),
    ...(links.length > 0 ? [texts.newLinks(links)] : []),
    ...(hiddenCharacters > 0 ? [texts.hiddenCharacters(hiddenCharacters)] : []),
  ]
}
