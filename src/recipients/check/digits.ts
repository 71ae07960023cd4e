/** Reads the digits of a cell that may not be callable as written, so that they can be compared with a number that is. */
import { checkNumber } from '#phone/number.ts'
import { planOf } from '#phone/plans.ts'

/** Two numbers that end with the same digits, this many, are probably one telephone in two spellings. */
const sharedDigits = 8
/** With so many, they are: only what is dialled before them differs. */
const sameDigits = 10
/** Fewer digits than these say nothing about a number. */
const minDigits = 5
/** The longest number has 15 digits. */
const maxDigits = 15
/** A number stands at the beginning of a longer text, if at all. */
const maxCharacters = 1_000

/** What a cell's digits may mean. All numbers are without a plus, and without zeros in front. */
export interface CellDigits {
  /** Whole international numbers, also several in one cell. */
  numbers: number[]
  /** Digits with which a number may end: those before each gap, because an extension may follow. */
  endings: string[]
  /** The first digits of a number that a spreadsheet shortened, and how many it had; null: it is no such text. */
  rounded: { digits: string; length: number } | null
}

const digit = /\p{Nd}/u
const isDigit = (sign: string | undefined): sign is string =>
  sign !== undefined && ((sign >= '0' && sign <= '9') || (sign > '\u007f' && digit.test(sign)))

/** A digit of any script as 0 to 9. Unicode lists the digits of each script one after the other. */
function asciiDigit(sign: string): string {
  if (sign <= '9') return sign
  const point = sign.codePointAt(0) ?? 0
  let zero = point
  while (isDigit(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
/** What people write between the digits of one number. A slash also separates two numbers. */
const gap = /[\s().\u00b7\u2010-\u2015\u2212-]/

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '').slice(-maxDigits)

/** A number as a spreadsheet shortens it, such as `1.41556E+10`. */
const shortened = /^\D*(\d)(?:[.,](\d+))?e\+?(\d{1,2})\D*$/i
const maxShortened = 40

/** Reads all digits of a text, whatever is written around and between them. */
export function readDigits(text: string): CellDigits {
  const [, first = '', others = '', exponent = ''] = (text.length <= maxShortened && shortened.exec(text)) || []
  if (others !== '')
    return { numbers: [], endings: [], rounded: { digits: `${first}${others}`, length: Number(exponent) + 1 } }
  const numbers = new Set<number>()
  const endings = new Set<string>()
  /** All digits of the cell, and those since the last sign that no number has. */
  let all = ''
  let run = ''
  let hasPlus = false
  const endRun = () => {
    // Without a plus, whole numbers of one country may be national ones of another.
    const check = hasPlus ? checkNumber(`+${run}`) : undefined
    if (check?.ok) numbers.add(Number(check.e164))
    else if (check?.problem === 'trunk_zero') numbers.add(Number(check.repaired))
    endings.add(withoutZeros(run))
    run = ''
    hasPlus = false
  }
  const signs = Array.from(text.slice(0, maxCharacters))
  for (const [at, sign] of signs.entries()) {
    if (isDigit(sign)) {
      const one = asciiDigit(sign)
      all = `${all}${one}`.slice(-2 * maxDigits)
      run = `${run}${one}`.slice(-2 * maxDigits)
      if (isDigit(signs[at + 1])) continue
      const ending = withoutZeros(all)
      if (ending.length >= sharedDigits) endings.add(ending)
    } else if (sign === '+') {
      if (run !== '') endRun()
      hasPlus = true
    } else if (run !== '' && !gap.test(sign) && !invisible.test(sign)) endRun()
  }
  if (run !== '') endRun()
  endings.add(withoutZeros(all))
  return { numbers: [...numbers], endings: [...endings].filter((ending) => ending.length >= minDigits), rounded: null }
}

/** `same`: one is the other without its beginning · `similar`: they only end alike. */
export type Likeness = 'same' | 'similar'

/** @param digits of a whole number @param ending digits that were read in another cell */
function likenessOf(digits: string, ending: string): Likeness | undefined {
  if (ending.length >= sharedDigits) {
    if (digits.endsWith(ending) || (digits.length >= sharedDigits && ending.endsWith(digits))) return 'same'
    if (digits.slice(-sameDigits) === ending.slice(-sameDigits)) return 'same'
    return digits.slice(-sharedDigits) === ending.slice(-sharedDigits) ? 'similar' : undefined
  }
  if (!digits.endsWith(ending)) return undefined
  // So few digits are a whole number in a small country, or a local number in another one.
  const isWhole = planOf(digits)?.code.length === digits.length - ending.length
  return isWhole || ending.length === sharedDigits - 1 ? 'similar' : undefined
}

/** Finds what belongs to the digits that a number ends with. */
export function createDigitIndex<T>() {
  const byTail = new Map<number, { ending: string; of: T }[]>()
  const lengths = new Set<number>()
  /** What belongs to rounded numbers, by their first digits; and how many digits these and the whole numbers have. */
  const byStart = new Map<string, T[]>()
  const roundings = new Map<string, { digits: number; length: number }>()
  const tailOf = (digits: string, length: number) => Number(digits.slice(-length)) * 100 + length
  return {
    addRounded({ digits, length }: { digits: string; length: number }, of: T): void {
      roundings.set(`${digits.length}/${length}`, { digits: digits.length, length })
      const start = `${digits}/${length}`
      byStart.set(start, [...(byStart.get(start) ?? []), of])
    },
    add(ending: string, of: T): void {
      const length = Math.min(ending.length, sharedDigits)
      lengths.add(length)
      const tail = tailOf(ending, length)
      const known = byTail.get(tail)
      if (known) known.push({ ending, of })
      else byTail.set(tail, [{ ending, of }])
    },
    /** @param digits of a number in international format, without the plus */
    find(digits: string): { of: T; likeness: Likeness }[] {
      const found: { of: T; likeness: Likeness }[] = []
      for (const length of lengths)
        for (const { ending, of } of byTail.get(tailOf(digits, length)) ?? []) {
          const likeness = likenessOf(digits, ending)
          if (likeness) found.push({ of, likeness })
        }
      for (const rounding of roundings.values()) {
        if (digits.length !== rounding.length) continue
        const exact = Number(digits) / 10 ** (rounding.length - rounding.digits)
        for (const start of new Set([Math.floor(exact), Math.round(exact)]))
          for (const of of byStart.get(`${start}/${rounding.length}`) ?? []) found.push({ of, likeness: 'similar' })
      }
      return found
    },
  }
}
