/** Texts of the open draft: alerts and the decision. */
import type { ReactNode } from 'react'
import type { DecisionAction, SeriousRiskKind } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

// open-draft.tsx
export const draftTo = (customer: ReactNode) => (
  <>
    Draft to <bdi translate="no">{customer}</bdi>
  </>
)
export const unnamedRecipient = 'a customer'
/** @param place "2 of 24", @param age "3 min ago" */
export const placeAndAge = (place: string, age: ReactNode) => (
  <>
    {place} · drafted {age}
  </>
)
// alike-note.tsx
const otherDrafts = (count: number) => (count === 1 ? '1 other draft has' : `${number(count)} other drafts have`)
export const alikeDrafts = (count: number) =>
  `${otherDrafts(count)} the same text, except for names, numbers and dates.`
/** @param differences "Friday · $50" */
export const differsInGroup = (otherCount: number, differences: ReactNode) => (
  <>
    {otherCount === 0 ? 'The last draft with this text.' : `${otherDrafts(otherCount)} the same text.`} Different here:{' '}
    <strong className="font-medium text-ink">{differences}</strong>
  </>
)
export const enterGroup = 'Review one by one'
export const leaveGroup = 'Back to all drafts'

export const loadingConversation = 'Loading conversation…'
export const draftRemoved =
  'This draft is no longer in its conversation. The service may have removed it. Nothing was sent from this page.'
export const draftLabel = 'Draft'
export const noEarlierMessages = 'No earlier messages.'
export const updatedAfterOpening = 'Updated just after you opened it.'

// Why a decision is not possible now
export const notWaiting = 'This draft is not waiting for review.'
export const withColleague = (operator: string) => `${operator} is reviewing this draft. Review it instead, or skip it.`
export const readChangesFirst = 'Read the changes first.'
export const assigningToYou = 'This draft is being assigned to you.'
export const emptyEdit = 'Enter a message, or discard the edit.'
export const justAppeared = 'This draft has just appeared. Read it, then decide.'

// decision-bar.tsx
export const recipientLabel = 'To'
export const unknownRecipient = 'unknown recipient'
/** @param isFirst whether it is the first of two approvals, which sends nothing */
export const approveLabel = (isEditing: boolean, isFirst: boolean) => {
  if (isFirst) return isEditing ? 'Approve edit as first reviewer' : 'Approve as first reviewer'
  return isEditing ? 'Send edit' : 'Approve and send'
}
export const approveAnywayLabel = (isEditing: boolean, isFirst: boolean) => {
  if (isFirst) return 'Approve anyway as first reviewer'
  return isEditing ? 'Send edit anyway' : 'Send anyway'
}
const seriousReasons: Record<SeriousRiskKind, string> = {
  customer_wrote: 'the customer wrote after it',
  do_not_call: 'the number is on the do-not-call list',
  unknown_recipient: 'its recipient is unknown',
  hidden_characters: 'it contains hidden characters',
  placeholder: 'it contains what looks like a placeholder or the words of a machine',
}
/** @param usualKeys, otherKeys the keys as they are shown */
export const otherKeyNeeded = (kinds: readonly SeriousRiskKind[], usualKeys: ReactNode, otherKeys: ReactNode) => (
  <>
    Nothing was sent: {kinds.map((kind) => seriousReasons[kind]).join(', and ')}. {usualKeys} never sends such a draft.
    Check it; {otherKeys} sends it anyway.
  </>
)
/** The note of a rejection, which the agent gets as feedback. */
export const overtakenNote = (message: string) => `The customer wrote after this draft: “${message}”`
export const readFirst = 'Read it first'
export const saveEdit = 'Save edit'
export const discardEdit = 'Discard edit'
export const edit = 'Edit'
export const reject = 'Reject'
export const skip = 'Skip'
export const decidedTooEarly = 'Nothing was sent: this draft had just appeared. Read it, then press again.'

// reject-panel.tsx
export const rejectTitle = 'Reject this draft'
export const reason = 'Reason'
export const noReason = 'No reason'
export const note = 'Note'
/** @param isForAgent whether the agent can get it, as feedback for a new draft */
export const noteHint = (isForAgent: boolean) =>
  isForAgent
    ? 'Your team sees it for a day. The customer does not get it; the agent gets it only if you ask for a new draft.'
    : 'Your team sees it for a day. The customer and the service do not get it.'
export const noteTooLong = (maxLength: number) => `A note has at most ${maxLength} characters.`
export const chooseReason = 'Choose a reason.'
export const chooseReasonOrNone = 'Choose a reason, or 0 for no reason.'
export const rejectDraft = 'Reject draft'
export const rejectAndRedraft = 'Reject and ask for a new draft'
export const feedbackMissing = 'Choose a reason or write a note. The agent gets it as feedback.'
export const cancelReject = 'Cancel'
export const loadingReasons = 'Loading reasons…'

// use-redraft.ts: why the agent cannot be asked for a new draft
export const checkingFlow = 'Checking the flow of this conversation…'
export const flowsUnreadable = 'The flows could not be loaded, so the agent cannot be asked for a new draft now.'
export const noFlow =
  'This conversation has no flow, so nothing can write a new draft. Draft a message in the conversation.'
