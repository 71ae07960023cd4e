/** What minutes and messages cost with the team's own prices. Pure. */
import type { CallCosts, CallPrices, CostCount } from '#contract/index.ts'

export interface Cost {
  calls: number
  /** As they are charged. */
  minutes: number
  /** null: no price is set for any of them. */
  amount: number | null
  /** Calls to countries with a price, whose cost `amount` is. */
  pricedCalls: number
  /** Minutes of countries without a price, which `amount` does not have. */
  minutesWithoutPrice: number
}

/** The price of a minute in a country; null: none is set. */
export const priceIn = ({ countries, perMinute }: CallPrices, country: string): number | null =>
  countries.find((one) => one.country === country)?.perMinute ?? perMinute

/** The cost of the calls of a group. */
export function costOfCalls({ countries }: Pick<CostCount, 'countries'>, prices: CallPrices): Cost {
  const cost: Cost = { calls: 0, minutes: 0, amount: null, pricedCalls: 0, minutesWithoutPrice: 0 }
  for (const { country, calls, seconds, startedMinutes } of countries) {
    const minutes = prices.billing === 'minute' ? startedMinutes : seconds / 60
    const price = priceIn(prices, country)
    cost.calls += calls
    cost.minutes += minutes
    if (price === null) {
      cost.minutesWithoutPrice += minutes
      continue
    }
    cost.pricedCalls += calls
    cost.amount = (cost.amount ?? 0) + minutes * price
  }
  return cost
}

/** The cost that a chart shows: zero without calls, unknown if no price is set for those that were made. */
export const amountShown = ({ amount, minutes }: Cost): number | null => amount ?? (minutes > 0 ? null : 0)

/** The cost of messages; null: no price is set, or their number is not known. */
export const costOfMessages = (messages: number | null, { perMessage }: CallPrices): number | null =>
  messages === null || perMessage === null ? null : messages * perMessage

/** Adds amounts; null if none is known. */
export const sumOfAmounts = (...amounts: readonly (number | null)[]): number | null => {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** The cost of all calls. */
export const totalCost = ({ groups }: Pick<CallCosts, 'groups'>, prices: CallPrices): Cost =>
  costOfCalls({ countries: groups.flatMap(({ countries }) => countries) }, prices)

/** Whether any price is set. */
export const hasPrices = ({ perMinute, countries, perMessage }: CallPrices): boolean =>
  perMinute !== null || countries.length > 0 || perMessage !== null
