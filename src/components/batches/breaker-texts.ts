/** Texts of the circuit breaker, which stops a batch if too many of its calls fail for technical reasons. */
import type { BreakerStop } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** Why the circuit breaker stopped a batch: "14 of the first 24 calls failed for a technical reason". */
export function stopText({ ended, failed, read, technical }: BreakerStop): string {
  const ofFirstCalls = `of the first ${number(ended)} calls failed`
  if (failed <= read) return `${number(technical)} ${ofFirstCalls} for a technical reason`
  return `${number(failed)} ${ofFirstCalls}; ${number(technical)} of the ${number(read)} known reasons are technical`
}

/** "12 × The call could not be connected, 2 × The line had a fault". */
export const stopReasonsText = ({ reasons }: BreakerStop): string =>
  reasons.map(({ reason, count }) => `${number(count)} × ${reason.replace(/\.$/, '')}`).join(', ')

/**
 * "76 people were not called." If the batch calls back, a cancelled call may belong to someone who was called before. '' if no call was
 * cancelled or the number is unknown.
 */
export function notCalledText(cancelled: number | null, callsBack: boolean | null): string {
  if (!cancelled) return ''
  if (callsBack === false) return `${plural(cancelled, 'person was', 'people were')} not called.`
  return `${plural(cancelled, 'waiting call was', 'waiting calls were')} cancelled.`
}
