/**
 * Search by words, the same everywhere: in the gateway, in lists, pickers, the wall and the command palette. Accents, case, hyphens
 * and hidden characters do not matter, and words match in any order. Numbers: `phone/search-digits.ts`. Pure.
 */

/** Letters that Unicode does not take apart into a letter and its accent. */
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

/** A text as search compares it: lower case, without accents, apostrophes and hidden characters, one space between words. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’ʼ‘`´]/gu, '')
    .replace(/[øđðłħıßæœþ]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\s,;\p{Pd}]+/gu, ' ')
    .trim()

/** The words of a search, each of which has to be found; empty for a blank text. */
export const searchWords = (text: string): string[] => foldText(text).split(' ').filter(Boolean)

/** Whether texts that belong together (a name, its other name) hold every word of the search. A blank search fits everything. */
export function fitsWords(search: string, ...texts: readonly string[]): boolean {
  const folded = foldText(texts.join(' '))
  return searchWords(search).every((word) => folded.includes(word))
}
