/** Which decisions are listed for a person, and in which order. Pure. */
import type { Decision } from '#contract/index.ts'
import { sendsMessage } from './decision-texts.ts'
import { isInProgress } from './decisions.ts'

/** How long an ending stays, in ms. */
const lingersMs: Partial<Record<Decision['state'], number>> = { done: 10_000, settled: 30_000, withdrawn: 4_000 }

/** It did not end as decided. Its line stays until its owner dismisses it. */
export const hasFailed = ({ state, action, sent, refusal }: Decision): boolean =>
  state === 'refused' ||
  // Switchboard withdrew it, not its owner.
  (state === 'withdrawn' && refusal !== null) ||
  ((state === 'done' || state === 'settled') && (refusal !== null || (sendsMessage(action) && sent !== true)))

const isListed = (decision: Decision, me: string, now: number): boolean =>
  decision.operatorId === me &&
  !decision.dismissed &&
  (isInProgress(decision) || hasFailed(decision) || now - decision.at < (lingersMs[decision.state] ?? 0))

/** Unknown ones on top, then what is held or under way, then what went wrong, then the others; the latest first. */
const rankOf = (decision: Decision): number =>
  decision.state === 'unknown' ? 0 : isInProgress(decision) ? 1 : hasFailed(decision) ? 2 : 3

/**
 * The lines after an answer. While the pointer is on them none moves or disappears, and new ones come last.
 *
 * @param before those on the screen, @param me the operator's id, @param now epoch ms, @param steady somebody points at them
 * @param everybodys also the unknown ones of colleagues
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
