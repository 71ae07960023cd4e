/** The ages of waiting drafts as the queue's filter and reports call them. */
import type { DraftAge } from './draft-age-bands.ts'

export const draftAgeLabels: Readonly<Record<DraftAge, string>> = {
  under10m: 'Under 10 min',
  '10m-1h': '10 to 60 min',
  '1h-1d': '1 to 24 hours',
  '10m': 'Over 10 min',
  '1h': 'Over 1 hour',
  '1d': 'Over 1 day',
}
