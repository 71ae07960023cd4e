/** Which call a draft follows. Pure. */
import type { PersonCall } from '#contract/index.ts'

/** How far the clocks of the service and of Switchboard may differ, ms. */
const clockToleranceMs = 5_000

const endOf = ({ at, endedAt, duration }: PersonCall): number => endedAt ?? at + (duration ?? 0) * 1_000

export interface CallBefore {
  call: PersonCall
  /** From the end of the call to the draft, ms. */
  gapMs: number
}

/**
 * The latest call that began before the draft was written. The service does not tell which call a draft is about.
 *
 * @param calls the latest first
 * @param draftAt epoch ms; null: unknown, so no call is known to be before it
 */
export function callBefore(calls: readonly PersonCall[], draftAt: number | null): CallBefore | null {
  if (draftAt === null) return null
  const call = calls.find(({ at }) => at <= draftAt + clockToleranceMs)
  // A call can be noticed later than it ended.
  return call ? { call, gapMs: Math.max(0, draftAt - endOf(call)) } : null
}
