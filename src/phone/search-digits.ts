/** Finding a phone number by a part of it, in any way of writing. */
import { checkNumber, readNumber } from './number.ts'

/** Fewer digits than these are in every number. */
const fewest = 3

/**
 * The digits by which a number is looked for, in E.164 without the plus.
 *
 * @param text what somebody typed: `+1 415 555 0134`, `00 44 7700…`, `011 44…`, `07700 900123`, `+44 (0)7700…`, `555-0134`
 * @returns what a number has to contain (one of them is enough), the likeliest first; empty where the text is no number, or too short to tell any
 */
export function searchDigits(text: string): string[] {
  const number = readNumber(text)
  if (!/^\+?\d+$/.test(number)) return []
  const check = checkNumber(text)
  // A 0 that is dialled inside the country only, behind the country code.
  const repaired = !check.ok && check.problem === 'trunk_zero' ? check.repaired : undefined
  // 00, 0 and North America's 011 are dialled, and no part of the number.
  const digits = [repaired ?? '', number.replace(/^011(?=[1-9]\d{6})/, ''), number]
  return [...new Set(digits.map((one) => one.replace(/^\+|^0+/, '')))].filter((one) => one.length >= fewest)
}

/** Whether a number, in any way of writing, contains one of these digits. */
export const hasDigits = (phone: string, digits: readonly string[]): boolean => {
  const number = readNumber(phone)
  return digits.some((one) => number.includes(one))
}
