/** Texts of the page about costs. */
import { number, plural } from '#ui/text/format-number.ts'

export const counting = 'Counting minutes…'

const amounts = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const prices = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 })
/** A smaller amount would be shown as 0. */
const smallest = 0.0001
const withCurrency = (text: string, currency: string) => `${text}${currency === '' ? '' : ` ${currency}`}`
/** "0.0125 EUR": a price, or the average cost of one thing. */
export const unitPrice = (value: number | null, currency: string) => {
  if (value === null) return '–'
  return value > 0 && value < smallest
    ? `under ${withCurrency(prices.format(smallest), currency)}`
    : withCurrency(prices.format(value), currency)
}
/** "12.50 EUR"; the currency as the team writes it. Less than a cent has more digits, because it is not free. */
export const amount = (value: number | null, currency: string) =>
  value === null || (value > 0 && value < 0.01)
    ? unitPrice(value, currency)
    : withCurrency(amounts.format(value), currency)
export const minutes = (value: number) => number(Math.round(value))

export const connectedCalls = 'Connected calls'
export const minutesColumn = 'Minutes'
export const costColumn = 'Cost'
/** In a file, whose cells are plain numbers. */
export const costIn = (currency: string) => withCurrency(costColumn, currency === '' ? '' : `(${currency})`)

export const nothing = 'No calls with a known duration in this period.'
export const minutesLeftOut = (value: number) => {
  const rounded = Math.round(value)
  const minutesOrLess = rounded === 0 ? 'Less than a minute' : plural(rounded, 'minute', 'minutes')
  return `${minutesOrLess} to countries without a price ${rounded > 1 ? 'are' : 'is'} not included in the cost.`
}
