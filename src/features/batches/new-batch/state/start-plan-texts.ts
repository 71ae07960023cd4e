/** Says when and how a new batch will call. */
import { breakerRule, hoursInWords } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { firstCalls, hoursOfDay, partsOf, type StartPlan, startsAt, stopsAfterFirstTen } from './start-plan.ts'

/** How a list that is too long for one start is divided; '' if it is not. */
export function partsText(calls: number): string {
  const { parts, each } = partsOf(calls)
  if (parts === 1) return ''
  return `${number(calls)} calls in ${number(parts)} parts of ${each * parts === calls ? '' : 'up to '}${number(each)}. Each part starts automatically when the previous one has ended. If you cancel a part, the next one waits until you start it.`
}

/** Why the batch cannot be started at the chosen time. */
export function startTimeProblems(plan: StartPlan, now: number): string[] {
  const at = startsAt(plan)
  if (at === null) return []
  if (Number.isNaN(at)) return ['Choose a day and time for the start, or start now.']
  return at <= now ? ['The start time is in the past.'] : []
}

const gapText = (hours: number): string => {
  const days = Math.floor(hours / hoursOfDay)
  const rest = hours % hoursOfDay
  const words = [days > 0 && plural(days, 'day', 'days'), rest > 0 && plural(rest, 'hour', 'hours')]
  return words.filter(Boolean).join(' and ')
}

/** The verb of the button. With a start time, nobody is called yet. */
export const startVerb = ({ startAt }: StartPlan): 'Start' | 'Schedule' => (startAt === null ? 'Start' : 'Schedule')

/** What happens if calling hours end while the batch is calling. */
export const afterHoursText = ({ continues }: StartPlan): string =>
  `When calling hours end, Switchboard cancels the remaining calls. ${
    continues
      ? 'When they open again, it repeats all checks and calls the remaining people automatically.'
      : 'The remaining people wait on the batch’s page and the overview until you continue, for up to seven days.'
  }`

/**
 * One sentence for each thing that will happen. Says nothing about the start while the start time cannot be used.
 *
 * @param isApproved the batch only starts once a second person approves it
 */
export function planSentences(plan: StartPlan, calls: number, now: number, isApproved = false): string[] {
  const at = startsAt(plan)
  const begin =
    at === null
      ? `Calls begin as soon as ${isApproved ? 'a second person approves the batch' : 'you start the batch'}.`
      : startTimeProblems(plan, now).length > 0
        ? ''
        : `Calls begin ${timeWithDay(at, now)}${isApproved ? ' if a second person has approved the batch by then' : ''}. Until then, you can cancel the whole batch.`
  const asks = stopsAfterFirstTen(plan, calls)
  const ask = asks
    ? `The first ${firstCalls} people are called ${isApproved ? 'as soon as a second person approves the batch' : 'now'}. The other ${number(calls - firstCalls)} wait on the batch’s page and the overview until you start them, for up to seven days.`
    : ''
  const parts = partsText(asks ? calls - firstCalls : calls)
  const again =
    plan.callBacks === 0
      ? 'People who are not reached are not called again.'
      : `People who are busy, do not answer or cannot be connected are called up to ${plural(plan.callBacks, 'more time', 'more times')}, ${gapText(plan.gapHours)} after the previous attempt. People who hang up are not called again.`
  const own = plan.hours ? `This batch has its own calling hours: ${hoursInWords(plan.hours)}.` : ''
  const unstopped =
    plan.breaker || calls < breakerRule.endedLeast
      ? ''
      : 'Switchboard does not stop this batch if calls fail for technical reasons.'
  return [ask || begin, parts, own, again, unstopped].filter((sentence) => sentence !== '')
}
