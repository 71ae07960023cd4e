/** What an approval of a draft does, and which text it approves. A draft's flow may need two reviewers. Pure. */
import type { Draft, FirstApproval } from '#contract/index.ts'
import { isApprovalOf } from '../queue/queue.ts'

export interface Approval {
  /** The first of two approvals, and whether it is the operator's own; null: none yet. */
  first: (FirstApproval & { isOwn: boolean }) | null
  /** The text before the operator edits it: the draft's, or the one that the first reviewer approved. */
  unedited: string
  /** The text that the operator approves: their edit, or the unedited text. */
  text: string
  /** `sends`: the approval sends the text. `first`: it is the first of two. `given`: the operator has given it, and a colleague has to. */
  step: 'sends' | 'first' | 'given'
}

/**
 * @param draft null: the queue never contained it
 * @param message the draft's text
 * @param edit the operator's edit; null: none
 * @param myId the operator's ID
 */
export function approvalOf(draft: Draft | null, message: string, edit: string | null, myId: string): Approval {
  const needsTwo = draft?.needsSecondReviewer === true
  const stored = needsTwo ? draft.firstApproval : null
  const first = stored && { ...stored, isOwn: isApprovalOf(stored, myId) }
  const unedited = first?.editedMessage ?? message
  const text = edit ?? unedited
  const isAgreed = first !== null && text === unedited
  const step = !needsTwo ? 'sends' : !isAgreed ? 'first' : first.isOwn ? 'given' : 'sends'
  return { first, unedited, text, step }
}
