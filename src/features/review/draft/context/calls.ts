/** Which call a draft follows, and the state of a call. Pure. */
import type { ContextCall } from '#contract/index.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import * as texts from './texts.tsx'

/** How far the clocks of the service and of Switchboard may differ, ms. */
const clockToleranceMs = 5_000

const endOf = ({ at, endedAt, duration }: ContextCall): number => endedAt ?? at + (duration ?? 0) * 1_000

export interface CallBefore {
  call: ContextCall
  /** From the end of the call to the draft, ms. */
  gapMs: number
}

/**
 * The latest call that began before the draft was written. The service does not tell which call a draft is about.
 *
 * @param calls the latest first
 * @param draftAt epoch ms; null: unknown, so no call is known to be before it
 */
export function callBefore(calls: readonly ContextCall[], draftAt: number | null): CallBefore | null {
  if (draftAt === null) return null
  const call = calls.find(({ at }) => at <= draftAt + clockToleranceMs)
  // A call can be noticed later than it ended.
  return call ? { call, gapMs: Math.max(0, draftAt - endOf(call)) } : null
}

const states: Record<ContextCall['state'], StatusKind> = {
  live: 'live',
  ended: 'done',
  seen: 'off',
  unknown: 'unknown',
  waiting: 'waiting',
  cancelled: 'off',
}
const endStates: Readonly<Record<string, StatusKind>> = { completed: 'done', failed: 'failed' }

/** The state of a call, with its outcome if the service told it. An unknown word is shown as it is. */
export function callState({ state, endStatus, outcome }: ContextCall): { state: StatusKind; label: string } {
  if (state === 'live' || endStatus === null) return { state: states[state], label: texts.callStates[state] }
  const reason = outcome !== null && outcome !== endStatus ? outcome.replaceAll('_', ' ') : ''
  return { state: endStates[endStatus] ?? 'unknown', label: texts.callEnd(endStatus, reason) }
}
