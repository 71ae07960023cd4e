/** Texts of the page with the decisions behind a figure. */
import type { listedResults } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import * as reviewTexts from '../review/texts.tsx'

export const noun = ['decision', 'decisions'] as const

// Filters
export const results: Readonly<Record<(typeof listedResults)[number], string>> = {
  decided: 'Without saved texts',
  approved: reviewTexts.approved,
  edited: reviewTexts.edited,
  rejected: reviewTexts.rejected,
  saved: reviewTexts.saved,
  rejected_without_reason: 'Rejected, no reason',
}

// Columns
export const conversationAt = (name: string, time: string) => `${name}, ${time}`
export const decision = 'Decision'
export const editedShare = (share: number) => `${number(share)}% of the words`
export const reason = 'Reason'
export const colleague = 'A colleague'
