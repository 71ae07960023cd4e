/** Texts about unknown outcomes: the form that resolves one, what it concerns, and the evidence for a call. */
import type { ReactNode } from 'react'
import { plural } from '#ui/text/format-number.ts'

// ResolveForm
export const outcomeLabel = 'What did you find?'
export const chooseOutcomeFirst = 'Choose what you found first.'
export const enterReasonFirst = 'Enter how you know first.'
export const batchIdLabel = 'Batch ID'
export const batchIdHint = 'Enter it if the service’s console shows it. The batch then appears in the list of batches.'
export const reasonLabel = 'How you know'
export const reasonHint = 'Saved with your name.'
export const recordOutcome = 'Record what you found'

// SubjectLine and EffectSubject
export const callCount = (calls: number) => plural(calls, 'call', 'calls')
export const firstRecipients = (recipients: ReactNode) => <>the first to {recipients}</>
export const byAgent = (name: string) => `agent ${name}`
export const batchTerm = 'Batch'
export const peopleTerm = 'People'
export const recipientTerm = 'To'
export const firstPeopleTerm = 'First people'
export const agentTerm = 'Agent'
export const requestedByTerm = 'Requested by'
export const timeTerm = 'Time'

// AnnouncedCalls
export const announcedCall = (time: ReactNode) => (
  <>The service reported a call by this agent to this number at {time}.</>
)
export const viewCall = 'View call'
