/**
 * Two spellings of one telephone. Argentina's mobiles are reached with and without the 9 after the country code, Mexico's had a 1 there
 * until 2019, and Brazil's have one more 9 since 2016.
 */
const spellings: readonly (readonly [pattern: RegExp, other: string])[] = [
  [/^\+549(\d{10})$/, '+54$1'],
  [/^\+54(\d{10})$/, '+549$1'],
  [/^\+521(\d{10})$/, '+52$1'],
  [/^\+52(\d{10})$/, '+521$1'],
  [/^\+55(\d\d)9([6-9]\d{7})$/, '+55$1$2'],
  [/^\+55(\d\d)([6-9]\d{7})$/, '+55$19$2'],
]

/** The other spelling of the same telephone, if there is one. @param number E.164 */
export function otherSpelling(number: string): string | undefined {
  // Fast path: this runs for every person of a start.
  if (!number.startsWith('+5')) return undefined
  const found = spellings.find(([pattern]) => pattern.test(number))
  return found && number.replace(...found)
}

/** A number and the other spelling of the same telephone, if there is one. @param number E.164 */
export function spellingsOf(number: string): string[] {
  const other = otherSpelling(number)
  return other === undefined ? [number] : [number, other]
}

const [first, end, longer] = [520_000_000_000, 560_000_000_000, 10]

/** The number under which both spellings of one telephone are the same: the shorter one. @param number without its + */
export function telephoneOf(number: number): number {
  // Fast path: 12 or 13 digits that begin with 52 to 55.
  if (number < first * longer ? number < first || number >= end : number >= end * longer) return number
  return Math.min(number, Number(otherSpelling(`+${number}`) ?? number))
}
