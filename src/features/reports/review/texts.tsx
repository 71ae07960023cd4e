/** Texts of the page about review. */

import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { formatDuration } from '#ui/time/format-time.ts'
import type { TimeUnit } from '../search.ts'
import type { ReasonCount } from './decision-figures.ts'
import type { ReviewGrouping } from './search.ts'

export const question = 'How is review going, and why are drafts rejected?'
export const counting = 'Counting decisions…'
export const countingBefore = 'Counting the decisions of the period before…'

// Filters
export const reviewerLabel = 'Reviewer'
export const allReviewers = 'All reviewers'
export const onlyMine = 'Only my decisions'

// Figures
export const decided = 'Decided'
export const approved = 'Approved unchanged'
export const edited = 'Edited'
export const rejected = 'Rejected'
export const saved = 'Text saved'
export const median = 'Median wait'
export const none = '–'
export const decidedBefore = (count: number) => `${number(count)} in the previous period`
export const wait = (seconds: number | null) => (seconds === null ? none : formatDuration(seconds))
export const medianNote = (slowSeconds: number | null, before: number | null) =>
  [
    slowSeconds === null ? '' : `90% within ${formatDuration(slowSeconds)}`,
    before === null ? '' : `previously ${formatDuration(before)}`,
  ]
    .filter(Boolean)
    .join(' · ')
export const editedNote = (share: number | null) =>
  share === null ? '' : `${number(share)}% of the words changed on average`

// Reasons
export const reasonsSection = 'Why drafts were rejected'
export const reasonsNote = 'Compared with the previous period'
export const noReason = 'No reason given'
export const noRejections = 'No draft was rejected in this period, nor in the one before.'
export const reasonColumn = 'Reason'
export const countColumn = 'Rejected'
export const shareColumn = 'Of all rejections'
export const beforeColumn = 'Before'
export const changeColumn = 'Change'
export const change = (count: number) => (count > 0 ? `+${number(count)}` : count < 0 ? `−${number(-count)}` : '0')
/** Beside a rise or fall that the number of decisions does not support. */
export const mayBeChance = 'With this many decisions, a difference of this size may be chance.'
/** @param hedge '' if the difference is unlikely to be chance */
export const rose = (share: number | null, before: number | null, how: ReactNode, hedge: string) => (
  <>
    Rejections rose from {percent(before)} to <b>{percent(share)}</b> of the decisions. {hedge} {how}
  </>
)
const asReason = (reason: string) => (reason === '' ? 'rejections without a reason' : <>“{visible(reason)}”</>)
export const largestIncrease = ({ reason, now, before }: ReasonCount, group: ReactNode) => (
  <>
    Largest increase in share: {asReason(reason)}, {number(now)} now and {number(before)} before{group}.
  </>
)
export const ofThemBy = (name: string, count: number, all: number, by: ReviewGrouping) => (
  <>
    , {count === all ? 'all' : number(count)} of them {by === 'agent' ? 'with' : 'by'} {visible(name)}
  </>
)
export const fell = (share: number | null, before: number | null, hedge = '') =>
  `Rejections fell from ${percent(before)} to ${percent(share)} of the decisions. ${hedge}`.trim()
export const unchanged = (share: number | null) => `As before, ${percent(share)} of the decisions were rejections.`
export const tooFew = (count: number) =>
  `Fewer than ${number(count)} decisions in one of the periods: too few to say whether rejections rose.`

// Over time
export const overTime: Readonly<Record<TimeUnit, string>> = {
  hour: 'Decisions by hour',
  day: 'Decisions by day',
  week: 'Decisions by week',
  month: 'Decisions by month',
}

// Waiting drafts
export const waiting = 'Waiting now'
export const waitingTitle = 'Waiting drafts by age'
export const waitingFacts = (count: number) => plural(count, 'draft', 'drafts')
export const waitingAge = 'Age'
export const waitingDrafts = 'Drafts'
export const noneWaiting = 'No drafts'
export const notLoaded = 'No drafts loaded yet. Open the queue to load them.'
export const unknownAge = (count: number) => `${plural(count, 'draft', 'drafts')} of unknown age.`
export const waitingFile = 'waiting-drafts-by-age'
export const openQueue = 'Open queue'

// Groups
export const groupsSection = 'Comparison'
export const groupedBy = 'Compare by'
export const groupings: Readonly<Record<ReviewGrouping, string>> = { agent: 'Agent', reviewer: 'Reviewer' }
export const unknownAgent = 'Unknown agent'
/** All whose names somebody may not see; with their own decisions apart or without any. */
export const otherReviewers = 'Other reviewers'
export const me = (name: string) => `${name} (you)`
export const frequentReason = 'Most frequent reason'
export const download = 'Download CSV'
export const fileName = (by: string) => `decisions-by-${by}`
export const medianSeconds = 'Median wait (seconds)'

// States and what the figures rest on
export const noDecisionsTitle = 'No decisions in this period'
export const noDecisionsHint = 'Decisions appear here once they have been carried out.'
export const coverage = (decidedCount: number, timed: number, since: ReactNode) => (
  <>
    Includes all decisions made in Switchboard and carried out{since && <> since {since}</>}. The waiting time is known
    for {number(timed)} of {number(decidedCount)}. Decisions made outside Switchboard are not included.
  </>
)
export const namesHint = 'Only administrators see the names of other reviewers.'
