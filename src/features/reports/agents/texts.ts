/** Texts of the page about agents and flows. */

import { number } from '#ui/text/format-number.ts'
import { percentWithBase, pointsBetween } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import type { CallResults } from './call-results.ts'
import type { Compared } from './search.ts'

export const options: Readonly<Record<Compared, string>> = { agent: 'Agents', flow: 'Flows' }
export const tableCaption = (of: Compared) => `${options[of]} compared`

// Figures
export const calls = 'Calls'
export const talkTime = 'Average talk time'
export const seconds = (value: number | null) => (value === null ? '–' : formatDuration(Math.round(value)))
/** The shares that are compared, each with its heading, and of how many calls it is. */
export const shares = [
  { id: 'answeredShare', base: 'known', label: 'Answered' },
  { id: 'talkedShare', base: 'talkedOf', label: 'Over 20 s' },
  { id: 'agreedShare', base: 'reached', label: 'Agreed' },
  { id: 'declinedShare', base: 'reached', label: 'Said no' },
  { id: 'doNotCallShare', base: 'reached', label: 'Asked not to be called' },
  { id: 'positiveShare', base: 'knownMoods', label: 'Positive' },
  { id: 'negativeShare', base: 'knownMoods', label: 'Negative' },
] as const satisfies readonly { id: keyof CallResults; base: keyof CallResults; label: string }[]
export type Share = (typeof shares)[number]
/** What was said, and the mood, is known of some calls only, so their shares say of how many they are. @param isKnown nearly all ended calls were read */
export const shareOf = (results: CallResults, { id, base }: Share, isKnown: boolean) =>
  percentWithBase(results[id], isKnown && (base === 'known' || base === 'talkedOf') ? null : results[base])
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
