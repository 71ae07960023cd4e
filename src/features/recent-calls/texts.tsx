/** Texts of the page of recent calls. */
import { plural } from '#ui/text/format-number.ts'

// Page
export const noun = ['call', 'calls'] as const
export const noCallsHint = (days: number | undefined) =>
  days === 0
    ? 'Calls are not kept in this workspace. An administrator can change that in the settings, under Data.'
    : 'Every call that Switchboard sees is listed here, with its transcript, also after it has ended.'

// Whose list
export const toCallBack = 'To call back'

// Columns
export const customerColumn = 'Customer'
export const agentColumn = 'Agent'
export const batchColumn = 'Batch'
export const outcomeColumn = 'Outcome'
export const durationColumn = 'Duration'
export const unknownAgent = 'Unknown'
export const numberHidden = 'Number not shown'
export const lineCount = (count: number) => plural(count, 'line', 'lines')
export const transcriptOf = (count: number) => `Transcript: ${lineCount(count)}`

// Outcomes
/** The service's list does not say whether somebody has answered. */
export const inProgress = 'In progress'
export const completed = 'Completed'
export const failed = 'Failed'
