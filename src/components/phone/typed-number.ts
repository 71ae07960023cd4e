/** Checks a phone number that somebody typed, and explains what is wrong with it. */
import { checkNumber, type NumberProblem } from '#phone/number.ts'
import * as texts from './texts.ts'

/** A sentence about a problem with a phone number. @param problem a code of `checkNumber`, or an unknown code of a newer gateway */
export const numberProblem = (problem: string): string =>
  Object.hasOwn(texts.numberProblems, problem)
    ? texts.numberProblems[problem as NumberProblem]
    : 'This is not a phone number.'

function explain({ problem, repaired }: { problem: NumberProblem; repaired?: string }): string {
  const sentence = texts.numberProblems[problem]
  if (repaired) return `${sentence} Expected ${repaired}.`
  return problem === 'missing_plus' ? `${sentence} Start with + and the country code, such as +14155550134.` : sentence
}

/**
 * Checks a number as typed.
 *
 * @param text a phone number in any format
 * @returns the number in E.164, or a sentence that says what is wrong and, if it is clear, which number was expected
 */
export function readTypedNumber(text: string): { ok: true; e164: string } | { ok: false; problem: string } {
  const check = checkNumber(text)
  // Whoever types a number has decided that its area code exists.
  if (!check.ok && check.problem === 'unknown_area_code' && check.repaired) return { ok: true, e164: check.repaired }
  return check.ok ? { ok: true, e164: check.e164 } : { ok: false, problem: explain(check) }
}
