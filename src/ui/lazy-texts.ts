/** Default texts of the design primitives that the first page does not load. */

// Forms
export const optionalMark = ' (optional)'
export const chooseOption = 'Select…'
export const notSet = 'Not set'
export const clearSearch = 'Clear search'
export const clearSelection = 'Clear selection'
export const showAllOptions = 'Show all options'
/** @param outcome a sentence, such as "The agent was not created." */
export const formProblems = (outcome: string, count: number) =>
  `${outcome} ${count === 1 ? 'One field needs' : `${count} fields need`} your attention.`

// Copy buttons
export const copy = (name: string) => `Copy ${name}`
export const copied = 'Copied'

// Overlays
export const close = 'Close'
export const closePanel = (title: string) => `Close ${title}`
export const currentItem = ' (current)'
export const notifications = 'Notifications'
export const dismissNotification = 'Dismiss notification'
