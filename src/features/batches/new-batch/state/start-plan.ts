/** When and how a new batch calls: start time, call-backs, the first ten people. */
import { type BatchHours, csvLimits } from '#contract/index.ts'
import { localMinute } from '#ui/time/format-time.ts'

export interface StartPlan {
  /** Value of a `datetime-local` field, in the operator's time zone; null: start now. */
  startAt: string | null
  /** How often people who are not reached are called again; 0: never. */
  callBacks: number
  /** Hours between two attempts. */
  gapHours: number
  /** Calls the first ten people, then waits until a person continues. */
  firstTen: boolean
  /** Whether the circuit breaker is on: Switchboard cancels the remaining calls if too many calls fail for technical reasons. */
  breaker: boolean
  /** Whether Switchboard cancels the rest if the batch calls too many wrong people, or people who do not want it. Otherwise it only tells. */
  stopsForHarm: boolean
  /** If calling hours end before all calls are made, Switchboard calls the others when they open again. Otherwise a person decides. */
  continues: boolean
  /** Calling hours of this batch; null: those of the workspace. */
  hours: BatchHours | null
}

export const defaultPlan: StartPlan = {
  startAt: null,
  callBacks: 0,
  gapHours: 4,
  firstTen: false,
  breaker: true,
  stopsForHarm: false,
  continues: false,
  hours: null,
}
/** How many people are called first if `firstTen` is set and the list is longer. */
export const firstCallCount = 10
export const maxCallBacks = 9
export const hoursPerDay = 24

/** Epoch ms; null: start now; NaN while no time is chosen. */
export const startTimeMs = ({ startAt }: StartPlan): number | null => (startAt === null ? null : Date.parse(startAt))

/** The value of a `datetime-local` field for this time (epoch ms), rounded up to a full minute. */
export const startAtFieldValue = (timeMs: number): string => localMinute(Math.ceil(timeMs / 60_000) * 60_000)

/** Whether calls stop after the first ten. Not for a short list, and not for a scheduled start, when nobody may be there to continue. */
export const stopsAfterFirstTen = ({ firstTen, startAt }: StartPlan, calls: number): boolean =>
  firstTen && startAt === null && calls > firstCallCount

/** How many parts a list needs (1 if one start is enough), and the calls of each part except the last. */
export function partsOf(calls: number): { parts: number; callsPerPart: number } {
  const parts = Math.max(1, Math.ceil(calls / csvLimits.rows))
  return { parts, callsPerPart: Math.ceil(calls / parts) }
}

/** How many calls the start itself makes. */
export const callsAtStart = (plan: StartPlan, calls: number): number =>
  stopsAfterFirstTen(plan, calls) ? firstCallCount : partsOf(calls).callsPerPart

/** The fields of the start request (specification, interface 4). */
export function startFieldsOf(plan: StartPlan, calls: number) {
  const startMs = startTimeMs(plan)
  const validStartMs = Number.isNaN(startMs) ? null : startMs
  const gap = { days: Math.floor(plan.gapHours / hoursPerDay), hours: plan.gapHours % hoursPerDay }
  return {
    scheduledAt: validStartMs === null ? undefined : new Date(validStartMs).toISOString(),
    smartCallbackConfig:
      plan.callBacks === 0
        ? undefined
        : JSON.stringify({ enabled: true, maxAttempts: plan.callBacks + 1, gaps: [gap] }),
    first: stopsAfterFirstTen(plan, calls) ? ('10' as const) : undefined,
    breaker: plan.breaker ? undefined : ('off' as const),
    harm: plan.stopsForHarm ? ('cancel' as const) : undefined,
    afterHours: plan.continues ? ('gateway' as const) : undefined,
    hours: plan.hours ? JSON.stringify(plan.hours) : undefined,
  }
}
