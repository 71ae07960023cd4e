/** Texts of the review page outside of the queue and the open draft. */
import type { DecisionAction } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

// review-page.tsx
export const title = 'Review'
/** @param count the waiting drafts that match the filters, @param all the waiting drafts without them */
export const draftsWaiting = (count: number, all: number) => {
  if (all === 0) return 'No drafts waiting'
  if (count === 0) return 'No matching drafts'
  const allDrafts = `${plural(all, 'draft', 'drafts')} waiting`
  return count === all ? allDrafts : `${number(count)} of ${allDrafts}`
}
export const watching = (count: number) => `Watching ${plural(count, 'conversation', 'conversations')}`
export const notListed =
  'The service has no conversation list, so only conversations that your team has opened are watched. The search at the top opens others by ID.'
export const backToQueue = 'Back to the queue'
export const notDeliveredLink = (count: number) => `Not delivered (${number(count)})`
export const loadingDrafts = 'Loading drafts…'
export const queueLabel = 'Queue'
export const placeInQueue = (place: number, count: number) => `${place} of ${count}`
export const notInQueue = 'Not in the queue'
export const nothingToUndo = 'No decision can be undone now.'
export const decisionUndone = (person: string) => `Decision for ${person} undone. Nothing was sent.`
/** @param decision a sentence about the decision that was just made */
export const decisionMade = (decision: string, hasNext: boolean) =>
  hasNext ? decision : `${decision} No other drafts are waiting for you.`
export const unsentEdits = (count: number) => plural(count, 'edit', 'edits')
export const storedEdits = (count: number) => plural(count, 'unsent edit of a draft', 'unsent edits of drafts')

// decisions-panel.tsx
export const decisionsLabel = 'Decisions'
export const yourDecisions = 'Decisions in progress'
export const noDecisionsHint =
  'Your decisions appear here until the service confirms them. You can undo a decision until it is sent.'

// no-open-draft.tsx
export const noOpenDraftLabel = 'No draft open'
export const noDraftInConversation = 'No draft is waiting in this conversation'
export const noDraftInConversationHint =
  'The draft was already approved or rejected, or Switchboard has not read this conversation yet.'
export const openConversation = 'Open conversation'
export const goToNextDraft = 'Go to next draft'
export const noMatch = 'No drafts match these filters'
export const outsideFilters = (count: number) =>
  count === 1 ? '1 draft is hidden by these filters.' : `${number(count)} drafts are hidden by these filters.`
export const groupDecided = 'No more drafts with this text'
export const othersWaiting = (count: number) =>
  count === 1 ? '1 other draft is waiting.' : `${number(count)} other drafts are waiting.`
export const clearFilters = 'Clear filters'
export const noneForYou = 'No drafts are waiting for you'
export const withColleagues = (count: number) =>
  `Colleagues are reviewing ${plural(count, 'draft', 'drafts')}. Open one to read along, or to review it instead.`
export const noneFoundYet = 'No drafts found yet'
export const queueEmpty = 'No drafts waiting'
export const newDraftsAppear = 'New drafts appear here.'
export const decisionsInProgress = (count: number) =>
  count === 1 ? '1 decision is still in progress.' : `${number(count)} decisions are still in progress.`
/** @param unread how many of the conversations have not been read yet */
export const watchingConversations = (count: number, unread: number) =>
  unread > 0 ? `${watching(count)}, ${number(unread)} not read yet.` : `${watching(count)}.`
export const notListedHint =
  'The service has no conversation list. Switchboard only checks conversations that your team has opened.'
export const openConversationById = 'Open a conversation by ID'

// own-decisions.tsx
export const decisionsToday = 'Your decisions today'
export const decisionCount = (count: number) => plural(count, 'decision', 'decisions')
export const loadingDecisions = 'Loading your decisions…'
export const noDecisionsToday = 'No decisions today'
export const actionColumn = 'Decision'
export const outcomeColumn = 'What became of it'
export const timeColumn = 'Time'
export const undo = 'Undo'
export const actionNames: Record<DecisionAction, string> = {
  Approve: 'Approved',
  EditAndApprove: 'Edited and approved',
  Edit: 'Edited',
  Reject: 'Rejected',
}
