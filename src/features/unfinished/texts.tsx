/** Texts of the page of what is unfinished. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// unconfirmed-actions.tsx
export const unconfirmedActions = 'Unconfirmed actions'
export const loadingActions = 'Loading unconfirmed actions…'
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
export const canRepeat = 'You can try again.'
export const doNotRepeat = 'Do not try again.'
export const resolveOutcome = 'Resolve outcome'
/** @param whether "whether a call was placed" */
export const resolveTitle = (whether: string) => `Do you know ${whether}?`
/** @param link to the agent, the call, … */
export const checkThing = (link: ReactNode) => <>Check the {link}. Does it show what was requested?</>
export const askOthers = 'Ask the people involved, or check the service’s own console.'
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
export const unnamedCustomer = 'Unnamed customer'
export const notDelivered = 'Not delivered'
export const messageCount = (count: number) => (count === 0 ? 'No messages' : plural(count, 'message', 'messages'))
export const customerColumn = 'Customer'
export const messageColumn = 'Message'
export const addressColumn = 'Number or e-mail'
export const copyMessage = 'Copy the message'
export const noAddress = 'None'
export const agentColumn = 'Agent'
export const approvedColumn = 'Approved'
export const noText = 'No text'
export const agentNotLoaded = 'Agent not loaded yet'
export const undeliveredHelp =
  'These messages were approved, but the service has not delivered them. The customers have not received them. Check the number or e-mail address, open the conversation to draft another message, or call the person. The timeline shows what else was tried.'
