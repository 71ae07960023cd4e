/** What the figures of a batch say: steps from rows to conversations, and outcomes with their shares. Pure. */

import { type BatchFigures, type CallOutcome, callOutcomes } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import * as texts from './texts.ts'

export interface Step {
  label: string
  /** null: the service does not say how many rows the batch has. */
  rows: number | null
  /** Of all rows; null if they are unknown. */
  share: number | null
  /** Of the step before. */
  ofBefore: number | null
}

/** Rows, called, answered, talked: each step with its share of all rows and of the step before. */
export function stepsOf({ rows, called, answered, talked }: BatchFigures): Step[] {
  // A batch whose size is unknown has at least the rows that were called.
  const all = rows === null ? null : Math.max(rows, called)
  return [
    { label: texts.rowsStep, rows: all, share: all ? 1 : null, ofBefore: null },
    { label: texts.calledStep, rows: called, share: shareOf(called, all), ofBefore: shareOf(called, all) },
    { label: texts.answeredStep, rows: answered, share: shareOf(answered, all), ofBefore: shareOf(answered, called) },
    { label: texts.talkedStep, rows: talked, share: shareOf(talked, all), ofBefore: shareOf(talked, answered) },
  ]
}

export interface OutcomeShare {
  outcome: CallOutcome
  rows: number
  /** Of the rows that were called. */
  share: number | null
}

/** The outcomes that rows have, from the best to none. */
export const outcomeSharesOf = ({ outcomes, called }: BatchFigures): OutcomeShare[] =>
  callOutcomes
    .map((outcome) => ({ outcome, rows: outcomes[outcome] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .map(({ outcome, rows }) => ({ outcome, rows, share: shareOf(rows, called) }))
