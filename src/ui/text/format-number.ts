/** Numbers, counts and sizes as text, in the browser's locale. Pure. */

const numbers = new Intl.NumberFormat(undefined)

/** With separators: 4,812. */
export const number = (value: number): string => numbers.format(value)

/** A number that may be unknown: then a dash or `fallback` is shown, never 0. */
export const numberOr = (value: number | null | undefined, fallback = '–'): string =>
  value === null || value === undefined ? fallback : number(value)

/** `plural(1, 'call', 'calls')` → "1 call"; with separators. */
export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const
/** 1.4 MB. */
export function fileSize(bytes: number): string {
  const step = Math.min(sizeUnits.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** step
  return `${numbers.format(amount >= 10 || step === 0 ? Math.round(amount) : Math.round(amount * 10) / 10)} ${sizeUnits[step]}`
}
