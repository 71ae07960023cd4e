/** Finds a phone number by a part of it, in any format. */
import { checkNumber, looksLikeNumber, readNumber, visibleText } from './number.ts'

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

/** Digits with what people write between them, apart from words and IDs. */
const numberLike = /(?<![\p{L}\p{N}_])[+(]{0,2}\d[\d\s()./_\u00b7\u2010-\u2015\u2212-]*\d(?![\p{L}\p{N}_])/gu

/** An e-mail address, whose digits are no number, or the address of a messenger, which is a number. */
const withAt = /(?<!\S)[^\s@]*@\S*/g

/** Longer text is prose. */
const maxText = 200

function numberIn(text: string): string | undefined {
  const check = checkNumber(text)
  return check.ok ? check.e164 : check.repaired
}

/**
 * The whole numbers in a text that somebody typed or pasted, also beside a name or other numbers.
 *
 * @returns E.164, in the order of the text
 */
export function numbersIn(text: string): string[] {
  const check = checkNumber(text)
  const whole = check.ok ? check.e164 : check.problem !== 'several' && check.repaired
  if (whole) return [whole]
  if (text.length > maxText) return []
  const found = text.split(/[\n;,|&]/).flatMap((line) => {
    const runs = visibleText(line)
      .replace(withAt, (address) => numberIn(address) ?? ' ')
      .match(numberLike)
    return (runs ?? []).flatMap((run) => {
      // A slash stands between the parts of one number, or between two numbers.
      const spaced = run.replaceAll(/[/_]/g, ' ')
      const joined = looksLikeNumber(spaced) ? numberIn(spaced) : undefined
      return joined ?? run.split('/').flatMap((part) => (looksLikeNumber(part) && numberIn(part)) || [])
    })
  })
  return [...new Set(found)]
}

/** Whether a phone number in any format contains one of these alternatives. */
export const containsDigits = (phone: string, digits: readonly string[]): boolean => {
  const number = readNumber(phone)
  return digits.some((one) => number.includes(one))
}
