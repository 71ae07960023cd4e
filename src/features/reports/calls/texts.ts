/** Texts of the page with the calls behind a figure. */

import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { listedOutcomes, OutcomeSource } from '#contract/index.ts'

export const noun = ['call', 'calls'] as const
/** @param value of the outcome; '' for all */
export const title = (value: (typeof listedOutcomes)[number] | '') =>
  value === 'all_answered' ? 'Answered calls' : value === '' ? 'Counted calls' : `Counted calls: ${outcome(value)}`

// Filters
export const outcome = (value: (typeof listedOutcomes)[number]) =>
  value === 'all_answered' ? 'All answered' : outcomeLabels[value]
// Columns
export const person = 'Person'
export const callAt = (name: string, time: string) => `${name}, ${time}`
/** What an outcome rests on. */
const sources: Readonly<Record<OutcomeSource, string>> = {
  person: 'corrected',
  service: 'reported by the service',
  transcript: 'guessed from the transcript',
  state: 'from the call’s status',
}
export const source = (value: OutcomeSource) => `(${sources[value]})`
