/** Texts of the panel of today's calls, and of the lines beside the figures. */
import { endUnknown, knownOf } from '#components/batches/results/texts.ts'
import type { Coverage } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

export const callsToday = 'Calls today'
export const hour = 'Hour'
/** @param day ISO 8601 */
export const fileName = (day: string) => `calls-by-hour_${day}`
/** @param difference from yesterday; of shares from -1 to 1 */
export const change = (of: 'calls' | 'answered', difference: number) => {
  const rounded = of === 'calls' ? difference : Math.round(difference * 100)
  return `${rounded < 0 ? '−' : '+'}${number(Math.abs(rounded))}${of === 'calls' ? '' : ' pt'}`
}
export const thanYesterday = (change: string) => `${change} from yesterday by this time`
/** How much of today the figures know; '' if they know nearly all. */
export const coverage = ({ seen, ended, unknownBatches }: Coverage) =>
  ended === 0 && unknownBatches === 0
    ? 'The chart shows the calls that your team has seen.'
    : [knownOf({ seen, ended }, 'today’s batches'), endUnknown(unknownBatches, ended > 0)].filter(Boolean).join(' ')

// today-pasts.tsx: the lowest and the highest value of each line
export const range = {
  calls: (low: string, high: string) => `from ${low} to ${high} calls an hour`,
  answered: (low: string, high: string) => `from ${low} to ${high} in an hour`,
  waiting: (low: string, high: string) => `from ${low} to ${high} at the end of an hour`,
  decided: (low: string, high: string) => `from ${low} to ${high} an hour`,
}
