/** Splits the code of a number format, such as `[Red]#,##0.00" €"`, into its tokens. */

const token = /"[^"]*"?|\\.|_.|\*.|\[[^\]]{0,99}\]|AM\/PM|A\/P|General|y+|m+|d+|h+|s+(?:\.0+)?|e[+-]|e+|[\s\S]/gi
/** No program writes a longer format. */
const maxLength = 255
export const tokensOf = (code: string): string[] =>
  Array.from(code.slice(0, maxLength).matchAll(token), ([part]) => part)

const time = /^(\[?)([hms])\2*(?:\.0+)?\]?$/i
/** The token of a time: its letter, and whether it counts beyond a day, an hour or a minute, as `[h]`. */
export function timeOf(part: string): { unit: 'h' | 'm' | 's'; isTotal: boolean } | undefined {
  const [, bracket, letter] = time.exec(part) ?? []
  return letter === undefined ? undefined : { unit: letter.toLowerCase() as 'h' | 'm' | 's', isTotal: bracket === '[' }
}

/** Whether a section of a format shows a date or a time. */
export const isDate = (parts: readonly string[]): boolean =>
  parts.some((part) => timeOf(part) !== undefined || /^(?:y+|d+|AM\/PM|A\/P)$/i.test(part))

/** What a token shows as it is; undefined: it is not a text. */
export function literalOf(part: string): string | undefined {
  if (part.startsWith('"')) return part.replaceAll('"', '')
  if (part.startsWith('\\')) return part.slice(1)
  if (part.length === 2 && part.startsWith('_')) return ' '
  if (part.length === 2 && part.startsWith('*')) return ''
  // The currency of `[$€-407]`. Colours and conditions show nothing.
  if (part.startsWith('[')) return /^\[\$([^\]-]*)/.exec(part)?.[1] ?? ''
  return undefined
}
