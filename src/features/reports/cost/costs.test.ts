import { describe, expect, it } from 'vitest'
import { type CallPrices, noPrices } from '#contract/index.ts'
import { amountShown, costOfCalls, costOfMessages, hasPrices, priceIn, sumOfAmounts, totalCost } from './costs.ts'

const prices: CallPrices = {
  currency: 'EUR',
  billing: 'second',
  perMinute: 0.1,
  countries: [{ country: 'GB', perMinute: 0.2 }],
  perMessage: 0.05,
}
const calls = (country: string, count: number, seconds: number, startedMinutes: number) => ({
  country,
  calls: count,
  seconds,
  startedMinutes,
})
const group = { countries: [calls('US', 2, 90, 3), calls('GB', 1, 30, 1)] }

describe('the cost of calls', () => {
  it('is the minutes of each country at its price, by the second or by each minute that began', () => {
    expect(costOfCalls(group, prices)).toEqual({
      calls: 3,
      minutes: 2,
      amount: 0.25,
      minutesWithoutPrice: 0,
      pricedCalls: 3,
    })
    const { minutes, amount } = costOfCalls(group, { ...prices, billing: 'minute' })
    expect([minutes, amount?.toFixed(2)]).toEqual([4, '0.50'])
    expect(priceIn(prices, 'US')).toBe(0.1)
  })

  it('is unknown without a price, and not zero', () => {
    expect(costOfCalls(group, noPrices)).toMatchObject({ amount: null, minutesWithoutPrice: 2, pricedCalls: 0 })
    const onlyGb = { ...prices, perMinute: null }
    expect(costOfCalls(group, onlyGb)).toMatchObject({ amount: 0.1, minutesWithoutPrice: 1.5, pricedCalls: 1 })
    expect(costOfCalls({ countries: [] }, prices)).toMatchObject({ amount: null, calls: 0 })
    expect(amountShown(costOfCalls(group, noPrices))).toBeNull()
    expect(amountShown(costOfCalls({ countries: [] }, noPrices))).toBe(0)
    expect([hasPrices(noPrices), hasPrices(onlyGb), hasPrices({ ...noPrices, perMessage: 0 })]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('of all groups is that of their calls together', () => {
    const groups = [group, { countries: [calls('US', 1, 60, 1)] }].map((one, index) => ({
      ...one,
      key: `${index}`,
      name: null,
      messages: 0,
    }))
    expect(totalCost({ groups }, prices)).toMatchObject({ calls: 4, minutes: 3, amount: 0.35 })
  })
})

it('messages cost their price; unknown amounts are left out of a sum', () => {
  expect(costOfMessages(4, prices)).toBe(0.2)
  expect(costOfMessages(null, prices)).toBeNull()
  expect(costOfMessages(4, noPrices)).toBeNull()
  expect([sumOfAmounts(1, null, 2), sumOfAmounts(null)]).toEqual([3, null])
})
