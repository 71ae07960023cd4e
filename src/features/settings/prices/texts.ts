/** Texts of the setting for prices. */
import type { Billing } from '#contract/index.ts'

export const loading = 'Loading prices…'
export const title = 'Prices'
export const saved = 'prices'
export const intro =
  'The service does not report what calls cost. With your own prices, Switchboard estimates the cost of the calls and messages of this workspace. Calls of batches belong to no workspace, so each workspace counts them. Changing a price also changes the cost shown for past periods. It affects nothing else.'
export const openCosts = 'What does it cost?'
export const currency = 'Currency'
export const currencyHint = 'Shown after amounts, for example EUR or $.'
export const perMinute = 'Price per minute'
export const perMinuteHint = 'For countries not listed below.'
export const perMessage = 'Price per message'
export const perMessageHint = 'For each message sent after approval.'
export const billing = 'How calls are charged'
export const billings: Record<Billing, string> = {
  second: 'Per second',
  minute: 'Per started minute',
}
export const countriesLegend = 'Prices by country'
export const countryPrice = (country: string) => `Price per minute: ${country}`
export const addCountry = 'Add a country'
export const remove = 'Remove'
export const removeCountry = (country: string) => `Remove ${country}`
export const priceRequired = 'Enter a price, or remove the country.'
export const priceRange = (max: number) => `A price is between 0 and ${max}.`
