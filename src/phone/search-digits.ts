/** Finds a phone number by a part of it, in any format. */
import { checkNumber, readNumber } from './number.ts'

/** Fewer digits than this match nearly every number. */
const minDigits = 3

/**
 * Converts typed text into digits to search for in E.164 numbers.
 *
 * @param text such as `+1 415 555 0134`, `00 44 7700…`, `011 44…`, `07700 900123`, `+44 (0)7700…`, `555-0134`
 * @returns alternatives without the `+`, of which a number has to contain one, the likeliest first; empty if the text is no number or too short
 */
export function searchDigits(text: string): string[] {
  const number = readNumber(text)
  if (!/^\+?\d+$/.test(number)) return []
  const check = checkNumber(text)
  // The national prefix after the country code is not part of the number.
  const repaired = !check.ok && check.problem === 'trunk_zero' ? check.repaired : undefined
  // 00, 0 and the 011 of North America are dialled first, but are not part of the number.
  const digits = [repaired ?? '', number.replace(/^011(?=[1-9]\d{6})/, ''), number]
  return [...new Set(digits.map((one) => one.replace(/^\+|^0+/, '')))].filter((one) => one.length >= minDigits)
}

/** Whether a phone number in any format contains one of these alternatives. */
export const containsDigits = (phone: string, digits: readonly string[]): boolean => {
  const number = readNumber(phone)
  return digits.some((one) => number.includes(one))
}
