/** Texts of the link to a person. */
export const showTimeline = 'Show timeline'
export const showTimelineOf = (address: string) => `Show timeline of ${address}`
export const wasCalled = (number: string) => `Was ${number} called?`
