/** Texts of the page of what is unfinished. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

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
export const requestedBy = (operator: string, time: ReactNode) => (
  <>
    {operator} requested it at {time}.
  </>
)
/** @param whether "whether a call was placed" */
export const resolveTitle = (whether: string) => `Do you know ${whether}?`
/** @param link to the agent, the call, … */
export const checkThing = (link: ReactNode) => <>Check the {link}. Does it show what was requested?</>
export const happened = {
  label: 'It happened',
  hint: 'The audit then shows that it happened.',
  recordLabel: 'Record that it happened',
}
/** @param risk the risk of repeating it; '' if there is none */
export const didNotHappen = (risk: string) => ({
  label: 'It did not happen',
  hint: `You can then request it again. ${risk}`.trim(),
  recordLabel: 'Record that it did not happen',
})
export const recordedOutcome = (didHappen: boolean) =>
  didHappen ? 'Recorded that it happened.' : 'Recorded that it did not happen.'
export const outcomeNoun = ['outcome', 'outcomes'] as const

// undelivered-list.tsx
export const notDelivered = 'Not delivered'
export const messageCount = (count: number) => (count === 0 ? 'No messages' : plural(count, 'message', 'messages'))
