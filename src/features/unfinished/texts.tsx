/** Texts of the page of what is unfinished. */
import type { ReactNode } from 'react'

// unconfirmed-actions.tsx
export const unconfirmedActions = 'Unconfirmed actions'
/** @param whether "whether a call was placed" */
export const unknownOutcome = (whether: string, subject: ReactNode) =>
  subject ? (
    <>
      We do not know {whether}: {subject}.
    </>
  ) : (
    <>We do not know {whether}.</>
  )
export const happened = {
  label: 'It happened',
  hint: 'The audit then shows that it happened.',
  recordLabel: 'Record that it happened',
}
export const outcomeNoun = ['outcome', 'outcomes'] as const

// undelivered-list.tsx
export const notDelivered = 'Not delivered'
