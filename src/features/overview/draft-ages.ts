/** How many drafts wait longer than each time by which the queue can be filtered. Pure. */
import { draftsToDecide, type Queue } from './waiting-drafts.ts'

/** The values of the queue's filter by waiting time, with the time in ms. */
export const ages = { '10m': 600_000, '1h': 3_600_000, '1d': 86_400_000 } as const
export type Age = keyof typeof ages

/** @param now the gateway's clock, epoch ms */
export const countByAge = (queue: Queue, now: number): { age: Age; count: number }[] =>
  (Object.keys(ages) as Age[]).map((age) => ({
    age,
    count: draftsToDecide(queue).filter(({ createdAt }) => now - Date.parse(createdAt) >= ages[age]).length,
  }))

/** When the draft that has waited longest was received, epoch ms; null without drafts. */
export function oldestDraft(queue: Queue): number | null {
  const times = draftsToDecide(queue).map(({ createdAt }) => Date.parse(createdAt))
  return times.length === 0 ? null : Math.min(...times)
}
