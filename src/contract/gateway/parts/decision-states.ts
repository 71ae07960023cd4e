/** What the state of a decision means for its draft. Without schemas, because the overview needs it on the first page. */
import type { EffectState } from './effect-states.ts'

interface DecisionState {
  action: string
  state: EffectState
  /** Why it was refused, or stopped before it was sent; null: it was not. */
  refusal: object | null
}

/** Whether the outcome of a decision is not known yet: in its undo window, being sent, or unknown. */
export const isInProgress = ({ state }: Pick<DecisionState, 'state'>): boolean =>
  state === 'held' || state === 'sending' || state === 'unknown'

/** Whether a decision took effect: the service confirmed it, or a person resolved it that way. */
export const tookEffect = ({ state, refusal }: Pick<DecisionState, 'state' | 'refusal'>): boolean =>
  (state === 'done' || state === 'settled') && refusal === null

/** Whether a draft no longer waits, because this decision about it is in progress or took effect. A saved edit leaves it undecided. */
export const isDecided = (decision: DecisionState): boolean =>
  isInProgress(decision) || (tookEffect(decision) && decision.action !== 'Edit')

/** Whether a draft waits for a decision: the one rule wherever waiting drafts are counted or offered. */
export const isWaiting = ({ decision }: { decision: DecisionState | null }): boolean =>
  decision === null || !isDecided(decision)
