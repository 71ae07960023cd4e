/** When and how a launch calls: a start time, call-backs, the first ten. What is chosen, in words and as it is sent. Pure. */
import { type BatchHours, breakerRule, csvLimits, hoursInWords } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { dayedTime } from '#ui/time/format-time.ts'

export interface StartPlan {
  /** As the browser's field for day and time gives it, in the person's own zone; null: at once. */
  startAt: string | null
  /** How often somebody who was not reached is called again; 0: never. */
  callBacks: number
  /** Hours between two tries. */
  gapHours: number
  firstTen: boolean
  /** Switchboard cancels the rest where calls fail for technical reasons. */
  breaker: boolean
  /** When calling hours end before the calls do, Switchboard calls the others at the next opening; else a person is asked. */
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
  continues: false,
  hours: null,
}
/** Of more calls than these, these may be called first. */
export const firstCalls = 10
export const maxCallBacks = 9
const hoursOfDay = 24

/** Epoch ms; null: at once. NaN while no moment is chosen. */
export const startsAt = ({ startAt }: StartPlan): number | null => (startAt === null ? null : Date.parse(startAt))

/** A moment (epoch ms) as the field for day and time takes it, at the next full minute. */
export function startAtOf(at: number): string {
  const minute = Math.ceil(at / 60_000) * 60_000
  const offset = new Date(minute).getTimezoneOffset() * 60_000
  return new Date(minute - offset).toISOString().slice(0, 16)
}

/** Ten first only where that means something: not of a short list, and not while nobody sits there. */
export const stopsAfterFirstTen = ({ firstTen, startAt }: StartPlan, calls: number): boolean =>
  firstTen && startAt === null && calls > firstCalls

/** The parts of a list that is too long for one start: how many, and the calls of each but the last. 1: it is not. */
export function partsOf(calls: number): { parts: number; each: number } {
  const parts = Math.max(1, Math.ceil(calls / csvLimits.rows))
  return { parts, each: Math.ceil(calls / parts) }
}

/** "120,000 calls in 3 parts of 40,000." '' for one part. */
export function partsText(calls: number): string {
  const { parts, each } = partsOf(calls)
  if (parts === 1) return ''
  return `${number(calls)} calls in ${number(parts)} parts of ${each * parts === calls ? '' : 'at most '}${number(each)}: each starts by itself when the one before has ended. After a cancel, the next one waits until you start it.`
}

/** How many calls the start itself makes. */
export const callsAtStart = (plan: StartPlan, calls: number): number =>
  stopsAfterFirstTen(plan, calls) ? firstCalls : partsOf(calls).each

/** The fields of the start (interface 4). */
export function startFieldsOf(plan: StartPlan, calls: number) {
  const startAt = startsAt(plan)
  const at = Number.isNaN(startAt) ? null : startAt
  const gap = { days: Math.floor(plan.gapHours / hoursOfDay), hours: plan.gapHours % hoursOfDay }
  return {
    scheduledAt: at === null ? undefined : new Date(at).toISOString(),
    smartCallbackConfig:
      plan.callBacks === 0
        ? undefined
        : JSON.stringify({ enabled: true, maxAttempts: plan.callBacks + 1, gaps: [gap] }),
    first: stopsAfterFirstTen(plan, calls) ? ('10' as const) : undefined,
    breaker: plan.breaker ? undefined : ('off' as const),
    afterHours: plan.continues ? ('gateway' as const) : undefined,
    hours: plan.hours ? JSON.stringify(plan.hours) : undefined,
  }
}

/** Why it cannot be started so; each a sentence. */
export function startTimeProblems(plan: StartPlan, now: number): string[] {
  const at = startsAt(plan)
  if (at === null) return []
  if (Number.isNaN(at)) return ['Choose the day and time of the start, or start at once.']
  return at <= now ? ['The start time lies in the past.'] : []
}

const gapText = (hours: number): string => {
  const days = Math.floor(hours / hoursOfDay)
  const rest = hours % hoursOfDay
  const words = [days > 0 && plural(days, 'day', 'days'), rest > 0 && plural(rest, 'hour', 'hours')]
  return words.filter(Boolean).join(' and ')
}

/** The button's verb: with a start time nobody is called yet. */
export const startVerb = ({ startAt }: StartPlan): 'Start' | 'Schedule' => (startAt === null ? 'Start' : 'Schedule')

/** What happens when calling hours end while the batch is calling. */
export const afterHoursText = ({ continues }: StartPlan): string =>
  `When the hours end, Switchboard cancels the calls that remain. ${
    continues
      ? 'At the next opening it checks everything again and calls the others by itself.'
      : 'The others wait on the batch’s page and the overview until you continue, seven days at most.'
  }`

/**
 * What will happen when, one sentence for each thing. While the start time cannot be used, nothing is said of the begin.
 *
 * @param isApproved it starts only once a second person approves
 */
export function planSentences(plan: StartPlan, calls: number, now: number, isApproved = false): string[] {
  const at = startsAt(plan)
  const begin =
    at === null
      ? `The calls begin as soon as ${isApproved ? 'a second person approves' : 'you start them'}.`
      : startTimeProblems(plan, now).length > 0
        ? ''
        : `The calls begin ${dayedTime(at, now)}${isApproved ? ', if a second person approves before then' : ''}. Until then you can cancel the whole batch.`
  const asks = stopsAfterFirstTen(plan, calls)
  const ask = asks
    ? `${isApproved ? 'The first 10 are called as soon as a second person approves' : 'The first 10 are called now'}. The other ${number(calls - firstCalls)} wait on the batch’s page and the overview until you start them, seven days at most.`
    : ''
  const parts = partsText(asks ? calls - firstCalls : calls)
  const again =
    plan.callBacks === 0
      ? 'People who are not reached are not called again.'
      : `People who are busy, do not answer or cannot be connected are called up to ${plural(plan.callBacks, 'more time', 'more times')}, ${gapText(plan.gapHours)} after the last try. People who hang up are not.`
  const own = plan.hours ? `This batch has calling hours of its own: ${hoursInWords(plan.hours)}.` : ''
  const unstopped =
    plan.breaker || calls < breakerRule.endedLeast
      ? ''
      : 'Switchboard does not stop it when calls fail for technical reasons.'
  return [ask || begin, parts, own, again, unstopped].filter((sentence) => sentence !== '')
}
