/** Texts of the link to a person. */
export const showTimeline = 'Show timeline'
