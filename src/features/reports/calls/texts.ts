/** Texts of the page with the calls behind a figure. */

import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { listedOutcomes, OutcomeSource } from '#contract/index.ts'

export const title = 'Calls behind a figure'
export const question = 'The calls that a figure counts, latest first'
export const loading = 'Loading calls…'
export const caption = 'Counted calls'
export const noun = ['call', 'calls'] as const
export const noCallsTitle = 'No matching calls'
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
  attempt: (value: string) => `Attempt ${value} of each row`,
  agentVersion: (value: string) => `Agent version ${value}`,
  flowVersion: (value: string) => `Flow version ${value}`,
} as const

// Columns
export const started = 'Started'
export const person = 'Person'
export const openCall = 'Call'
export const callAt = (name: string, time: string) => `${name}, ${time}`
export const batchRow = 'Row of the batch'
export const agent = 'Agent'
export const batch = 'Batch'
export const country = 'Country'
export const outcomeColumn = 'Outcome'
export const duration = 'Duration'
export const sentiment = 'Sentiment'
/** What an outcome rests on. */
const sources: Readonly<Record<OutcomeSource, string>> = {
  person: 'corrected',
  service: 'reported by the service',
  transcript: 'guessed from the transcript',
  state: 'from the call’s status',
}
export const source = (value: OutcomeSource) => `(${sources[value]})`
export const namesNote =
  'Names are shown until the call itself is deleted (Settings → Data). Figures store no customer names.'
