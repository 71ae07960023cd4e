/** Shows the numbers of a workbook as their sheet shows them, by the number format of the cell. */
import { createDateText } from './date-format.ts'
import { type Decimal, isWhole, plainText, readDecimal, roundTo } from './decimal.ts'
import { isDate, literalOf, tokensOf } from './format-tokens.ts'

/** The text of a stored number. `is1904`: the dates of the workbook begin in 1904. */
export type Format = (stored: string, is1904: boolean) => string

/** Formats that have a number only, in every workbook. The others are dates of one language, or unused. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  // Each computer shows these in its own order. This one is the same everywhere.
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
}
export const builtInFormat = (id: number): string => builtIn[id] ?? 'General'

const isPlace = (part: string) => part === '0' || part === '#' || part === '?'

function groupedDigits(digits: string): string {
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return groups.join(',')
}

type Shown<T> = (value: T) => string

/** A section of a format that shows numbers: `(###) ###-####`. undefined: it shows them as they are stored. */
function createNumberText(parts: readonly string[]): Shown<Decimal> | undefined {
  if (parts.some((part) => /^(?:general|e[+-]|\/|@)$/i.test(part))) return undefined
  const places = [...parts.keys()].filter((at) => isPlace(parts[at] ?? ''))
  const last = places.at(-1)
  const literals = parts.map((part) => literalOf(part) ?? part)
  if (last === undefined) return () => literals.join('')
  const pointAt = parts.indexOf('.')
  const isBeforePoint = (at: number) => pointAt < 0 || at < pointAt
  const wholePlaces = places.filter(isBeforePoint)
  const fractionPlaces = places.filter((at) => !isBeforePoint(at))
  const decimals = fractionPlaces.length
  const commas = [...parts.keys()].filter((at) => parts[at] === ',')
  const [firstWhole = last, lastWhole = last] = [wholePlaces[0], wholePlaces.at(-1)]
  const isGrouped = commas.some((at) => at > firstWhole && at < lastWhole)
  const thousands = commas.filter((at) => at > last).length
  const shift = 2 * parts.filter((part) => part === '%').length - 3 * thousands
  const smallest = wholePlaces.filter((at) => parts[at] === '0').length
  const shown = literals.map((text, at) => (commas.includes(at) && (isGrouped || thousands > 0) ? '' : text))

  return (decimal) => {
    const { whole, fraction } = roundTo({ ...decimal, point: decimal.point + shift }, decimals)
    const padded = whole.padStart(smallest, '0')
    const texts = [...shown]
    if (isGrouped) {
      for (const at of wholePlaces) texts[at] = ''
      texts[firstWhole] = groupedDigits(padded)
    } else {
      let end = padded.length
      for (const at of wholePlaces.toReversed()) {
        const start = at === firstWhole ? 0 : Math.max(0, end - 1)
        texts[at] = padded.slice(start, end)
        end = start
      }
    }
    const needed = fractionPlaces.findLastIndex((at, place) => parts[at] === '0' || fraction[place] !== '0') + 1
    for (const [place, at] of fractionPlaces.entries()) texts[at] = place < needed ? (fraction[place] ?? '') : ''
    return texts.join('')
  }
}

interface Section {
  parts: string[]
  /** Undefined: its place among the sections decides. */
  condition: ((value: number) => boolean) | undefined
  /** Whichever of them the section shows. */
  date?: ReturnType<typeof createDateText>
  number?: Shown<Decimal> | undefined
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
}

function sectionsOf(code: string): Section[] {
  const sections: Section[] = [{ parts: [], condition: undefined }]
  for (const part of tokensOf(code)) {
    const section = sections.at(-1)
    const [, sign = '', limit = ''] = /^\[([<>=]{1,2})(-?[\d.]+)\]$/.exec(part) ?? []
    const compare = comparisons[sign]
    if (part === ';') sections.push({ parts: [], condition: undefined })
    else if (compare && section) section.condition = (value) => compare(value, Number(limit))
    else section?.parts.push(part)
  }
  for (const section of sections) {
    if (isDate(section.parts)) section.date = createDateText(section.parts)
    else section.number = createNumberText(section.parts)
  }
  return sections
}

/** The section that shows a value, and whether it shows the sign itself. */
function sectionFor(sections: readonly Section[], value: number): { section: Section | undefined; isSigned: boolean } {
  if (sections.some(({ condition }) => condition)) {
    const section = sections.find(({ condition }) => condition?.(value)) ?? sections.find((one) => !one.condition)
    return { section, isSigned: false }
  }
  const [first, second, third] = sections
  if (value < 0 && second) return { section: second, isSigned: true }
  return { section: value === 0 && third ? third : first, isSigned: false }
}

/** As many digits as a phone number has at least. */
const fewestPhoneDigits = 7
const onlyDigits = (text: string) => text.replace(/\D/g, '')

/**
 * The format with this code. A whole number that can be a phone number keeps its stored digits: what a format leaves out, rounds or
 * separates with commas is shown as stored. Zeros and a + that a format puts in front stay.
 */
export function createFormat(code: string): Format {
  const sections = sectionsOf(code)
  return (stored, is1904) => {
    const decimal = readDecimal(stored)
    if (!decimal) return stored.trim()
    const value = Number(stored)
    const { section, isSigned } = sectionFor(sections, value)
    if (section?.date) return section.date(value, is1904) ?? plainText(decimal)
    if (!section?.number) return plainText(decimal)
    const text = section.number(decimal)
    // A number that is rounded to zero has no sign.
    const shown = decimal.isNegative && !isSigned && /[1-9]/.test(text) ? `-${text}` : text
    if (!isWhole(decimal) || decimal.point < fewestPhoneDigits) return shown.trim()
    const plain = plainText(decimal)
    const isComplete = onlyDigits(shown).replace(/^0+/, '') === onlyDigits(plain) && !shown.includes(',')
    return isComplete ? shown.trim() : plain
  }
}
