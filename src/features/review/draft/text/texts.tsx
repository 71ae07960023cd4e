/** Texts of a draft's text: the field to edit it, snippets, changes, length and warnings. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// draft-text.tsx
export const nothingChanged = 'You have not changed anything yet.'

// text-facts.tsx
export const characterCount = (characters: number) => plural(characters, 'character', 'characters')
const smsCount = (segments: number) => `${segments} SMS`
/** @param cause the first character that requires the encoding with shorter parts; null: none */
export const smsParts = (segments: number, cause: ReactNode | null) =>
  cause === null ? (
    smsCount(segments)
  ) : (
    <>
      {smsCount(segments)} (“{cause}” shortens each part)
    </>
  )
export const smsPartsWithEmoji = (segments: number) => `${smsCount(segments)} (emoji shorten each part)`

// text-warnings.ts
/** @param scripts "Latin", "Cyrillic" */
export const mixedScriptLink = (host: string, scripts: readonly string[]) =>
  `The link ${host} mixes ${scripts.join(' and ')} letters. It may lead to a different site than it appears to.`
export const encodedLink = (host: string) =>
  `The link ${host} encodes its letters. It may be displayed as a different name.`
export const placeholders = (found: readonly string[]) =>
  found.length === 1
    ? `Looks like a placeholder: ${found.join(', ')}`
    : `These look like placeholders: ${found.join(', ')}`
export const modelWords = (found: readonly string[]) =>
  `These sound like the words of a machine: ${found.map((part) => `“${part}”`).join(', ')}`
export const newLinks = (links: readonly string[]) =>
  links.length === 1
    ? `This link is new in this conversation: ${links.join(', ')}`
    : `These links are new in this conversation: ${links.join(', ')}`
export const notSaidBefore = (found: readonly string[]) =>
  `Not mentioned in this conversation before: ${found.join(', ')}`
export const hiddenCharacters = (count: number) =>
  count === 1 ? '1 hidden character, shown as a mark' : `${count} hidden characters, shown as marks`

// insert-snippet.tsx
export const insertSnippet = 'Insert snippet'
