/** What a prepared batch, or the parts of a launch that wait, says of itself. Pure. */
import { hoursInWords, type PreparedBatch } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { dayedTime } from '#ui/time/format-time.ts'

/** Prepared batches that are started one after another, or one alone. The first is the one that is started next. */
export type Waiting = readonly [PreparedBatch, ...PreparedBatch[]]

const chained = new Set<PreparedBatch['reason']>(['after_first_ten', 'next_part'])

/** Those that belong together: the parts of one launch. */
export function waitingOf(prepared: readonly PreparedBatch[]): Waiting[] {
  const groups = Map.groupBy(prepared, ({ id, effectId, reason }) => (chained.has(reason) ? `launch/${effectId}` : id))
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

export const callsIn = (waiting: Waiting): number => waiting.reduce((sum, { calls }) => sum + calls, 0)

/** Whether nothing happens before a person decides. */
export const needsPerson = ([{ startedBy, problem }]: Waiting): boolean => startedBy === 'person' || problem !== null

/** "part 2 of 3", "parts 2 and 3 of 3", "parts 2 to 4 of 4"; '' where there are none. */
function partsInWords(waiting: Waiting): string {
  const [{ part, parts }] = waiting
  const last = waiting.at(-1)?.part ?? part
  if (parts === 1) return ''
  if (part === last) return `part ${number(part)} of ${number(parts)}`
  return `parts ${number(part)} ${last - part === 1 ? 'and' : 'to'} ${number(last)} of ${number(parts)}`
}

/** When calling hours open for them (epoch ms); null: they are open, or that is not what they wait for. */
export const opensAt = ([{ reason, startsAt }]: Waiting, now: number): number | null =>
  chained.has(reason) || startsAt === null || startsAt <= now ? null : startsAt

/** "Continue tomorrow 08:00 GMT": the button that has them called as soon as hours open. */
export const continueInWords = (at: number, now: number): string => `Continue ${dayedTime(at, now)}`

/** The heading: a question where a person decides. */
export function titleOf(waiting: Waiting, now: number): string {
  const [{ name, reason }] = waiting
  const count = number(callsIn(waiting))
  const at = opensAt(waiting, now)
  if (at !== null && !needsPerson(waiting)) return `The other ${count} of ${name} continue ${dayedTime(at, now)}`
  if (reason === 'window_closed' && needsPerson(waiting)) return `Continue with the other ${count} of ${name}?`
  return needsPerson(waiting) ? `Call the other ${count} of ${name}?` : `${count} more calls of ${name} wait`
}

/** What they wait for, in sentences. */
export function reasonsOf(waiting: Waiting): string[] {
  const [{ reason, parts, part, problem, startedBy, operator }] = waiting
  const which = partsInWords(waiting)
  const each = parts > 1 ? `They are ${which}, which start one after another.` : ''
  if (problem !== null) return [problem, 'So Switchboard has not started the others.', each].filter(Boolean)
  if (reason === 'after_first_ten') return [`${operator} started the first 10 calls.`, each].filter(Boolean)
  if (reason === 'next_part') {
    const following = waiting.length === 2 ? ` Part ${number(parts)} follows` : ' The others follow'
    const then = waiting.length > 1 ? `${following} in the same way.` : ''
    return [`Part ${number(part)} of ${number(parts)} starts by itself when the part before it has ended.${then}`]
  }
  const why =
    reason === 'outside_hours'
      ? 'They were left out at the start, outside the calling hours.'
      : 'Their calls were cancelled when the calling hours ended, before they were made.'
  return [
    why,
    startedBy === 'gateway' ? 'Switchboard starts them by itself after running all checks again.' : '',
  ].filter(Boolean)
}

/** What will happen when, in the question before the next of them is started. @param at when the calls begin; null: at once */
export function startInWords(waiting: Waiting, at: number | null, now: number): string[] {
  const [{ calls, callBacks, gapHours, hours }] = waiting
  const later = callsIn(waiting) - calls
  const begin = plural(calls, 'call begins', 'calls begin')
  return [
    at === null
      ? `${begin} as soon as you start them.`
      : `${begin} ${dayedTime(at, now)}. Until then you can cancel the whole batch.`,
    later > 0
      ? `The other ${number(later)} follow later, in ${plural(waiting.length - 1, 'part', 'parts')}: each starts by itself when the one before has ended.`
      : '',
    hours ? `Their batch has calling hours of its own: ${hoursInWords(hours)}.` : '',
    callBacks === 0
      ? 'People who are not reached are not called again.'
      : `People who are not reached are called up to ${plural(callBacks, 'more time', 'more times')}, ${plural(gapHours, 'hour', 'hours')} apart.`,
  ].filter(Boolean)
}
