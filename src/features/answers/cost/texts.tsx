/** Texts of the page about costs. */
import { countryName } from '#phone/country.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { TimeUnit } from '../search.ts'
import type { CostGroupingChoice } from './search.ts'

export const asks = 'What do the calls and messages cost?'
export const counting = 'Counting minutes…'

const amounts = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** "12.50 EUR"; the currency as the team writes it. */
export const amount = (value: number | null, currency: string) =>
  value === null ? '–' : `${amounts.format(value)}${currency === '' ? '' : ` ${currency}`}`
export const minutes = (value: number) => number(Math.round(value))
export const total = 'Together'
export const before = (value: string) => `${value} in the period before`
export const callsCost = 'Calls'
export const minutesOf = (value: number, calls: number) =>
  `${plural(Math.round(value), 'minute', 'minutes')} of ${plural(calls, 'connected call', 'connected calls')}`
export const messagesCost = 'Messages'
export const messagesSent = (count: number | null) =>
  count === null ? 'Not counted with filters' : `${plural(count, 'message', 'messages')} sent`
export const perCall = 'For each connected call'
export const perCallNote = (minutesPerCall: number) =>
  `${number(Math.round(minutesPerCall * 10) / 10)} minutes on average`

export const costOver: Readonly<Record<TimeUnit, string>> = {
  hour: 'Cost by hour',
  day: 'Cost by day',
  week: 'Cost by week',
  month: 'Cost by month',
}
export const minutesOver: Readonly<Record<TimeUnit, string>> = {
  hour: 'Minutes by hour',
  day: 'Minutes by day',
  week: 'Minutes by week',
  month: 'Minutes by month',
}
export const callsSeries = 'Calls'
export const messagesSeries = 'Messages'
export const minutesSeries = 'Minutes'
export const compared = 'Comparison'
export const comparedBy = 'Compare by'
export const groupings: Readonly<Record<CostGroupingChoice, string>> = {
  country: 'Country',
  agent: 'Agent',
  flow: 'Flow',
  batch: 'Batch',
}
export const unknownKeys: Readonly<Record<CostGroupingChoice, string>> = {
  country: 'Unknown country',
  agent: 'Unknown agent',
  flow: 'Unknown flow',
  batch: 'Single calls, or batch not known',
}
export const country = countryName
export const connectedCalls = 'Connected calls'
export const minutesColumn = 'Minutes'
export const priceColumn = 'Price of a minute'
export const costColumn = 'Cost'
export const costFile = (by: string) => `cost-by-${by}`
export const minutesFile = (by: string) => `minutes-by-${by}`
export const download = 'Download CSV'

export const noPricesTitle = 'No prices are set yet.'
export const noPricesHint = 'The minutes below are counted. With your own prices, this page shows what they cost.'
export const noPricesForOthers = 'The minutes below are counted. An administrator can set prices.'
export const setPrices = 'Set prices'
export const changePrices = 'Prices'
export const nothing = 'No call of this period is known with its duration.'
export const withoutPrice = (value: number) =>
  `${plural(Math.round(value), 'minute', 'minutes')} of countries without a price ${Math.round(value) === 1 ? 'is' : 'are'} not in the cost.`
export const withoutDuration = (count: number) =>
  `${plural(count, 'answered call', 'answered calls')} of unknown duration ${count === 1 ? 'is' : 'are'} not in it.`
export const coverage = (seen: number, ended: number) =>
  ended === 0
    ? 'The figures count the calls that the team has seen.'
    : `Counted from ${number(seen)} of the ${plural(ended, 'ended call', 'ended calls')} of this period’s batches, and from single calls that the team has seen.`
export const rests =
  'A call costs from its connection to its end, also with a mailbox. Messages are those that were sent after an approval in Switchboard.'
