/** Sentences about when and how a new batch will call. */
import { breakerRule, hoursInWords } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import { firstCallCount, hoursPerDay, partsOf, type StartPlan, startTimeMs, stopsAfterFirstTen } from './start-plan.ts'

/** How a list that is too long for one start is divided; '' if it is not. */
export function partsText(calls: number): string {
  const { parts, callsPerPart } = partsOf(calls)
  if (parts === 1) return ''
  return `${number(calls)} calls in ${number(parts)} parts of ${callsPerPart * parts === calls ? '' : 'up to '}${number(callsPerPart)}. Each part starts automatically when the previous one has ended. If you cancel a part, the next one waits until you start it.`
}

/** Why the batch cannot be started at the chosen time. */
export function startTimeProblems(plan: StartPlan, now: number): string[] {
  const startMs = startTimeMs(plan)
  if (startMs === null) return []
  if (Number.isNaN(startMs)) return ['Choose a day and time for the start, or start now.']
  return startMs <= now ? ['The start time is in the past.'] : []
}

const gapText = (hours: number): string => {
  const days = Math.floor(hours / hoursPerDay)
  const restHours = hours % hoursPerDay
  const words = [days > 0 && plural(days, 'day', 'days'), restHours > 0 && plural(restHours, 'hour', 'hours')]
  return words.filter(Boolean).join(' and ')
}

/** The verb of the start button. With a start time, nobody is called when the button is pressed. */
export const startVerb = ({ startAt }: StartPlan): 'Start' | 'Schedule' => (startAt === null ? 'Start' : 'Schedule')

/** What happens if calling hours end while the batch is calling. */
export const afterHoursText = ({ continues }: StartPlan): string =>
  `When calling hours end, Switchboard cancels the remaining calls. ${
    continues
      ? 'When they open again, it repeats all checks and calls the remaining people automatically.'
      : 'The remaining people wait on the batch’s page and the overview until you continue, for up to seven days.'
  }`

/**
 * One sentence for each thing that will happen. There is none about the start while the start time is invalid.
 *
 * @param needsApproval the batch only starts once a second person approves it
 */
export function planSentences(plan: StartPlan, calls: number, now: number, needsApproval = false): string[] {
  const startMs = startTimeMs(plan)
  const beginText =
    startMs === null
      ? `Calls begin as soon as ${needsApproval ? 'a second person approves the batch' : 'you start the batch'}.`
      : startTimeProblems(plan, now).length > 0
        ? ''
        : `Calls begin ${timeWithDay(startMs, now)}${needsApproval ? ' if a second person has approved the batch by then' : ''}. Until then, you can cancel the whole batch.`
  const stopsAfterFirst = stopsAfterFirstTen(plan, calls)
  const firstCallsText = stopsAfterFirst
    ? `The first ${firstCallCount} people are called ${needsApproval ? 'as soon as a second person approves the batch' : 'now'}. The other ${number(calls - firstCallCount)} wait on the batch’s page and the overview until you start them, for up to seven days.`
    : ''
  const partsSentence = partsText(stopsAfterFirst ? calls - firstCallCount : calls)
  const callBackText =
    plan.callBacks === 0
      ? 'People who are not reached are not called again.'
      : `People who are busy, do not answer or cannot be connected are called up to ${plural(plan.callBacks, 'more time', 'more times')}, ${gapText(plan.gapHours)} after the previous attempt. People who hang up are not called again.`
  const hoursText = plan.hours ? `This batch has its own calling hours: ${hoursInWords(plan.hours)}.` : ''
  // Without its circuit breaker, Switchboard does not stop a batch whose calls fail.
  const breakerText =
    plan.breaker || calls < breakerRule.endedLeast
      ? ''
      : 'Switchboard does not stop this batch if calls fail for technical reasons.'
  const harmText = plan.stopsForHarm ? 'Switchboard stops this batch if it calls people who should not be called.' : ''
  return [firstCallsText || beginText, partsSentence, hoursText, callBackText, breakerText, harmText].filter(
    (sentence) => sentence !== '',
  )
}
