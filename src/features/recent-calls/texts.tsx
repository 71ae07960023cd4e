/** Texts of the page of recent calls. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// Page
export const title = 'Ended calls'
export const keptFor = (days: number) =>
  days === 0
    ? 'Switchboard keeps no calls after they end.'
    : `Calls that Switchboard has seen in the last ${plural(days, 'day', 'days')}`
export const caption = 'Ended calls'
export const noun = ['call', 'calls'] as const
export const noCallsTitle = 'No calls yet'
export const noCallsHint = (days: number | undefined) =>
  days === 0
    ? 'Calls are not kept in this workspace. An administrator can change that in the settings, under Data.'
    : 'Every call that Switchboard sees is listed here, with its transcript, also after it has ended.'
export const noMatchTitle = 'No calls found'
export const noMatchHint = 'No calls match these filters. Choose other filters.'
export const showAll = 'Show all calls'

// Whose list
export const sourceLabel = 'List'
export const ofTeam = 'Seen by Switchboard'
export const ofService = 'History of the service'
export const toCallBack = 'To call back'

// Search
export const searchLabel = 'Search ended calls'
export const searchPlaceholder = 'Name, number, or words that were said'
export const searching = 'Searching calls…'
export const foundCount = (count: number, hasMore: boolean) =>
  hasMore ? `The latest ${count} calls found` : plural(count, 'call found', 'calls found')
export const nothingFoundHint =
  'Search by the customer’s name, by the number in any format, or by words that were said. Filters apply too.'

// Columns
export const customerColumn = 'Customer'
export const whenColumn = 'First seen'
export const startedColumn = 'Started'
export const agentColumn = 'Agent'
export const batchColumn = 'Batch'
export const outcomeColumn = 'Outcome'
export const durationColumn = 'Duration'
export const unknownAgent = 'Unknown'
export const numberHidden = 'Number not shown'
export const lineCount = (count: number) => plural(count, 'line', 'lines')
export const transcriptOf = (count: number) => `Transcript: ${lineCount(count)}`
export const saidBy = (speaker: string, place: ReactNode) => (
  <>
    {speaker}: {place}
  </>
)

// Notes
export const noteCount = (count: number) => plural(count, 'note', 'notes')

// Outcomes
/** The service's list does not say whether somebody has answered. */
export const inProgress = 'In progress'
export const ended = 'Ended'
export const endNotSeen = 'End not seen'
export const notFoundNow = 'Not found just now'
export const completed = 'Completed'
export const failed = 'Failed'

// The service's history
export const historyCaption = 'Calls in the service’s history'
export const noHistoryTitle = 'No calls in the service’s history'
export const noHistoryHint = 'The service lists calls here once it has placed one.'
