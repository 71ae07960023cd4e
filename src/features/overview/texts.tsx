/** Texts of the overview, except those about problems, which are loaded only if there are any. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// figures.tsx
export const liveCalls = 'Live calls'
/** @param end when all running batches have ended; false if unknown */
export const endOfBatches = (calling: number, end: ReactNode) =>
  end ? (
    <>
      {calling === 1 ? 'Ends' : 'All end'} about {end}
    </>
  ) : calling === 0 ? (
    'None is calling'
  ) : (
    'End time unknown'
  )
/** @param known ended calls of which it is known whether they were answered @param calls all ended calls @param areAllRead no other has ended */
export const answeredNote = (answered: number, known: number, calls: number, areAllRead: boolean) =>
  known === 0
    ? calls === 0
      ? 'No calls ended yet'
      : `Unknown for ${plural(calls, 'ended call', 'ended calls')}`
    : [
        `${number(answered)} of ${areAllRead ? plural(known, 'ended call', 'ended calls') : `${plural(known, 'call', 'calls')} read so far`}`,
        ...(calls > known ? [`${number(calls - known)} unknown`] : []),
      ].join(', ')
/** Why there is no share, although some calls are known: those of batches would be missing from it. */
export const answeredOfBatchesUnknown = (ended: number) =>
  `Unknown for ${plural(ended, 'call that ended in a batch', 'calls that ended in batches')}`
/** '' if all of them are. */
export const inThisHour = (count: number, all: number) => (count === all ? '' : `${number(count)} in this hour`)
/** Also the heading of the panel. */
export const draftsToReview = 'Drafts to review'

// drafts-panel.tsx
/** How long drafts have waited at least, by the queue's filter. */
export const waitingLonger = {
  '10m': 'Over 10 min',
  '1h': 'Over 1 hour',
  '1d': 'Over 1 day',
} as const

// live-panel.tsx
export const loadingCalls = 'Loading calls…'

// running-panel.tsx
export const calls = (count: number | null) => (count === null ? '' : plural(count, 'call', 'calls'))
