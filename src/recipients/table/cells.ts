/** Comparison of cells and column names. */

/** Whether all cells of a row are empty or spaces. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Names are equal if only case and spaces differ. */
export const sameName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** The words of a column's name in lower case, without punctuation; splits camel case. */
export const normalizedName = (name: string): string =>
  sameName(name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[\s_.:/"'\u2018-\u201f()-]+/g, ' '))

/** Marks that some people type and others leave out: accents, and the vowel signs of Hebrew and Arabic. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/gu
/** Letters that do not decompose, as they are typed without accents. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ة: 'ه',
  ى: 'ي',
}

/** Without case, accents and other forms of the same letter: systems export both `Désinscrit` and `DESINSCRIT`, `ＴＥＬ` and `tel`. */
export const folded = (text: string): string => (isAscii.test(text) ? text.toLowerCase() : foldedLetters(text))

// Most cells are: this runs for every cell and every known word.
const isAscii = /^[\0-\x7f]*$/
const foldedLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(optionalMarks, '')
    .normalize('NFC')
    .replace(/[ßøæœłđıةى]/gu, (letter) => plainLetters[letter] ?? letter)

/** The words of a text, folded, with one space between them. Latin letters beside Han, Kana or Hangul are words of their own. */
export const foldedWords = (text: string): string =>
  isAscii.test(text)
    ? text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
    : foldedWordsOfLetters(text)

const foldedWordsOfLetters = (text: string): string =>
  foldedLetters(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(
      /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[a-z])|(?<=[a-z])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])/g,
      ' ',
    )
    .trim()
