/** Texts of the calling rules: contact limits, calling hours, approval by a second person. */

// calling-rules-part.tsx
export const loadingRules = 'Loading calling rules…'

// contact-limits.tsx
export const contactLimits = 'Contact limits'
export const contactLimitsSaved = 'contact limits'
export const contactLimitsIntro =
  'A batch leaves out people who were already called this often, unless the person who starts it gives a reason. Call-backs within a batch and calls that reached nobody do not count. A single call only shows a warning.'
export const maxPerDay = 'Maximum calls to one person in 24 hours'
export const maxPerWeek = 'Maximum calls to one person in 7 days'

// called-countries.tsx
export const calledCountries = 'Countries we call'
export const calledCountriesSaved = 'countries'
export const calledCountriesIntro =
  'If nearly all numbers without a country code in a file fit one of these countries, the page proposes it. A person decides. Calls to other countries stay possible.'
export const addCountry = 'Add country'
export const removeCountry = (name: string) => `Remove ${name}`

// calling-hours.tsx
export const callingHours = 'Calling hours'
export const callingHoursSaved = 'calling hours'
export const callingHoursIntro =
  'The hours are in the local time of the person called. If a number may be in several time zones, it is called only while all of them are inside these hours. Starting a batch that reaches people outside these hours requires a reason.'
export const closedDays = 'Days without calls'
export const closedDaysHint = 'Public holidays and other days on which nobody is called.'
export const closedDay = (date: string, country: string) => `${date}, ${country}`
export const inAllCountries = 'all countries'
export const removeDay = (day: string) => `Remove ${day}`
export const day = 'Day'
export const country = 'Country'
export const allCountries = 'All countries'
export const noCountryMatches = 'No country has this name.'
export const addDay = 'Add day'
export const chooseDayFirst = 'Choose a day first.'

// second-person.tsx
export const secondPerson = 'Second person'
export const secondPersonSaved = 'approval rule'
export const secondPersonIntro =
  'A batch waits for up to seven days until another campaign manager or administrator approves it, if it calls more people than this, alone or together with what the same person started in the last 24 hours. Nobody can approve their own batch. At least two people must be able to start batches.'
export const requireSecondPerson = 'Large batches need approval by a second person'
export const maxWithoutApproval = 'Maximum people in a batch without approval'
