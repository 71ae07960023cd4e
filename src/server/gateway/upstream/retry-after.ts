/** Parses the service's Retry-After header (RFC 9110 10.2.3), also in malformed variants. */

const secondMs = 1_000
const defaultWaitMs = 60 * secondMs
const minWaitMs = secondMs
const maxWaitMs = 15 * 60 * secondMs

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const days = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)'
/** The three formats of an HTTP-date, in UTC, with named groups. */
const dateFormats = [
  new RegExp(`^${days}, (?<day>\\d{2}) (?<month>\\w{3}) (?<year>\\d{4}) (?<time>\\d{2}:\\d{2}:\\d{2}) GMT$`),
  new RegExp(`^${days}\\w*, (?<day>\\d{2})-(?<month>\\w{3})-(?<year>\\d{2}) (?<time>\\d{2}:\\d{2}:\\d{2}) GMT$`),
  new RegExp(`^${days} (?<month>\\w{3}) (?<day>[ \\d]\\d) (?<time>\\d{2}:\\d{2}:\\d{2}) (?<year>\\d{4})$`),
]

/** Expands a two-digit year: never more than 50 years ahead (RFC 9110 5.6.7). */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits)
  const century = Math.floor(new Date(now).getUTCFullYear() / 100) * 100
  const year = century + Number(digits)
  return year > new Date(now).getUTCFullYear() + 50 ? year - 100 : year
}

function parseHttpDate(text: string, now: number): number | null {
  for (const format of dateFormats) {
    const parts = format.exec(text)?.groups
    const month = months.indexOf(parts?.month ?? '')
    if (!parts || month < 0) continue
    const day = (parts.day ?? '').trim().padStart(2, '0')
    const date = `${fullYear(parts.year ?? '', now)}-${`${month + 1}`.padStart(2, '0')}-${day}`
    const time = Date.parse(`${date}T${parts.time}Z`)
    // Date.parse accepts dates that do not exist, such as 31 February.
    if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(date)) return time
  }
  return null
}

function parseWaitMs(text: string, sentAt: number): number {
  if (/^\d+$/.test(text)) return Number(text) * secondMs
  const date = parseHttpDate(text, sentAt)
  return date === null ? defaultWaitMs : date - sentAt
}

/**
 * The time to wait after an answer, ms.
 *
 * Digits are seconds. An HTTP-date is compared with the answer's own Date, so that neither clock has to be right. Any other value, or
 * none, means a minute. If there are several values, the longest counts.
 *
 * @param value the Retry-After header
 * @param date the answer's Date header
 * @param now our clock, epoch ms; used when the answer has no usable Date
 * @returns from 1 s to 15 min
 */
export function readRetryAfter(
  value: string | string[] | undefined,
  date: string | string[] | undefined,
  now: number,
): number {
  const sentAt = parseHttpDate(String(date ?? '').trim(), now) ?? now
  const values = (Array.isArray(value) ? value : [value ?? '']).flatMap((text) =>
    // A list of numbers is a repeated header. A date contains a comma itself.
    /^[\d\s,]+$/.test(text) ? text.split(',') : [text],
  )
  const waits = values.map((text) => parseWaitMs(text.trim(), sentAt))
  return Math.min(maxWaitMs, Math.max(minWaitMs, ...waits))
}
