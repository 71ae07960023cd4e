/** What is wrong with a phone number that somebody typed, in a sentence, and what was probably meant. */
import { checkNumber, type NumberProblem } from '#phone/number.ts'

const sentences: Record<NumberProblem, string> = {
  empty: 'Enter a phone number.',
  exponent: 'The number was shortened by a spreadsheet; digits are lost.',
  decimal: 'The number has a decimal point.',
  extension: 'A call cannot dial an extension.',
  several: 'There is more than one number.',
  letters: 'A phone number has digits only, after a +.',
  missing_plus: 'The number has no country code.',
  too_short: 'The number is too short for its country.',
  too_long: 'The number is too long for its country.',
  trunk_zero: 'The 0 after the country code is dialled only inside the country.',
  not_in_plan: 'No number of that country looks like this.',
}

/** What is wrong with a number, in a sentence. @param problem as `checkNumber` names it */
export const numberProblem = (problem: string): string =>
  Object.hasOwn(sentences, problem) ? sentences[problem as NumberProblem] : 'No number can be read here.'

/**
 * Judges a number as typed.
 *
 * @param text any way of writing
 * @returns its E.164 form, or a sentence that says what is wrong and, where it is plain, what was expected
 */
export function readTypedNumber(text: string): { ok: true; e164: string } | { ok: false; problem: string } {
  const check = checkNumber(text)
  if (check.ok) return { ok: true, e164: check.e164 }
  const expected = check.repaired ?? (check.problem === 'missing_plus' ? 'a + first, such as +14155550134' : '')
  return { ok: false, problem: `${sentences[check.problem]}${expected && ` Expected ${expected}.`}` }
}
