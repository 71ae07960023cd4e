/** Texts of what surrounds every page, and of the error pages. */
export const productName = 'Switchboard'

// Frame
export const keyboardShortcuts = 'Keyboard shortcuts'

// Sidebar and top bar
export const pages = 'Pages'
/** After a number. */
export const waiting = ' waiting'

// Title of the browser tab while it is hidden
export const tabTitle = (title: string, count: number) => (count === 0 ? title : `(${count} new) ${title}`)

// Pages that cannot be shown
export const notFound = 'Not found'
export const cannotShowPage = 'This page cannot be shown'
export const pageIsOutdated = {
  message: 'This page could not be loaded because Switchboard has been updated.',
  advice: 'Reload to open the new version.',
}
export const pageNotLoaded = {
  message: 'This page could not be loaded.',
  advice: 'Check your connection, then reload.',
}
export const pageFailed = (details: string) => ({
  message: 'This page failed because of an error in Switchboard.',
  details,
  advice: 'Reload. If it fails again, send the message above to an administrator.',
})
export const goToOverview = 'Go to the overview'
