/** Shows a date or time of a workbook by the tokens of its number format. */
import { literalOf, timeOf } from './format-tokens.ts'

const dayMs = 86_400_000
/** Day 0 of either calendar. The first takes 1900 for a leap year, so its days before March 1900 are one later. */
const days = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const maxDays = 2_958_466

/** The languages of formats that name months, in the order of their numbers in `[$-407]`, from 1. */
const languages =
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv lt tg fa vi hy az eu'.split(
    ' ',
  )
const hindi = 0x39
/** By number, as in `[$-407]`, or by name, as in `[$-de-DE]`. */
function languageOf(parts: readonly string[]): string {
  const code = parts.map((part) => /^\[\$[^-\]]*-([^\],]+)/.exec(part)?.[1]).find(Boolean) ?? ''
  const [name = ''] = code.toLowerCase().split('-')
  if (name.length === 2) return name === 'hi' || languages.includes(name) ? name : 'en'
  const number = /^[\da-f]{3,8}$/i.test(code) ? Number.parseInt(code, 16) & 0x3ff : 0
  return number === hindi ? 'hi' : (languages[number - 1] ?? 'en')
}
/** What `/` in a format stands for in these languages, as spreadsheets show it. */
const separators = new Map([
  ...'bg cs de et fi hr hu lv nb pl ro ru sk sl sq tr uk be hy az'
    .split(' ')
    .map((language) => [language, '.'] as const),
  ...'da hi lt nl sv'.split(' ').map((language) => [language, '-'] as const),
])

const two = (value: number, length: number) => String(value).padStart(Math.min(2, length), '0')

/** Shows one part of a date. `totalMs` counts from day 0. */
type PartText = (date: Date, totalMs: number) => string

/**
 * @param parts of a number format that shows dates or times
 * @returns a function that shows a stored number of days; undefined if it is no date
 */
export function createDateText(parts: readonly string[]): (value: number, is1904: boolean) => string | undefined {
  const decimals = Math.min(3, Math.max(0, ...parts.map((part) => /^s+\.(0+)$/i.exec(part)?.[1]?.length ?? 0)))
  const precision = 1000 / 10 ** decimals
  const language = languageOf(parts)
  const named = (options: Intl.DateTimeFormatOptions, name: 'month' | 'weekday'): PartText => {
    const format = new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' })
    return (date) => format.formatToParts(date).find(({ type }) => type === name)?.value ?? ''
  }
  /** Beside a day, many languages use another form of the month. In Chinese and Japanese, that would be the number alone. */
  const hasDay = language !== 'zh' && language !== 'ja' && parts.some((part) => /^dd?$/i.test(part))
  const hasHalves = parts.some((part) => /^(?:AM\/PM|A\/P)$/i.test(part))
  const units = parts.map((part) => timeOf(part)?.unit)
  /** `m` is minutes after hours and before seconds. */
  const isMinutes = (at: number) =>
    units.slice(0, at).findLast((unit) => unit !== undefined) === 'h' ||
    units.slice(at + 1).find((unit) => unit !== undefined) === 's'

  const texts = parts.map((part, at): PartText => {
    const lower = part.toLowerCase()
    const { length } = part
    if (timeOf(part)?.isTotal) {
      const unit = { h: 3_600_000, m: 60_000, s: 1000 }[units[at] ?? 's']
      return (_, totalMs) => two(Math.floor(totalMs / unit), length - 2)
    }
    if (/^y+$/.test(lower)) return (date) => String(date.getUTCFullYear()).slice(length > 2 ? 0 : -2)
    if (/^m+$/.test(lower)) {
      if (length < 3 && isMinutes(at)) return (date) => two(date.getUTCMinutes(), length)
      if (length < 3) return (date) => two(date.getUTCMonth() + 1, length)
      const month = length === 3 ? 'short' : length === 5 ? 'narrow' : 'long'
      return named({ month, ...(hasDay && { day: 'numeric' }) }, 'month')
    }
    if (/^d+$/.test(lower)) {
      if (length < 3) return (date) => two(date.getUTCDate(), length)
      return named({ weekday: length === 3 ? 'short' : 'long' }, 'weekday')
    }
    if (/^h+$/.test(lower)) return (date) => two(hasHalves ? date.getUTCHours() % 12 || 12 : date.getUTCHours(), length)
    if (units[at] === 's') {
      const [whole = '', fraction] = part.split('.')
      return (date) => {
        const milliseconds = String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, decimals)
        return two(date.getUTCSeconds(), whole.length) + (fraction === undefined ? '' : `.${milliseconds}`)
      }
    }
    if (lower === 'am/pm') return (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM')
    if (lower === 'a/p') return (date) => (date.getUTCHours() < 12 ? 'A' : 'P')
    const literal = part === '/' ? (separators.get(language) ?? '/') : (literalOf(part) ?? (part === '@' ? '' : part))
    return () => literal
  })

  return (value, is1904) => {
    if (value < 0 || value >= maxDays) return undefined
    const totalMs = Math.round((value * dayMs) / precision) * precision
    const shift = !is1904 && value < 60 ? dayMs : 0
    const date = new Date((is1904 ? days[1904] : days[1900]) + shift + totalMs)
    return texts
      .map((text) => text(date, totalMs))
      .join('')
      .trim()
  }
}
