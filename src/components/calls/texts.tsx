/** Texts of a call's transcript. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// call-transcript.tsx
export const followLive = 'Follow this call live'
export const transcriptAfterCall = 'This call is in progress. The transcript appears here when it ends.'
export const notCalledYet = 'This call has not been placed yet.'
export const nothingSaid = 'Nothing was said in this call.'
export const transcriptHeading = 'Transcript'

// transcript.tsx
export const transcriptLabel = 'Transcript'
export const firstSeenTimes = 'The service sends no times. Those here are when Switchboard first saw each line.'
/** Times of lines are when they began, so the silence between them is an estimate. */
export const silence = (duration: string) => `About ${duration} of silence`
export const silenceFirstSeen = (duration: string) => `About ${duration} of silence, by when the lines were first seen`
export const jumpToLatest = 'Jump to latest ↓'
export const newLines = (count: number) => `${plural(count, 'new line', 'new lines')} ↓`

// announced-lines.tsx
export const announcedLines = 'Announced lines'

// find-field.tsx
export const findLabel = 'Find in this call'
/** @param current the place that is shown, from 1 */
export const foundPlaces = (current: number, count: number) => (count === 0 ? 'Not found' : `${current} of ${count}`)
export const nextPlace = 'Next'
export const previousPlace = 'Previous'

// transcript-lines.ts
export const agent = 'Agent'
export const customer = 'Customer'
/** A person of the team who took over the call. */
export const colleague = 'Colleague'
export const unknownSpeaker = 'Unknown'
/** The first line of a copied transcript. @param when day, time and zone; '' if unknown */
export const transcriptHead = (customer: string, number: string, agent: string, when: string) =>
  ['Call', customer || number ? `with ${[customer, number].filter(Boolean).join(', ')}` : '', agent && `by ${agent}`]
    .filter(Boolean)
    .join(' ') + (when && `, ${when}`)
export const plainLine = (speaker: string, content: string) => `${speaker}: ${content}`

// transcript-actions.tsx
export const nothingSaidYet = 'Nothing has been said yet.'
export const copied = 'Copied'
/** @param wideScreenOnly shows its text only on wide screens; screen readers always read it */
export const copyTranscript = (wideScreenOnly: (text: string) => ReactNode) => (
  <>
    Copy
    {wideScreenOnly('transcript')}
  </>
)
export const downloadTranscript = (wideScreenOnly: (text: string) => ReactNode) => (
  <>
    Download
    {wideScreenOnly('transcript')}
  </>
)
