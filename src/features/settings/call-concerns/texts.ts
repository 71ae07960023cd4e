/** Texts of the rules about which calls need a look. */
import { number, plural } from '#ui/text/format-number.ts'

export const loadingRules = 'Loading call concerns…'

export const watchedWords = 'Watched words'
export const watchedWordsSaved = 'watched words'
export const watchedWordsIntro =
  'A call needs a look as soon as one of these words is said, by the customer or the agent. The wall of live calls then shows it near the top, with the line in which it was said. This costs no requests.'
export const wordsLabel = 'Words and phrases'
export const wordsHint = (maxWords: number) =>
  `One word or phrase per line, at most ${number(maxWords)}. Case and punctuation do not matter. Only whole words count: “claim” does not find “claims”.`
export const tooManyWords = (count: number, maxWords: number) =>
  `These are ${plural(count, 'line', 'lines')}. At most ${number(maxWords)} words or phrases can be watched.`
export const wordTooLong = (line: number, maxLength: number) =>
  `Line ${number(line)} is too long. A word or phrase has at most ${number(maxLength)} characters.`
export const noLetters = (line: number) => `Line ${number(line)} has no letter or digit.`

export const longCalls = 'Long calls'
export const longCallsSaved = 'length of long calls'
export const longCallsIntro = 'A call needs a look when it has lasted this long.'
export const minutesLabel = 'Minutes until a call is long'
