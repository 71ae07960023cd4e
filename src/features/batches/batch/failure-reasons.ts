/** Counts failed calls by reason. Pure. */
import { type BatchProgress, type Failure, failuresIn } from '#contract/index.ts'

export interface Failures {
  /** The most frequent first. */
  reasons: Failure[]
  /** Failed calls whose reason is known. */
  knownReasonCount: number
  /** Calls that ended last: the service reports reasons only for these. */
  recentCallCount: number
}

/**
 * Why recent calls failed. The progress of a batch has the reasons of recent calls only. Reading the others would take a request for every
 * hundred calls, which only the export does.
 */
export const failuresOf = (recent: BatchProgress['recent_calls']): Failures => ({
  reasons: failuresIn(recent),
  knownReasonCount: recent.filter(({ status }) => status === 'failed').length,
  recentCallCount: recent.length,
})
