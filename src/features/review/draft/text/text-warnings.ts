/** Warnings about a text before it is sent (experience U22). Pure. */
import { linksIn, newAmounts, newDates, newLinks, placeholdersIn } from '#contract/index.ts'
import { hiddenCount } from '#ui/text/hidden-text.ts'
import * as texts from './texts.tsx'

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
  [...new Set(linksIn(text).map(hostOf))].flatMap((host) => {
    const scripts = mixedScripts(host)
    if (scripts.length > 0) return [texts.mixedScriptLink(host, scripts)]
    return /(^|\.)xn--/i.test(host) ? [texts.encodedLink(host)] : []
  })

/** Sentences, the most serious first. */
export function warningsFor(text: string, earlierTexts: readonly string[]): string[] {
  const hiddenCharacters = hiddenCount(text)
  const placeholders = placeholdersIn(text)
  const links = newLinks(text, earlierTexts)
  const notSaid = [...newAmounts(text, earlierTexts), ...newDates(text, earlierTexts)]
  return [
    ...disguisedLinks(text),
    ...(placeholders.length > 0 ? [texts.placeholders(placeholders)] : []),
    ...(links.length > 0 ? [texts.newLinks(links)] : []),
    ...(notSaid.length > 0 ? [texts.notSaidBefore(notSaid)] : []),
    ...(hiddenCharacters > 0 ? [texts.hiddenCharacters(hiddenCharacters)] : []),
  ]
}
