/**
 * When a call has ended: the only rule for it. The service's word for the state of a call or a row is enough. That a reading does not find a
 * call proves nothing, so it takes a second witness: another reading apart in time, an accepted End call, or the service's word in a signed
 * event or a batch's row. Pure; times of evidence by the steady clock, ms.
 */
import { endStates } from '#contract/index.ts'
import { isApart } from './absence.ts'

/** What is known of a call or a row of a batch later: the service's word for its state, or when its end was noticed. */
interface StoredEnd {
  state?: string | undefined
  ended_at?: number | null
}

export interface EndEvidence {
  /** When the call was last found, or began; -Infinity: unknown. */
  foundAt: number
  /** When readings or lists did not have the call, the first and the last time since it was found; null: it was found. */
  missing: { firstAt: number; lastAt: number } | null
  /** When the service said that the call had ended. */
  reportedAt: number | null
  /** When the service last accepted End call. */
  endAcceptedAt: number | null
}

export const foundAt = (at: number): EndEvidence => ({
  foundAt: at,
  missing: null,
  reportedAt: null,
  endAcceptedAt: null,
})
export const noEvidence: EndEvidence = foundAt(-Infinity)

/** After a reading that did not find the call. Answers may arrive in another order than their requests were sent. */
export function addMissing(evidence: EndEvidence, at: number): EndEvidence {
  if (at <= evidence.foundAt) return evidence
  const { firstAt, lastAt } = evidence.missing ?? { firstAt: at, lastAt: at }
  return { ...evidence, missing: { firstAt: Math.min(firstAt, at), lastAt: Math.max(lastAt, at) } }
}

/** After a reading that found the call: what told of its end before counts no more. */
export function addFound(evidence: EndEvidence, at: number): EndEvidence {
  const { missing, reportedAt, endAcceptedAt } = evidence
  if (at <= evidence.foundAt) return evidence
  const { firstAt, lastAt } = missing ?? { firstAt: at, lastAt: at }
  return {
    foundAt: at,
    missing: lastAt <= at ? null : { firstAt: firstAt > at ? firstAt : lastAt, lastAt },
    reportedAt: reportedAt !== null && reportedAt > at ? reportedAt : null,
    endAcceptedAt,
  }
}

export const addReport = (evidence: EndEvidence, at: number): EndEvidence => ({
  ...evidence,
  reportedAt: evidence.reportedAt ?? at,
})

export const addAcceptedEnd = (evidence: EndEvidence, at: number): EndEvidence => ({ ...evidence, endAcceptedAt: at })

/** When the call ended, as far as is known; null: it is in progress, or one witness alone says that it is not. */
export function endOf({ missing, reportedAt, endAcceptedAt }: EndEvidence): number | null {
  const wasEnded = endAcceptedAt !== null && missing !== null && missing.lastAt >= endAcceptedAt
  const isMissing = missing !== null && (wasEnded || isApart(missing.firstAt, missing.lastAt))
  const ends = [reportedAt, isMissing ? missing.firstAt : null].filter((at) => at !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

const isEndState = (state: string | undefined): boolean => endStates.some((word) => word === state)

/** Whether a call has ended, or a row of a batch changes no more. */
export const hasEnded = (evidence: EndEvidence | StoredEnd): boolean =>
  'foundAt' in evidence ? endOf(evidence) !== null : (evidence.ended_at ?? null) !== null || isEndState(evidence.state)

/** Whether the last call of a row is over. One that waits, waits for its first call or for another. */
export const isBetweenCalls = (state: string): boolean => isEndState(state) || state === 'waiting'

/** States of rows that the service counts as ended. A row that was cancelled before its turn was not called. */
export const calledStates: readonly string[] = ['completed', 'failed']

/** Whether the latest reading did not find the call, without a second witness. */
export const isNotFoundNow = (evidence: EndEvidence): boolean => evidence.missing !== null && !hasEnded(evidence)
