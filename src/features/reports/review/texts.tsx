/** Texts of the page about review. */

import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import type { ReasonCount } from './decision-figures.ts'

export const counting = 'Counting decisions…'

// Figures
export const decided = 'Decided'
export const approved = 'Approved unchanged'
export const edited = 'Edited'
export const rejected = 'Rejected'
export const saved = 'Text saved'
export const median = 'Median wait'
export const none = '–'
export const wait = (seconds: number | null) => (seconds === null ? none : formatDuration(seconds))
export const medianNote = (slowSeconds: number | null, before: number | null) =>
  [
    slowSeconds === null ? '' : `90% within ${formatDuration(slowSeconds)}`,
    before === null ? '' : `previously ${formatDuration(before)}`,
  ]
    .filter(Boolean)
    .join(' · ')

// Reasons
export const reasonsSection = 'Why drafts were rejected'
export const noReason = 'No reason given'
export const change = (count: number) => (count > 0 ? `+${number(count)}` : count < 0 ? `−${number(-count)}` : '0')
/** Beside a rise or fall that the number of decisions does not support. */
export const mayBeChance = 'With this many decisions, a difference of this size may be chance.'
const asReason = (reason: string) => (reason === '' ? 'rejections without a reason' : <>“{visible(reason)}”</>)
export const largestIncrease = ({ reason, now, before }: ReasonCount, group: ReactNode) => (
  <>
    Largest increase in share: {asReason(reason)}, {number(now)} now and {number(before)} before{group}.
  </>
)
export const fell = (share: number | null, before: number | null, hedge = '') =>
  `Rejections fell from ${percent(before)} to ${percent(share)} of the decisions. ${hedge}`.trim()

// Groups
export const me = (name: string) => `${name} (you)`
export const frequentReason = 'Most frequent reason'

// States and what the figures rest on
export const coverage = (decidedCount: number, timed: number, since: ReactNode) => (
  <>
    Includes all decisions made in Switchboard and carried out{since && <> since {since}</>}. The waiting time is known
    for {number(timed)} of {number(decidedCount)}. Decisions made outside Switchboard are not included.
  </>
)
export const namesHint = 'Only administrators see the names of other reviewers.'
