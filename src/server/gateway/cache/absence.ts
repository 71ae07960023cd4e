/**
 * When the service's 404 means that a record is gone. One odd answer proves nothing: it may come from a replica that lags or a service that
 * restarts. A second reading that does not find the record either, apart in time, is a second witness.
 */

/** What of a snapshot (cached-reads.ts) tells about it. Times by the steady clock, ms. */
interface Reading {
  readAt: number
  refusal: { status: number } | null
  missingSince?: number | undefined
}

/** Two readings that are closer than this, ms, may have met the same moment of confusion. */
export const apartMs = 3_000

/** Whether two moments are far enough apart to be two witnesses. */
export const isApart = (first: number, last: number): boolean => last - first >= apartMs

/** Whether the service did not find what was read. */
export const isMissing = ({ refusal }: Pick<Reading, 'refusal'>): boolean => refusal?.status === 404

/** Whether two readings apart in time, with no answer in between, did not find what was read. */
export const isGone = ({ readAt, missingSince }: Reading): boolean =>
  missingSince !== undefined && isApart(missingSince, readAt)

/** Whether a reading did not find it, and no second one has confirmed that yet. */
export const isDoubtful = (snapshot: Reading): boolean => isMissing(snapshot) && !isGone(snapshot)

/** When the record was first not found without having been found since, by the steady clock; undefined: it was found. */
export function missingSince(snapshot: Reading, previous: Reading | undefined): number | undefined {
  if (!isMissing(snapshot)) return undefined
  return previous?.missingSince ?? snapshot.readAt
}
