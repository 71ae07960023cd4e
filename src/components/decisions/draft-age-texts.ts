/** The ages of waiting drafts as the queue's filter and reports call them. */
import type { DraftAge } from './draft-age-bands.ts'

export const draftAgeLabels: Readonly<Record<DraftAge, string>> = {
  under10m: 'Under 10 minutes',
  '10m-1h': '10 minutes to 1 hour',
  '1h-1d': '1 hour to 1 day',
  '10m': 'Over 10 minutes',
  '1h': 'Over 1 hour',
  '1d': 'Over 1 day',
}
