/** Texts of the panel of today's calls. */
import { number, plural } from '#ui/text/format-number.ts'

export const callsToday = 'Calls today'
export const openAnswers = 'Reaching people'
export const hour = 'Hour'
export const noCallsToday = 'No calls have ended today.'
export const hourBegins = 'Hour begins'
/** @param day ISO 8601 */
export const fileName = (day: string) => `calls-by-hour_${day}`
/** @param before null: no calls by this time yesterday */
export const comparedWithYesterday = (share: number, before: number | null) => {
  const answered = `${share}% answered`
  if (before === null) return answered
  const points = share - before
  if (points === 0) return `${answered}, as by this time yesterday`
  return `${answered}, ${plural(Math.abs(points), 'point', 'points')} ${points > 0 ? 'more' : 'less'} than by this time yesterday`
}
/** What the figures rest on. */
export const coverage = (seen: number, ended: number) =>
  ended === 0
    ? 'The calls that the team has seen.'
    : `What came of the call is known for ${number(seen)} of the ${plural(ended, 'ended row', 'ended rows')} of today’s batches. Single calls count too. Answered calls that nobody read may include mailboxes.`
