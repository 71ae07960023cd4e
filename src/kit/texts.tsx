/** Texts of the kit. Labels of shortcuts and of things that only search and the settings show have files of their own. */
import type { ReactNode } from 'react'
import type { Session } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

// Pages and their groups in the sidebar
export const watchGroup = 'Watch'
export const decideGroup = 'Decide'
export const setUpGroup = 'Set up'
export const pageLabels = {
  overview: 'Overview',
  calls: 'Live calls',
  batches: 'Batches',
  review: 'Review',
  conversations: 'Conversations',
  'do-not-call': 'Do not call',
  agents: 'Agents',
  'messaging-agents': 'Messaging agents',
  flows: 'Flows',
  'message-flows': 'Message flows',
  settings: 'Settings',
} as const

// Page header
export const windowTitle = (title: string, count = 0) => `${count > 0 ? `(${count}) ` : ''}${title} · Switchboard`

// Mode of the service
export const modeTexts: Readonly<Record<Session['mode'], { label: string; meaning: string }>> = {
  simulation: {
    label: 'Simulation',
    meaning: 'Nothing here is real: calls and messages are simulated, and no one is called.',
  },
  live: { label: 'Live', meaning: 'This is real: calls go to real people, and messages are delivered.' },
  unknown: {
    label: 'Mode unknown',
    meaning: 'The calling service has not answered yet. Act as if everything is real.',
  },
}

// Leaving a form with unsaved changes
export const leaveTitle = (what: string) => `Leave without saving ${what}?`
export const keepEditing = 'Keep editing'
export const discardChanges = 'Discard changes'
export const notSaved = 'Your changes have not been saved. Nothing was sent.'

// Age of what is shown
export const notUpdating = 'Not updating'
export const showingDataFrom = (time: ReactNode) => <>Showing data from {time}.</>

// Pages of a list
export const pageNumber = (page: number) => `Page ${number(page)}`
export const pageOfTotal = (page: number, total: number) => `Page ${number(page)} of ${number(total)}`
export const listRange = (
  first: number,
  last: number,
  total: number,
  [one, many]: readonly [one: string, many: string],
) => `${number(first)} to ${number(last)} of ${plural(total, one, many)}`
export const pagesOfList = (many: string) => `Pages of ${many}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const isFirstPage = 'This is the first page.'
export const isLastPage = 'This is the last page.'

// Permissions
export const cannotChange = "You can't change this"
export const missingId = 'The service did not send the ID of this record, so you cannot change it here.'
export const allChangesStopped = (operator: string, reason: string) => `${operator} stopped all changes (“${reason}”).`

// Keyboard
export const singleKeys = 'Single-key shortcuts'
export const singleKeysHint = 'Shortcuts without Ctrl or ⌘. When this is off, only shortcuts with Ctrl or ⌘ work.'
