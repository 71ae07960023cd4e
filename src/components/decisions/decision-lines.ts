/** Which decisions are listed for a person, and in which order. Pure. */
import type { Decision } from '#contract/index.ts'
import { sendsMessage } from './decision-texts.ts'
import { isInProgress } from './decisions.ts'

/** How long a line stays after its outcome is known. */
const lingerMs: Partial<Record<Decision['state'], number>> = { done: 10_000, settled: 30_000, withdrawn: 4_000 }

/** It did not happen as decided. Its line stays until its owner dismisses it. */
export const hasFailed = ({ state, action, sent, refusal }: Decision): boolean =>
  state === 'refused' ||
  // Switchboard withdrew it, not its owner.
  (state === 'withdrawn' && refusal !== null) ||
  ((state === 'done' || state === 'settled') && (refusal !== null || (sendsMessage(action) && sent !== true)))

const isListed = (decision: Decision, me: string, now: number): boolean =>
  decision.operatorId === me &&
  !decision.dismissed &&
  (isInProgress(decision) || hasFailed(decision) || now - decision.at < (lingerMs[decision.state] ?? 0))

/** Unknown outcomes first, then decisions in progress, then failed ones, then the others; each group latest first. */
const rankOf = (decision: Decision): number =>
  decision.state === 'unknown' ? 0 : isInProgress(decision) ? 1 : hasFailed(decision) ? 2 : 3

/**
 * The lines to show. While `steady`, none moves or disappears, and new ones are added at the end.
 *
 * @param before the lines on the screen, @param me the operator's ID, @param now epoch ms, @param steady the operator points at them
 * @param everybodys include colleagues' decisions with unknown outcomes
 */
export function linesOf(
  before: readonly Decision[],
  decisions: readonly Decision[],
  { me, now, steady, everybodys }: { me: string; now: number; steady: boolean; everybodys: boolean },
): Decision[] {
  const wanted = decisions
    .filter((decision) => isListed(decision, me, now) || (everybodys && decision.state === 'unknown'))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.at - one.at)
  if (!steady) return wanted
  const latest = new Map(decisions.map((decision) => [decision.effectId, decision]))
  const shown = new Set(before.map(({ effectId }) => effectId))
  return [
    ...before.map((decision) => latest.get(decision.effectId) ?? decision),
    ...wanted.filter(({ effectId }) => !shown.has(effectId)),
  ]
}
