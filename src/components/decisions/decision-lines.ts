/** Which decisions are listed for a person, and in which order. Pure. */
import { type Decision, type DecisionAction, isInProgress } from '#contract/index.ts'

/** Whether the action sends a message to the customer. */
export const sendsMessage = (action: DecisionAction) => action === 'Approve' || action === 'EditAndApprove'

/** How long a line stays after the outcome of its decision is known. */
const shownAfterOutcomeMs: Partial<Record<Decision['state'], number>> = {
  done: 10_000,
  settled: 30_000,
  withdrawn: 4_000,
}

/** Whether a decision did not take effect as decided. Its line stays until the operator who made it dismisses it. */
export const hasFailed = ({ state, action, sent, refusal }: Decision): boolean =>
  state === 'refused' ||
  // Switchboard withdrew the decision, not the operator.
  (state === 'withdrawn' && refusal !== null) ||
  ((state === 'done' || state === 'settled') && (refusal !== null || (sendsMessage(action) && sent !== true)))

export const isListed = (decision: Decision, myId: string, now: number): boolean =>
  decision.operatorId === myId &&
  !decision.dismissed &&
  (isInProgress(decision) || hasFailed(decision) || now - decision.at < (shownAfterOutcomeMs[decision.state] ?? 0))

/** How many decisions somebody has to look at, because the outcome is unknown or another than decided, and how many will end by themselves. */
export const countLines = (lines: readonly Decision[]): { toCheck: number; inProgress: number } => ({
  toCheck: lines.filter((decision) => decision.state === 'unknown' || hasFailed(decision)).length,
  inProgress: lines.filter((decision) => decision.state !== 'unknown' && isInProgress(decision)).length,
})

/** Unknown outcomes first, then decisions in progress, then failed ones, then the others; each group latest first. */
const rankOf = (decision: Decision): number =>
  decision.state === 'unknown' ? 0 : isInProgress(decision) ? 1 : hasFailed(decision) ? 2 : 3

/**
 * The lines to show. While `isSteady`, no line moves or disappears, and new ones are added at the end.
 *
 * @param displayed the lines on the screen, @param me the operator's ID, @param now epoch ms, @param isSteady the operator points at the list
 * @param includesColleagues whether to add colleagues' decisions with unknown outcomes
 */
export function linesOf(
  displayed: readonly Decision[],
  decisions: readonly Decision[],
  {
    myId,
    now,
    isSteady,
    includesColleagues,
  }: { myId: string; now: number; isSteady: boolean; includesColleagues: boolean },
): Decision[] {
  const listed = decisions
    .filter((decision) => isListed(decision, myId, now) || (includesColleagues && decision.state === 'unknown'))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.at - a.at)
  if (!isSteady) return listed
  const latest = new Map(decisions.map((decision) => [decision.effectId, decision]))
  const displayedIds = new Set(displayed.map(({ effectId }) => effectId))
  return [
    ...displayed.map((decision) => latest.get(decision.effectId) ?? decision),
    ...listed.filter(({ effectId }) => !displayedIds.has(effectId)),
  ]
}
