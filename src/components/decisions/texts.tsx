/** Texts of the list of decisions, the dialog that resolves one, and the undo window. */
import type { DecisionAction } from '#contract/index.ts'

// DecisionList
const sendNowLabels: Record<DecisionAction, string> = {
  Approve: 'Send now',
  EditAndApprove: 'Send now',
  Edit: 'Save now',
  Reject: 'Reject now',
}
/** Ends the undo window. */
export const endUndoWindow = (action: DecisionAction) => sendNowLabels[action]

// ResolveDecision
export const happened = {
  label: 'It happened',
  hint: 'The customer received the message, or the service shows the decision.',
  recordLabel: 'Record that it happened',
}
