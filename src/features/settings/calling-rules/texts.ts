/** Texts of the calling rules: contact limits, calling hours, approval by a second person. */

// called-countries.tsx
export const calledCountries = 'Countries we call'
export const removeCountry = (name: string) => `Remove ${name}`

// calling-hours.tsx
export const closedDays = 'Days without calls'
export const closedDay = (date: string, country: string) => `${date}, ${country}`
export const removeDay = (day: string) => `Remove ${day}`
export const day = 'Day'
export const country = 'Country'
