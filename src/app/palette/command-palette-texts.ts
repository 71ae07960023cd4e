/** Texts of the command palette's results. */

// Groups
export const pages = 'Pages'
export const actions = 'Actions'
export const pageActions = 'On this page'
export const results = 'Results'
export const openById = 'Open by ID'
export const settings = 'Settings'

// Actions
export const placeCall = 'Place a call'
export const newBatch = 'New batch'
export const stopBatches = 'Stop all running batches'
export const createAgent = 'Create agent'
export const createMessagingAgent = 'Create messaging agent'
export const createFlow = 'Create flow'
export const createMessageFlow = 'Create message flow'
export const inviteOperator = 'Invite operator'
export const keyboardShortcuts = 'Keyboard shortcuts'
export const switchTheme = 'Switch between light and dark theme'
export const signOut = 'Sign out'
/** Other words that people type to find an action. */
export const helpWords = 'help, keys, hotkeys, ?'
export const themeWords = 'appearance, mode, night'
export const signOutWords = 'log out, logout, leave, exit'
export const stopWords = 'cancel, halt, emergency'
export const inviteWords = 'add, user, account, colleague'

// Results
export const view = (name: string) => `View: ${name}`
export const openWithId = (kind: string) => `Open the ${kind} with this ID`
export const searching = 'Searching…'
export const noResults = 'No results. If nobody on your team has opened it yet, enter its full ID.'
export const enterOpens = 'opens'
export const searchIsPrivate = 'Names and numbers that you search for never appear in this page’s address'
