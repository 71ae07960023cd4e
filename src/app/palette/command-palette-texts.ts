/** Texts of the command palette's results. */

// Groups
export const results = 'Results'

// Actions
/** Other words that people type to find an action. */
export const helpWords = 'help, keys, hotkeys, ?'

// Results
export const searching = 'Searching…'
