/** The numbers of a workbook, which are stored as text such as `491512345678` or `4.91512345678E+11`. */

/** A spreadsheet calculates with this many digits. What is stored beyond them is noise. */
const significantDigits = 15

export interface Decimal {
  isNegative: boolean
  /** Without zeros at either end; '' for zero. */
  digits: string
  /** How many of the digits are before the decimal point; negative or more than there are if zeros are missing. */
  point: number
}

const storedNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
/** Nearly all numbers: so few digits that none is noise. */
const shortNumber = /^(-?)0*(\d{0,15})(?:\.(\d{1,15}))?$/
const zero: Decimal = { isNegative: false, digits: '', point: 1 }

/** Without a pattern, which would look at each zero for an end. */
function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** undefined: not a number. */
export function readDecimal(stored: string): Decimal | undefined {
  const [, sign, whole = '', fraction = ''] = shortNumber.exec(stored) ?? []
  if (sign !== undefined && whole !== '' && whole.length + fraction.length <= significantDigits)
    return { isNegative: sign === '-', digits: withoutEndZeros(whole + fraction), point: whole.length }
  const value = storedNumber.test(stored.trim()) ? Number(stored) : Number.NaN
  if (!Number.isFinite(value)) return undefined
  if (value === 0) return zero
  const [mantissa = '', exponent = '0'] = Math.abs(value)
    .toExponential(significantDigits - 1)
    .split('e')
  return { isNegative: value < 0, digits: withoutEndZeros(mantissa.replace('.', '')), point: Number(exponent) + 1 }
}

export const isWhole = ({ digits, point }: Decimal): boolean => digits.length <= point

/** Rounded to `decimals` digits after the point, as whole and decimal digits. Rounds as people do: 1.005 is 1.01. */
export function roundTo({ digits, point }: Decimal, decimals: number): { whole: string; fraction: string } {
  const length = Math.max(0, point + decimals)
  const kept = digits.slice(0, length).padEnd(length, '0')
  const rounded = point + decimals >= 0 && (digits[length] ?? '0') >= '5' ? String(BigInt(`0${kept}`) + 1n) : kept
  const all = rounded.padStart(decimals + 1, '0').padStart(length, '0')
  const whole = all.slice(0, all.length - decimals).replace(/^0+/, '')
  return { whole, fraction: all.slice(all.length - decimals) }
}

/**
 * Every digit that is stored. A number too large for that is written with an exponent, which says that digits are lost: nobody can be
 * called with it.
 */
export function plainText(decimal: Decimal): string {
  const { isNegative, digits, point } = decimal
  const sign = isNegative ? '-' : ''
  if (digits === '') return '0'
  if (point > significantDigits || point < -significantDigits) {
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits
    return `${sign}${mantissa}E${point > 0 ? '+' : ''}${point - 1}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (digits.length <= point) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
