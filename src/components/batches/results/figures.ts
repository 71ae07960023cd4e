/** What the figures of a batch say: steps from rows to conversations, and outcomes with their shares. Pure. */

import { type BatchFigures, type CallOutcome, type Coverage, callOutcomes } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'

export interface Step {
  label: string
  /** null: the service does not say how many rows the batch has. */
  rows: number | null
  /** Of all rows or of those called, as `isSeenToEnd` says; null if that is unknown. */
  share: number | null
  /** Of the step before. */
  ofBefore: number | null
}

/**
 * Whether a call was seen of each row that has ended. If not, how many rows were called says how much was seen and not how the batch went,
 * so nothing is a share of all rows.
 */
export const isSeenToEnd = ({ rows, ended, seenToEnd }: BatchFigures): boolean =>
  seenToEnd >= (ended ?? rows ?? Number.POSITIVE_INFINITY)

/** Rows, called, answered, talked: each step with its share of the whole and of the step before. */
export function stepsOf(figures: BatchFigures): Step[] {
  const { rows, called, answered, talked } = figures
  // A batch whose size is unknown has at least the rows that were called.
  const all = rows === null ? null : Math.max(rows, called)
  const isWhole = isSeenToEnd(figures)
  const whole = isWhole ? all : called
  return [
    { label: 'People in this batch', rows: all, share: isWhole && all ? 1 : null, ofBefore: null },
    {
      label: isWhole ? 'Called' : 'Called, as far as read',
      rows: called,
      share: shareOf(called, whole),
      ofBefore: isWhole ? shareOf(called, all) : null,
    },
    { label: 'Answered', rows: answered, share: shareOf(answered, whole), ofBefore: shareOf(answered, called) },
    {
      label: 'Talked over 20 seconds',
      rows: talked,
      share: shareOf(talked, whole),
      ofBefore: shareOf(talked, answered),
    },
  ]
}

/** A figure says how much it rests on while less than this share of the calls is known: what is missing then can change it. */
const goodShare = 0.99
/** Whether so much is known of the ended calls that what is missing changes no figure. @param ended null: unknown */
export const isWellKnown = ({ seen, ended }: { seen: number; ended: number | null }): boolean =>
  ended !== null && seen >= ended * goodShare

/** Whether calls ended in batches, and of none more is known than that it was completed or failed. */
export const hasNoDetails = ({ seen, ended }: Coverage): boolean => ended > 0 && seen === 0

/** A count of calls as far as they are known; null: none was seen, but others have not been read. @param isKnown nearly all of them are */
export const countKnown = (count: number, isKnown: boolean): number | null => (count > 0 || isKnown ? count : null)

/**
 * The figures of a batch as far as its calls are known; null: not known yet. Without details of any call, one that was answered may have been
 * a mailbox. `base`: of how many rows the share of the answered ones is; null: of all that have ended.
 */
export function knownFigures(figures: BatchFigures) {
  const { outcomes, answered, called, talked, talkSeconds, seen } = figures
  const isKnown = isWellKnown(figures)
  const ofAnswered = (count: number) => (seen === 0 ? (isKnown ? count : null) : countKnown(count, isKnown))
  return {
    base: isKnown ? null : called,
    answered: ofAnswered(answered),
    talked: ofAnswered(talked),
    talkSeconds: ofAnswered(talkSeconds),
    outcome: (outcome: CallOutcome) => countKnown(outcomes[outcome] ?? 0, isKnown),
    /** Rows that have ended and of which no call was read. */
    unread: Math.max(0, (figures.ended ?? 0) - called),
  }
}

/** Ended rows with an outcome. Without call-backs, a called row has ended, also while only its call says so. @param callsBack null: unknown */
export const endedWithOutcome = ({ called, seenToEnd }: BatchFigures, callsBack: boolean | null): number =>
  callsBack ? seenToEnd : Math.max(seenToEnd, called)

/**
 * The outcomes that rows have, from the best to none, with their share of the rows that have ended; of those that were called if some of
 * these wait to be called back. @param ended null: not reported
 */
export const outcomeSharesOf = ({ outcomes, called }: BatchFigures, ended: number | null) =>
  callOutcomes
    .map((outcome) => ({ outcome, rows: outcomes[outcome] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .map(({ outcome, rows }) => ({ outcome, rows, share: shareOf(rows, Math.max(called, ended ?? 0)) }))
