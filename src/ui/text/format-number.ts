/** Numbers, counts and sizes as text. Pure: the locale is the browser's. */

const numbers = new Intl.NumberFormat(undefined)

/** With separators: 4,812. */
export const number = (value: number): string => numbers.format(value)

/** The same where the number may not be told: then it is never 0, but a dash, or what is given for it. */
export const numberOr = (value: number | null | undefined, untold = '–'): string =>
  value === null || value === undefined ? untold : number(value)

/** `plural(1, 'call', 'calls')` → "1 call"; with separators. */
export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`

const sizes = ['bytes', 'KB', 'MB', 'GB'] as const
/** 1.4 MB. */
export function fileSize(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** step
  return `${numbers.format(amount >= 10 || step === 0 ? Math.round(amount) : Math.round(amount * 10) / 10)} ${sizes[step]}`
}
