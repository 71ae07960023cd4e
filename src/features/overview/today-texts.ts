/** Texts of the panel of today's calls, and of the lines beside the figures. */
import { endUnknown } from '#components/batches/results/texts.ts'
import type { Coverage } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'

export const callsToday = 'Known calls today'
export const openAnswers = 'Open report'
export const hour = 'Hour'
export const noCallsToday = 'No known calls have ended today.'
export const hourBegins = 'Hour begins'
/** @param day ISO 8601 */
export const fileName = (day: string) => `calls-by-hour_${day}`
/** @param share from 0 to 1 */
export const yesterday = (share: number) => `${percent(share)} answered yesterday by this time`
/** A mailbox that nobody opened counts as answered. '' for none. */
const maybeMailboxes = (calls: number) =>
  calls === 0
    ? ''
    : `${plural(calls, 'answered call', 'answered calls')} of unknown outcome may be ${calls === 1 ? 'a mailbox' : 'mailboxes'}.`
/** How much of today the figures know. @param answered calls that were answered, and of which nothing else is known */
export const coverage = ({ seen, ended, unknownBatches }: Coverage, answered: number) =>
  [ofBatches(seen, ended), endUnknown(unknownBatches, ended > 0), maybeMailboxes(answered)].filter(Boolean).join(' ')
const ofBatches = (seen: number, ended: number) =>
  ended === 0
    ? 'The chart shows the calls that your team has seen.'
    : `The outcome is known for ${number(seen)} of ${plural(ended, 'ended row', 'ended rows')} in today’s batches. The chart also includes single calls.`

// today-pasts.tsx: the lowest and the highest value of each line
export const range = {
  calls: (low: string, high: string) => `from ${low} to ${high} calls an hour`,
  answered: (low: string, high: string) => `from ${low} to ${high} in an hour`,
  waiting: (low: string, high: string) => `from ${low} to ${high} at the end of an hour`,
  decided: (low: string, high: string) => `from ${low} to ${high} an hour`,
  requests: (low: string, high: string) => `from ${low} to ${high} a minute in the last hour`,
}
