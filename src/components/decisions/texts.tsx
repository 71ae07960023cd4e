/** Texts of the list of decisions, the dialog that resolves one, and the undo window. */
import type { ReactNode } from 'react'
import type { DecisionAction } from '#contract/index.ts'

// DecisionList
export const undo = 'Undo'
const sendNowLabels: Record<DecisionAction, string> = {
  Approve: 'Send now',
  EditAndApprove: 'Send now',
  Edit: 'Save now',
  Reject: 'Reject now',
}
/** Ends the undo window. */
export const endUndoWindow = (action: DecisionAction) => sendNowLabels[action]
export const linkTitle = (person: string, message: string) => `${person}: ${message}`
export const outcomeAnnouncement = (person: string, outcome: string) => `${person}: ${outcome}`

// ResolveDecision
export const resolveHelp = (person: string, conversationLink: (text: string) => ReactNode) => (
  <>
    Ask {person}, read {conversationLink('the conversation')}, or check the service’s console. Nobody can decide on this
    draft again until the outcome is resolved.
  </>
)
export const happened = {
  label: 'It happened',
  hint: 'The customer received the message, or the service shows the decision.',
  recordLabel: 'Record that it happened',
}
/** @param risk a sentence, or '' */
export const didNotHappen = (risk: string) => ({
  label: 'It did not happen',
  hint: `The draft is waiting for review again. ${risk}`.trim(),
  recordLabel: 'Record that it did not happen',
})
