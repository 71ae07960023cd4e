/** Hours of the day in the clock of the browser's locale: "14" or "2 PM". */

/** @param locale of the browser, unless a test names another one */
export function hourFormats(locale?: string) {
  const uses12Hours = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12
  const name = new Intl.DateTimeFormat(locale, { hour: uses12Hours ? 'numeric' : '2-digit', timeZone: 'UTC' })
  const full = uses12Hours
    ? name
    : new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  const at = (hour: number) => Date.UTC(2026, 0, 1, hour % 24)
  return {
    /** For a narrow column. @param hour 0 to 23 */
    hourOfDay: (hour: number) => name.format(at(hour)),
    /** "14:00" or "2 PM". @param hour 0 to 23 */
    fullHour: (hour: number) => full.format(at(hour)),
    /** "14:00 to 15:00". @param hour 0 to 23 */
    hourSpan: (hour: number) => `${full.format(at(hour))} to ${full.format(at(hour + 1))}`,
  }
}

export const { hourOfDay, fullHour, hourSpan } = hourFormats()