export const flowIsForCalls =
  'This conversation’s flow is not a message flow. Draft a message in the conversation, and choose a flow there.'
export const flowIsNotActive = (flow: string) =>
  `This conversation’s flow, “${flow}”, is inactive. Draft a message in the conversation, and choose another flow there.`

// first-approval.tsx
export const firstApprovalGiven = 'Approved as the first reviewer'
export const secondReviewerSends = 'Nothing is sent until a second reviewer approves it too.'
/** @param age "3 min ago" */
export const youApproved = (age: string) => `You approved this ${age}.`
export const colleagueApproved = (operator: string, age: string) => `${operator} approved this ${age}.`
export const yourApprovalSends = (isEdited: boolean) =>
  isEdited ? 'If you approve it too, it is sent with these changes.' : 'If you approve it too, it is sent.'
export const changesOfFirstReviewer = 'Changes by the first reviewer'
export const withdrawApproval = 'Withdraw approval'
export const needsTwoReviewers = 'Messages of this flow are sent after two reviewers have approved them.'
export const waitsForSecondReviewer = 'You have approved this text. It waits for a second reviewer.'

// draft-alerts.tsx: do not call
export const onDoNotCallList = (day: ReactNode) => <>On the do-not-call list since {day}.</>
export const doNotCallReason = (operator: string, reason: string) => `Added by ${operator}: ${reason}`

// draft-alerts.tsx: what was written after or beside the draft
/** @param time null: unknown */
export const wroteAfter = (customer: ReactNode, time: ReactNode | null) => (
  <>
    {customer} wrote after this draft{time !== null && <>, {time}</>}:
  </>
)
export const moreMessages = (count: number) =>
  count === 1 ? 'They wrote another message before that.' : `They wrote ${number(count)} other messages before that.`
export const recipientIsUnknown =
  'It is unknown to whom this goes: the conversation has no number or e-mail address of the customer.'
export const editElsewhere =
  'You have an unsent edit of this draft in another tab. What you approve here is the text below, without that edit.'
export const otherDraftsWait = (count: number) =>
  count === 1
    ? 'Another draft is waiting in this conversation:'
    : `${number(count)} other drafts are waiting in this conversation:`

// draft-alerts.tsx: a colleague's claim
export const reviewInstead = 'Review instead'
export const colleagueIsReviewing = (operator: string) => `${operator} is reviewing this draft.`
export const colleagueIsEditing = (operator: string) => `${operator} is editing this draft.`
export const reviewInsteadHelp = (operator: string) =>
  `You can read along. If you review it instead, ${operator} is notified and can only read it.`

// draft-alerts.tsx: changes while reading
export const readNewVersion = 'I have read the new version'
export const readNewMessage = 'I have read it'
export const textChanged =
  'The text changed while you were reading. Nothing was sent. Read the new version, then decide.'
export const customerWrote = (customer: string) =>
  `${customer} wrote while you were reading. Nothing was sent. Read the new message, then decide.`
export const unnamedCustomer = 'The customer'
export const changesSinceRead = 'Changes since you read it'

// draft-alerts.tsx: decisions
export const undoDecision = 'Undo decision'
const endUndoWindowLabels: Record<DecisionAction, string> = {
  Approve: 'Send it now',
  EditAndApprove: 'Send it now',
  Edit: 'Save it now',
  Reject: 'Reject it now',
}
export const endUndoWindow = (action: DecisionAction) => endUndoWindowLabels[action]
const colleagueDecisions: Record<DecisionAction, (operator: string) => string> = {
  Approve: (operator) => `${operator} approved this`,
  EditAndApprove: (operator) => `${operator} edited and approved this`,
  Edit: (operator) => `${operator} edited this`,
  Reject: (operator) => `${operator} rejected this`,
}
/** @param age "3 min ago", or '' to leave it out */
export const colleagueDecided = (operator: string, action: DecisionAction, age: string) =>
  age === '' ? `${colleagueDecisions[action](operator)}.` : `${colleagueDecisions[action](operator)} ${age}.`
export const colleagueCanUndo = (operator: string) => `Nothing has been sent yet. ${operator} can still undo it.`
export const beingSent = 'The decision is being sent to the service.'
export const colleagueUndid = (operator: string) =>
  `${operator} undid it. Nothing was sent. The draft is waiting for review again.`
export const restartedBeforeSending =
  'Switchboard restarted before it was sent. Nothing was sent. The draft is waiting for review again.'
/** @param outcome a sentence */
export const nothingMoreSent = (outcome: string) => `Nothing more was sent. ${outcome}`

// draft-alerts.tsx: edits that were not sent
export const editNotSent = 'Your edit was not sent'
export const copyEdit = 'Copy your edit'
export const editDiscarded = 'Your edit was discarded.'
export const restoreEdit = 'Restore edit'

// draft-facts.tsx
export const agent = (name: ReactNode) => <>Agent {name}</>
export const flow = (name: ReactNode) => <>Flow {name}</>
export const fullConversation = 'Full conversation'
