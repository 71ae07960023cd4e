/** Failures by reason. Pure. */
import { type BatchProgress, type Failure, failuresIn } from '#contract/index.ts'

export interface Failures {
  /** The most frequent first. */
  reasons: Failure[]
  /** Failed calls whose reason is told. */
  told: number
  /** Calls that ended last, among which the service tells them. */
  among: number
}

/**
 * Why calls failed, of those that ended lately. The service tells of no others with a batch's progress, and to ask for the rest would
 * take a request for every hundred; the export of all calls does that, for who wants each.
 */
export const failuresOf = (recent: BatchProgress['recent_calls']): Failures => ({
  reasons: failuresIn(recent),
  told: recent.filter(({ status }) => status === 'failed').length,
  among: recent.length,
})
