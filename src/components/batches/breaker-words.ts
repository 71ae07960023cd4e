/** Why Switchboard stopped a batch, in words. Pure. */
import type { BreakerStop } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** "14 of the first 24 calls failed for a technical reason". */
export function stopInWords({ ended, failed, read, technical }: BreakerStop): string {
  const all = `of the first ${number(ended)} calls failed`
  if (failed <= read) return `${number(technical)} ${all} for a technical reason`
  return `${number(failed)} ${all}; ${number(technical)} of the ${number(read)} reasons that were read are technical`
}

/** "12 × The call could not be connected, 2 × The line had a fault". */
export const stopReasons = ({ reasons }: BreakerStop): string =>
  reasons.map(({ reason, count }) => `${number(count)} × ${reason.replace(/\.$/, '')}`).join(', ')

/** "76 people were not called." Where a batch calls back, a dropped call may be of somebody who was called before. '' where nobody was dropped or nobody knows. */
export function notCalledInWords(dropped: number | null, callsBack: boolean | null): string {
  if (!dropped) return ''
  if (callsBack === false) return `${plural(dropped, 'person was', 'people were')} not called.`
  return `${plural(dropped, 'waiting call was', 'waiting calls were')} dropped.`
}
