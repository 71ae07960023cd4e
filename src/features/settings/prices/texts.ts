/** Texts of the setting for prices. */
import type { Billing } from '#contract/index.ts'

export const loading = 'Loading prices…'
export const title = 'Prices'
export const saved = 'prices'
export const intro =
  'The service does not say what calls cost. With your own prices, Switchboard shows what the calls and messages of this workspace cost. Prices change nothing but these figures, also of the past.'
export const openCosts = 'What does it cost?'
export const currency = 'Currency'
export const currencyHint = 'As it is shown, such as EUR or $.'
export const perMinute = 'Price of a minute'
export const perMinuteHint = 'In all countries without a price of their own.'
export const perMessage = 'Price of a message'
export const perMessageHint = 'For each message sent after its approval.'
export const billing = 'How calls are charged'
export const billings: Record<Billing, string> = {
  second: 'By the second',
  minute: 'By each minute that began',
}
export const countriesLegend = 'Countries with a price of their own'
export const countryPrice = (country: string) => `Price of a minute: ${country}`
export const addCountry = 'Add a country'
export const remove = 'Remove'
export const removeCountry = (country: string) => `Remove ${country}`
export const priceRequired = 'Enter a price, or remove the country.'
export const priceRange = (max: number) => `A price is between 0 and ${max}.`
