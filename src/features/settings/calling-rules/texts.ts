/** Texts of the calling rules: contact limits, calling hours, approval by a second person. */

// called-countries.tsx
export const calledCountries = 'Countries we call'

// calling-hours.tsx
export const closedDays = 'Days without calls'
