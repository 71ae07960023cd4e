/** Texts of the open draft: alerts and the decision. */
import type { ReactNode } from 'react'
import type { DecisionAction, SeriousRiskKind } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'

// open-draft.tsx
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

// Why a decision is not possible now
export const assigningToYou = 'This draft is being assigned to you.'

// decision-bar.tsx
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

// reject-panel.tsx
/** @param isForAgent whether the agent can get it, as feedback for a new draft */
export const noteHint = (isForAgent: boolean) =>
  isForAgent
    ? 'Your team sees the note for a day. The customer does not get it; the agent gets it only if you ask for a new draft.'
    : 'Your team sees the note for a day. The customer and the service do not get it.'
export const noteTooLong = (maxLength: number) => `A note has at most ${maxLength} characters.`
export const rejectAndRedraft = 'Reject and ask for a new draft'
export const cancelReject = 'Cancel'

// first-approval.tsx
export const secondReviewerSends = 'Nothing is sent until a second reviewer approves it too.'

// draft-alerts.tsx: what was written after or beside the draft
/** @param time null: unknown */
export const wroteAfter = (customer: ReactNode, time: ReactNode | null) => (
  <>
    {customer} wrote after this draft{time !== null && <>, {time}</>}:
  </>
)
export const moreMessages = (count: number) =>
  count === 1 ? 'They wrote another message before that.' : `They wrote ${number(count)} other messages before that.`

// draft-alerts.tsx: decisions
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
