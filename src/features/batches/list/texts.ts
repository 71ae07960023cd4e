/** Texts of the list of batches. */
import { numberOr, plural } from '#ui/text/format-number.ts'

// Page
export const listFacts = 'Batches that your team started here or added to this list.'
export const newBatch = 'New batch'
export const noMatchTitle = 'No batches found'
export const noMatchHint = 'No batches match this search and these filters. Choose others.'
export const noBatchesTitle = 'No batches yet'
export const chooseFile = 'Choose a file'
export const noBatchesHint =
  'A batch calls everyone in a spreadsheet or CSV file with one agent. Choose a file to start the first batch. To open one that was started elsewhere, enter its ID in the search at the top.'
export const caption = 'Batches'
export const noun = ['batch', 'batches'] as const

// Columns
export const nameColumn = 'Name'
export const progressColumn = 'Progress'
/** The service says that a call failed also if nobody answered. */
export const notReachedColumn = 'Not reached'
export const updatedColumn = 'Updated'
export const never = 'never'
export const finished = 'Finished'
export const test = 'Test'
/** What goes wrong in a running batch. */
export const alarms = {
  harmful: { state: 'needs-you', label: 'Check who is called' },
  failing: { state: 'failed', label: 'Calls fail' },
} as const
export const elsewhere = 'Elsewhere'
export const scheduledAt = 'scheduled '
export const progressOf = (batch: string) => `Progress of ${batch}`
export const callCount = (count: number) => plural(count, 'call', 'calls')
export const endedCount = (ended: number | null) => `${numberOr(ended)} `
export const ofTotal = (total: number | null) => `of ${numberOr(total)}`
export const agentCount = (count: number) => plural(count, 'agent', 'agents')
export const partCount = (count: number) => plural(count, 'part', 'parts')
