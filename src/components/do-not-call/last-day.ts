/** Converts the last day of an entry on the do-not-call list to the time at which the entry expires. Pure. */

/**
 * The moment at which an entry with this last day expires, in this browser's time zone.
 *
 * @param day the value of a date field; '' for an entry that never expires
 * @param now epoch ms, by the gateway's clock
 */
export function endOfDay(
  day: string,
  now: number,
): { ok: true; until: string | undefined } | { ok: false; problem: string } {
  if (day === '') return { ok: true, until: undefined }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const end = new Date(year, month - 1, date + 1)
  if (Number.isNaN(end.getTime())) return { ok: false, problem: 'This is not a date.' }
  if (end.getTime() <= now) return { ok: false, problem: 'This day has passed.' }
  return { ok: true, until: end.toISOString() }
}
