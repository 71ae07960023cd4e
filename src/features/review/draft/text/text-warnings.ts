/** Warnings about a text before it is sent (experience U22). Pure. */
import {
  disguisedHostsIn,
  hiddenCharactersIn,
  modelWordsIn,
  newLinks,
  newParts,
  placeholdersIn,
} from '#contract/index.ts'

/** A sentence for each link whose host mixes scripts or is encoded as Punycode. */
export const disguisedLinks = (text: string): string[] =>
  disguisedHostsIn(text).map(({ host, scripts }) =>
    scripts.length > 0
      ? `The link ${host} mixes ${scripts.join(' and ')} letters. It may lead to a different site than it appears to.`
      : `The link ${host} encodes its letters. It may be displayed as a different name.`,
  )

/** Sentences, the most serious first. */
export function warningsFor(text: string, earlierTexts: readonly string[]): string[] {
  const hiddenCharacters = hiddenCharactersIn(text).length
  const placeholders = placeholdersIn(text)
  const links = newLinks(text, earlierTexts)
  const modelWords = modelWordsIn(text)
  const notSaid = (['new_phone', 'new_address', 'new_amount', 'new_date'] as const).flatMap((kind) =>
    newParts(kind, text, earlierTexts),
  )
  return [
    ...disguisedLinks(text),
    ...(placeholders.length > 0
      ? [
          placeholders.length === 1
            ? `Looks like a placeholder: ${placeholders.join(', ')}`
            : `These look like placeholders: ${placeholders.join(', ')}`,
        ]
      : []),
    ...(modelWords.length > 0
      ? [`These sound like the words of a machine: ${modelWords.map((part) => `“${part}”`).join(', ')}`]
      : []),
    ...(links.length > 0
      ? [
          links.length === 1
            ? `This link is new in this conversation: ${links.join(', ')}`
            : `These links are new in this conversation: ${links.join(', ')}`,
        ]
      : []),
    ...(notSaid.length > 0 ? [`Not mentioned in this conversation before: ${notSaid.join(', ')}`] : []),
    ...(hiddenCharacters > 0
      ? [
          hiddenCharacters === 1
            ? '1 hidden character, shown as a mark'
            : `${hiddenCharacters} hidden characters, shown as marks`,
        ]
      : []),
  ]
}
