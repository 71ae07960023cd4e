/**
 * Search by words for the gateway, lists, pickers, the wall and the command palette. Ignores accents, case, hyphens and hidden
 * characters; an umlaut may be written as two letters; words match in any order, and what stands in quotation marks as it stands there. For numbers see `phone/search-digits.ts`. Pure.
 */

/** Letters that Unicode does not decompose into a letter and an accent. */
const letters: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Normalizes a text for search: lower case, without accents, apostrophes and hidden characters, one space between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ‘`´]/gu, '')
    .replace(/[øđðłħıßæœþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\s,;\p{Pd}]+/gu, ' ')
    .trim()

/** A word or a phrase of a search, in each of the spellings that it may have in a text, folded: one of them has to match. */
export type SearchPart = readonly string[]

const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe' }
/** Shorter words without the second letter are in too many others. */
const minShortened = 4

/** @param spelled a word as it was typed, and with its umlauts written as two letters */
function spellingsOf(word: string, spelled: string): SearchPart {
  const shortened = word.replace(/(?<!q)([aou])e(?=\p{L})/gu, '$1')
  return [...new Set([word, spelled, ...(shortened.length >= minShortened ? [shortened] : [])])]
}

function splitSearch(text: string): SearchPart[] {
  const pieces = text.normalize('NFC').match(/["“”„«»][^"“”„«»]*["“”„«»]?|[^"“”„«»]+/gu) ?? []
  return pieces
    .flatMap((piece) => {
      const spelled = piece.replace(/[äöüø]/giu, (letter) => spelledOut[letter.toLowerCase()] ?? letter)
      const [words, others] = [piece, spelled].map((one) => foldText(one.replace(/["“”„«»]/gu, ' ')).split(' '))
      if (/^["“”„«»]/u.test(piece)) return [spellingsOf(words?.join(' ') ?? '', others?.join(' ') ?? '')]
      return words?.map((word, index) => spellingsOf(word, others?.[index] ?? word)) ?? []
    })
    .filter(([word]) => word !== '')
}

/** A list compares the same search with each of its rows. */
let latest: { text: string; parts: readonly SearchPart[] } = { text: '', parts: [] }

/** @returns the words of a search, and what stands in quotation marks; all have to match. Empty for a blank text */
export function searchParts(text: string): readonly SearchPart[] {
  if (text !== latest.text) latest = { text, parts: splitSearch(text) }
  return latest.parts
}

/** Whether a folded text contains one of the spellings. */
export const hasPart = (folded: string, part: SearchPart): boolean => part.some((spelling) => folded.includes(spelling))

/** Whether texts that belong together, such as two names, contain every part of the search. A blank search matches everything. */
export function fitsWords(search: string, ...texts: readonly string[]): boolean {
  const folded = foldText(texts.join(' '))
  return searchParts(search).every((part) => hasPart(folded, part))
}
