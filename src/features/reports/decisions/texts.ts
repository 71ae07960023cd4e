/** Texts of the page with the decisions behind a figure. */
import type { listedResults } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import * as reviewTexts from '../review/texts.tsx'

export const title = 'Decisions behind a figure'
export const question = 'The decisions that a figure counts, latest first'
export const loading = 'Loading decisions…'
export const caption = 'Counted decisions'
export const noun = ['decision', 'decisions'] as const
export const noDecisionsTitle = 'No matching decisions'
export const noDecisionsHint = 'Remove a filter, or choose a longer period.'

// Filters
export const resultLabel = 'Decision'
export const allResults = 'All decisions'
export const results: Readonly<Record<(typeof listedResults)[number], string>> = {
  decided: 'Without saved texts',
  approved: reviewTexts.approved,
  edited: reviewTexts.edited,
  rejected: reviewTexts.rejected,
  saved: reviewTexts.saved,
  rejected_without_reason: 'Rejected, no reason',
}
export const onlyReason = (reason: string) => `Only rejections because of “${reason}”`

// Columns
export const decidedAt = 'Decided'
export const customer = 'Customer'
export const openConversation = 'Conversation'
export const conversationAt = (name: string, time: string) => `${name}, ${time}`
export const decision = 'Decision'
export const editedShare = (share: number) => `${number(share)}% of the words`
export const reason = 'Reason'
export const agent = 'Agent'
export const reviewer = 'Reviewer'
export const colleague = 'A colleague'
export const waited = 'Waited'
export const savedNote = 'After a text was saved, its draft still waits.'
