/** Texts of the page with the calls behind a figure. */

import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { listedOutcomes, OutcomeSource } from '#contract/index.ts'

export const title = 'Calls behind a figure'
export const question = 'The calls that the figures count, the latest first.'
export const loading = 'Loading calls…'
export const caption = 'Counted calls'
export const noun = ['call', 'calls'] as const
export const noCallsTitle = 'No call has all of these'
export const noCallsHint = 'Remove a filter, or choose a longer period.'

// Filters
export const outcomeLabel = 'Outcome'
export const allOutcomes = 'All outcomes'
export const outcome = (value: (typeof listedOutcomes)[number]) =>
  value === 'all_answered' ? 'All answered' : outcomeLabels[value]
export const weekdayLabel = 'Local weekday'
export const allWeekdays = 'All weekdays'
export const hourLabel = 'Local hour'
export const allHours = 'All hours'
/** Filters that have no field: they come from a figure. */
export const only = {
  attempt: (value: string) => `Only call ${value} of each row`,
  agentVersion: (value: string) => `Only with version ${value} of the agent`,
  flowVersion: (value: string) => `Only with version ${value} of the flow`,
} as const

// Columns
export const began = 'Began'
export const person = 'Person'
export const openCall = 'Call'
export const callAt = (name: string, time: string) => `${name}, ${time}`
export const batchRow = 'Row of the batch'
export const agent = 'Agent'
export const batch = 'Batch'
export const country = 'Country'
export const outcomeColumn = 'Outcome'
export const duration = 'Duration'
export const mood = 'Mood'
/** What an outcome rests on. */
const sources: Readonly<Record<OutcomeSource, string>> = {
  person: 'corrected',
  service: 'the service',
  transcript: 'a guess',
  state: 'its state',
}
export const source = (value: OutcomeSource) => `(${sources[value]})`
export const namesNote = 'Names are shown while the calls themselves are kept. The figures have none.'
