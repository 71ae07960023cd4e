/** Why calls fail, and when a batch is stopped because of failed calls. Pure. */

/** A reason with the number of calls that failed for it. */
export interface Failure {
  reason: string
  count: number
}

/** Counts the reasons of failed calls, in the service's words, most frequent first. Ignores other calls. */
export function failuresIn(calls: readonly { status: string; error?: string | null | undefined }[]): Failure[] {
  const counts = new Map<string, number>()
  for (const { status, error } of calls) {
    if (status !== 'failed') continue
    const reason = error?.trim() || 'No reason given'
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count)
}

const sumOfCounts = (failures: readonly Failure[]) => failures.reduce((sum, { count }) => sum + count, 0)

/** Reasons that lie with the person called: busy, no answer, declined. SIP: 408, 480, 486, 487, 600, 603, 607, 608. */
const notTaken =
  /busy|no answer|(not|nobody|never|un) ?answer|answering machine|voice ?mail|declin|reject|hung up|hang ?up|cancell?ed|do not call|\bsip (4(08|80|86|87)|60[0378])\b/
/** Technical reasons: the line, the carrier, the service, or the agent's number, flow or models. */
const technical =
  /connect|carrier|trunk|gateway|network|congest|no route|unreachable|(not|out of) (in )?service|unallocated|invalid number|(phone number|agent|flow)( is)? not (configured|active|found)|no (active|phone|outbound) |agent does not exist|(server|internal|system|service|provider|model|voice) (error|failure|unavailable)|unavailable service|quota|insufficient|out of (credit|funds)|\bsip (40[134]|48[48]|5\d\d|604)\b/

/**
 * Whether a call failed for a technical reason rather than because of the person called. The specification does not define the words
 * (interface 4: `error?`), so deployments have their own. An unclear word does not count as technical.
 */
export function isTechnical(reason: string): boolean {
  const words = reason.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  return !notTaken.test(words) && technical.test(words)
}

/** Ended calls of a batch by outcome; null: unknown. */
interface Ended {
  completed: number | null
  failed: number | null
}

/** The thresholds at which a batch is stopped, and at which its manager is told that nobody was reached. */
export const breakerRule = { endedLeast: 20, share: 0.5, nobodyAmong: 30 } as const

/**
 * A running batch is failing if more than `share` of at least `of` ended calls failed for a technical reason. While no reason is known, more
 * than `unexplained` of them have to fail: more than people who do not answer.
 */
export const failing = { share: 0.3, of: 10, unexplained: 0.8 } as const

/** Failed calls whose reason was read, and those of them with a technical one. They may be a sample of all that failed. */
export interface ReadFailures {
  read: number
  technical: number
}

/** Counts the failed calls whose reason was read. */
export const readFailures = (failures: readonly Failure[]): ReadFailures => ({
  read: sumOfCounts(failures),
  technical: sumOfCounts(failures.filter(({ reason }) => isTechnical(reason))),
})

/** The share of ended calls that failed for a technical reason, 0 to 1. null: not known. */
export function technicalShare({ completed, failed }: Ended, { read, technical }: ReadFailures): number | null {
  if (completed === null || failed === null || completed + failed === 0) return null
  if (failed === 0) return 0
  return read === 0 ? null : (failed * (technical / read)) / (completed + failed)
}

/** Whether a batch could be failing, so that the reasons have to be counted. */
export const mayFail = ({ completed, failed }: Ended): boolean =>
  completed !== null &&
  failed !== null &&
  completed + failed >= failing.of &&
  failed > (completed + failed) * failing.share

/** Whether too many of a batch's calls fail for a technical reason. @param failures absent: no reason was read */
export function isFailing(ended: Ended, failures: ReadFailures = { read: 0, technical: 0 }): boolean {
  if (!mayFail(ended)) return false
  const share = technicalShare(ended, failures)
  if (share !== null) return share > failing.share
  const { completed, failed } = ended
  return (failed ?? 0) > ((completed ?? 0) + (failed ?? 0)) * failing.unexplained
}

/** Whether enough calls failed that their reasons have to be read. */
export function mayBreak({ completed, failed }: Ended): boolean {
  if (completed === null || failed === null) return false
  const ended = completed + failed
  return ended >= breakerRule.endedLeast && failed >= ended * breakerRule.share
}

/**
 * Whether a batch has to be stopped: of at least twenty ended calls, half failed for a technical reason.
 *
 * @param failures why they failed; if fewer than `failed`, they are taken as a sample of all
 */
export const breaks = (ended: Ended, failures: readonly Failure[]): boolean =>
  mayBreak(ended) && (technicalShare(ended, readFailures(failures)) ?? 0) >= breakerRule.share

/** Whether at least thirty calls ended and not one of them was completed. */
export const nobodyReached = ({ completed, failed }: Ended): boolean =>
  completed === 0 && (failed ?? 0) >= breakerRule.nobodyAmong
