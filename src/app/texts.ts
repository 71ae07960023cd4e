/** Texts of the frame and of the pages that replace one that cannot be shown. */
export const productName = 'Switchboard'

// Frame
export const skipToContent = 'Skip to content'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const close = 'Close'
export const loadingShortcuts = 'Loading shortcuts…'
export const pendingDecisions = 'Pending decisions'

// Sidebar and top bar
export const pages = 'Pages'
export const openOverview = 'Switchboard overview'
export const expandSidebar = 'Expand sidebar'
export const collapseSidebar = 'Collapse sidebar'
export const search = 'Search or jump to…'

// Hidden tab
export const titleWithNew = (title: string, count: number) => (count === 0 ? title : `(${count} new) ${title}`)

// Pages that cannot be shown
export const notFound = 'Not found'
export const noSuchPage = {
  happened: 'There is no page at this address.',
  toDo: 'Check the address, or search with Ctrl K.',
}
export const cannotShowPage = 'This page cannot be shown'
export const pageIsOutdated = {
  happened: 'This page could not be loaded because Switchboard has been updated.',
  toDo: 'Reload to open the new version.',
}
export const pageNotLoaded = { happened: 'This page could not be loaded.', toDo: 'Check your connection, then reload.' }
export const pageFailed = (details: string) => ({
  happened: 'This page failed because of an error in Switchboard.',
  details,
  toDo: 'Reload. If it fails again, send the message above to an administrator.',
})
export const reload = 'Reload'
export const goToOverview = 'Go to the overview'
