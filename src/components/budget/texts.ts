/** Texts about the requests of the last minute. */
import type { Lane } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

/** What requests are for. */
export const laneNames: Record<Lane, string> = {
  cancel: 'Cancelling batches',
  commands: 'Other commands',
  reads: 'Opening pages',
  watching: 'Live updates',
  outcomes: 'Results of calls',
}

// RequestShares
export const sharedByPages = 'Shared by open pages'
export const outcomeReads = 'Results of calls'
export const connectionChecks = 'Connection checks'
export const connectionTests = 'Connection tests'
export const notFromAPage = 'Not from a page'
export const noRequests = 'No requests to the service in the last minute.'
export const requestsOfBudget = (used: number, budget: number) => `${number(used)} of ${number(budget)} requests`
