/** What several fields and lists say. What one of them says stands in it. */

export const showAllOptions = 'Show all options'
export const currentItem = ' (current)'
