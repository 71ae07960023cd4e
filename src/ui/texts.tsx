/** What several fields and lists say. What one of them says stands in it. */

export const showAllOptions = 'Show all options'
/** In place of what is not known until an answer comes. */
export const loadingText = 'Loading…'
export const currentItem = ' (current)'
