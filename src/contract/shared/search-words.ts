/**
 * Search by words for the gateway, lists, pickers, the wall and the command palette. Ignores accents, case, hyphens and hidden
 * characters; words match in any order. For numbers see `phone/search-digits.ts`. Pure.
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

/** @returns the words of a search, all of which have to match; empty for a blank text */
export const searchWords = (text: string): string[] => foldText(text).split(' ').filter(Boolean)

/** Whether texts that belong together, such as two names, contain every word of the search. A blank search matches everything. */
export function fitsWords(search: string, ...texts: readonly string[]): boolean {
  const folded = foldText(texts.join(' '))
  return searchWords(search).every((word) => folded.includes(word))
}
