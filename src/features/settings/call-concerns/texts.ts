/** Texts of the rules about which calls need a look. */
import { number, plural } from '#ui/text/format-number.ts'

export const wordsHint = (maxWords: number) =>
  `One word or phrase per line, at most ${number(maxWords)}. Case and punctuation do not matter. Only whole words count: “claim” does not find “claims”.`
export const tooManyWords = (count: number, maxWords: number) =>
  `These are ${plural(count, 'line', 'lines')}. At most ${number(maxWords)} words or phrases can be watched.`
export const wordTooLong = (line: number, maxLength: number) =>
  `Line ${number(line)} is too long. A word or phrase has at most ${number(maxLength)} characters.`
export const noLetters = (line: number) => `Line ${number(line)} has no letter or digit.`
