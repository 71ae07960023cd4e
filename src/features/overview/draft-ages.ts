/** How many drafts wait longer than each time by which the queue can be filtered. Pure. */
import { type MinDraftAge, minDraftAges } from '#components/decisions/draft-ages.ts'
import { momentOf } from '#ui/time/format-time.ts'
import { draftsToDecide, type Queue } from './waiting-drafts.ts'

/** @param now the gateway's clock, epoch ms */
export const countByAge = (queue: Queue, now: number): { age: MinDraftAge; count: number }[] =>
  (Object.keys(minDraftAges) as MinDraftAge[]).map((age) => ({
    age,
    count: draftsToDecide(queue).filter(({ createdAt }) => now - Date.parse(createdAt) >= minDraftAges[age]).length,
  }))

/** When the draft that has waited longest was received, epoch ms; null without drafts whose time is known. */
export function oldestDraft(queue: Queue): number | null {
  const times = draftsToDecide(queue).flatMap(({ createdAt }) => momentOf(createdAt) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
