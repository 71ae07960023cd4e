/** Texts of the review page outside of the queue and the open draft. */
import type { DecisionAction } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

// review-page.tsx
/** @param count the waiting drafts that match the filters, @param all the waiting drafts without them */
export const draftsWaiting = (count: number, all: number) => {
  if (all === 0) return 'No drafts waiting'
  if (count === 0) return 'No matching drafts'
  const allDrafts = `${plural(all, 'draft', 'drafts')} waiting`
  return count === all ? allDrafts : `${number(count)} of ${allDrafts}`
}
export const watching = (count: number) => `Watching ${plural(count, 'conversation', 'conversations')}`
export const backToQueue = 'Back to the queue'

// own-decisions.tsx
export const decisionsToday = 'Your decisions today'
export const actionNames: Record<DecisionAction, string> = {
  Approve: 'Approved',
  EditAndApprove: 'Edited and approved',
  Edit: 'Edited',
  Reject: 'Rejected',
}
