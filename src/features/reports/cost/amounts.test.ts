import { expect, it } from 'vitest'
import { amount, minutesLeftOut, unitPrice } from './texts.tsx'

it('amounts have two digits, but a small one is not shown as nothing', () => {
  expect([amount(12.5, 'EUR'), amount(0, ''), amount(null, 'EUR')]).toEqual(['12.50 EUR', '0.00', '–'])
  expect([amount(0.004, 'EUR'), amount(0.00001, 'EUR')]).toEqual(['0.004 EUR', 'under 0.0001 EUR'])
})

it('prices have up to four digits', () => {
  expect([unitPrice(0.004, 'EUR'), unitPrice(0.0125, ''), unitPrice(0.5, '€'), unitPrice(null, '')]).toEqual([
    '0.004 EUR',
    '0.0125',
    '0.50 €',
    '–',
  ])
})

it('names less than a minute without a price as that', () => {
  expect(minutesLeftOut(0.2)).toMatch(/^Less than a minute to countries without a price is not included/)
  expect(minutesLeftOut(3)).toMatch(/^3 minutes to countries without a price are not included/)
})
