/** Texts of the wall of live calls and of a call's page. */
import type { ReactNode } from 'react'
import type { CallConcern, CallConcernReason } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'

export const liveCalls = 'Live calls'
export const unknownNumber = 'Unknown number'

// wall-page.tsx
export const placeCall = 'Place a call'
export const noCalls = 'No calls in progress'
export const needAttention = (count: number) => plural(count, 'needs attention', 'need attention')
export const callsLabel = 'Calls'
export const noMatchForFilters = 'No call in progress matches these filters.'

// call-card.tsx
const concernNames: Record<CallConcernReason, string> = {
  asks_for_person: 'Asks for a person',
  watched_words: 'Watched words',
  negative: 'Negative',
  falling: 'Sentiment is falling',
  repeats: 'Agent repeats itself',
  silence: 'Silence',
  mailbox: 'Mailbox',
  long: 'Long call',
}
export const concernLabels = (concerns: readonly CallConcern[]) =>
  concerns.map(({ reason }) => concernNames[reason]).join(' · ')

// call-page.tsx
export const liveCall = 'Live call'
export const loadingCall = 'Loading call…'
export const withAgent = (agent: ReactNode) => (
  <>
    with <bdi translate="no">{agent}</bdi>
  </>
)
/** After End call was accepted. */
export const stillGoing = 'Still going on'

// call-actions.tsx
export const endCall = 'End call'
export const takeOver = 'Mute agent…'
