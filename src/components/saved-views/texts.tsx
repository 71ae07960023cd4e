/** Texts of saved views. */

// saved-views.tsx
export const views = 'Views'
/** Before the name of the view, for screen readers. */
export const viewPrefix = 'View: '
/** After the name of a view whose filters were changed. */
export const changed = '· changed'
export const ownViews = 'For me'
export const teamViews = 'For the team'

// view-dialog.tsx
export const cancel = 'Cancel'
