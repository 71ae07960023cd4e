/** Texts of the page about agents and flows. */

import { number } from '#ui/text/format-number.ts'
import { percent, pointsBetween } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import type { Compared } from './search.ts'

export const options: Readonly<Record<Compared, string>> = { agent: 'Agents', flow: 'Flows' }
export const tableCaption = (of: Compared) => `${options[of]} compared`

// Figures
export const calls = 'Calls'
export const answered = 'Answered'
export const talked = 'Over 20 s'
export const agreed = 'Agreed'
export const declined = 'Said no'
export const doNotCall = 'Asked not to be called'
export const positive = 'Positive'
export const negative = 'Negative'
export const talkTime = 'Average talk time'
export const seconds = (value: number | null) => (value === null ? '–' : formatDuration(Math.round(value)))
/** @param known of how many calls the share is */
export const percentOfKnown = (share: number | null, known: number) =>
  share === null ? '–' : `${percent(share)}\u00a0of\u00a0${number(known)}`
/** The difference of two shares in percentage points. */
export const points = (after: number | null, before: number | null): string => {
  if (after === null || before === null) return '–'
  const difference = pointsBetween(before, after)
  return difference === 0 ? '±0' : `${difference > 0 ? '+' : '−'}${number(Math.abs(difference))}`
}
export const secondsDifference = (after: number | null, before: number | null): string => {
  if (after === null || before === null) return '–'
  const difference = Math.round(after) - Math.round(before)
  return difference === 0 ? '±0 s' : `${difference > 0 ? '+' : '−'}${formatDuration(Math.abs(difference))}`
}

// Versions
export const changeSection = (name: string) => `${name}: before and after a change`
export const version = 'Version'
export const versionNumber = (value: string) => (value === '' ? 'Unknown' : number(Number(value)))
export const since = 'Since'
export const comparisonCaption = (value: number) => `Before and since version ${number(value)}`
export const before = 'Before'
export const after = (value: number) => `Version ${number(value)} and later`
export const difference = 'Difference'
export const noChange = (value: number) => `No known calls with a version before ${number(value)} in this period.`
