/** What prepared batches wait for, and what happens when they start. Pure. */
import { hasEnded, hoursInWords, type KnownBatch, type PreparedBatch, sumOf } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { timeWithDay } from '#ui/time/format-time.ts'

/** Prepared batches that start one after another, or a single one. The first starts next. */
export type PreparedGroup = readonly [PreparedBatch, ...PreparedBatch[]]

/** Reasons for which prepared batches start one after another. */
const chainedReasons = new Set<PreparedBatch['reason']>(['after_first_ten', 'next_part'])

/** Groups the prepared batches that start one after another. */
export function groupPrepared(prepared: readonly PreparedBatch[]): PreparedGroup[] {
  const groups = Map.groupBy(prepared, ({ id, effectId, reason }) =>
    chainedReasons.has(reason) ? `launch/${effectId}` : id,
  )
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []))
}

export const callsIn = (group: PreparedGroup): number => group.reduce((sum, { calls }) => sum + calls, 0)

/** Whether a person has to decide before anything starts. */
export const needsPerson = ([{ startedBy, problem }]: PreparedGroup): boolean =>
  startedBy === 'person' || problem !== null

/** "part 2 of 3", "parts 2 and 3 of 3", "parts 2 to 4 of 4"; '' if there is only one part. */
function partsText(group: PreparedGroup): string {
  const [{ part, parts }] = group
  const last = group.at(-1)?.part ?? part
  if (parts === 1) return ''
  if (part === last) return `part ${number(part)} of ${number(parts)}`
  return `parts ${number(part)} ${last - part === 1 ? 'and' : 'to'} ${number(last)} of ${number(parts)}`
}

/** Whether it is one of several parts that wait for calling hours, which are shown one by one. */
const isOnePart = ([{ reason, parts }]: PreparedGroup): boolean => parts > 1 && reason === 'outside_hours'

/** "other 590 calls"; of one of several parts "200 calls", because those of the other parts wait too. */
export const othersIn = (group: PreparedGroup, ...words: [one: string, many: string]): string =>
  `${isOnePart(group) ? '' : 'other '}${plural(callsIn(group), ...words)}`

/** When calling hours open for these people (epoch ms); null if they are open or do not matter. */
export const nextOpeningAt = ([{ reason, startsAt }]: PreparedGroup, now: number): number | null =>
  chainedReasons.has(reason) || startsAt === null || startsAt <= now ? null : startsAt

/** "Continue tomorrow 08:00 GMT": the button that schedules the calls for when calling hours open. */
export const continueAction = (at: number, now: number): string => `Continue ${timeWithDay(at, now)}`

/** The panel's heading: a question if a person has to decide. */
export function preparedTitle(group: PreparedGroup, now: number): string {
  const [{ reason }] = group
  const name = isOnePart(group) ? `${partsText(group)} of ${group[0].name}` : group[0].name
  const count = callsIn(group)
  const at = nextOpeningAt(group, now)
  if (at !== null && !needsPerson(group))
    return `The ${othersIn(group, 'call', 'calls')} in ${name} ${count === 1 ? 'starts' : 'start'} ${timeWithDay(at, now)}`
  if (needsPerson(group))
    return `${reason === 'window_closed' ? 'Continue with' : 'Call'} the ${othersIn(group, 'person', 'people')} in ${name}?`
  return `${plural(count, 'more call', 'more calls')} in ${name} ${count === 1 ? 'is' : 'are'} waiting`
}

/** What the prepared batches wait for, in sentences. */
export function preparedReasons(group: PreparedGroup): string[] {
  const [{ reason, parts, part, problem, startedBy, operator }] = group
  const chainText =
    parts > 1 && chainedReasons.has(reason)
      ? `These calls are ${partsText(group)}. The parts start one after another.`
      : ''
  if (problem !== null) return [problem, 'Switchboard did not start the remaining calls.', chainText].filter(Boolean)
  if (reason === 'after_first_ten') return [`${operator} started the first 10 calls.`, chainText].filter(Boolean)
  if (reason === 'next_part') {
    const following = group.length === 2 ? ` Part ${number(parts)} starts` : ' The others start'
    const followingText = group.length > 1 ? `${following} in the same way.` : ''
    return [
      `Part ${number(part)} of ${number(parts)} starts automatically when the previous part has ended.${followingText}`,
    ]
  }
  const cause =
    reason === 'outside_hours'
      ? 'They were outside calling hours when the batch started, so they were left out.'
      : 'Calling hours ended before these calls were made, so they were cancelled.'
  return [
    cause,
    startedBy === 'gateway' ? 'Switchboard starts them automatically after running all checks again.' : '',
  ].filter(Boolean)
}

/**
 * Who is called without a decision, and who is not.
 *
 * @param progress of the batch that was started before; null: not known
 */
export function withoutDecision(group: PreparedGroup, progress: KnownBatch['progress']): string {
  const [{ name }] = group
  const count = callsIn(group)
  const others = `The ${othersIn(group, 'person', 'people')}${isOnePart(group) ? ` in ${partsText(group)}` : ''} ${count === 1 ? 'is' : 'are'} called only if somebody starts ${count === 1 ? 'this call' : 'these calls'}.`
  const unknown = `Calls that are waiting or in progress in ${name} are made without a decision.`
  if (progress === null) return `${unknown} ${others}`
  const { completed, failed, active, waiting } = progress
  const hasNoneWaiting = waiting === 0 || hasEnded(progress)
  const going = sumOf(active, hasNoneWaiting ? 0 : waiting)
  const states = [active ? `${number(active)} in progress` : '', waiting ? `${number(waiting)} waiting` : '']
  return [
    sumOf(completed, failed) === null
      ? ''
      : `So far: ${number(completed ?? 0)} completed, ${number(failed ?? 0)} not reached.`,
    going === null
      ? unknown
      : going === 0
        ? `No call in ${name} is waiting or in progress.`
        : `${plural(going, 'call', 'calls')} in ${name} ${going === 1 ? 'is' : 'are'} made without a decision: ${states.filter(Boolean).join(', ')}.`,
    others,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What happens when, for the dialog before a start. @param at when the calls begin; null: at once */
export function startSentences(group: PreparedGroup, at: number | null, now: number): string[] {
  const [{ calls, callBacks, gapHours, hours }] = group
  const laterCalls = callsIn(group) - calls
  const start = plural(calls, 'call starts', 'calls start')
  return [
    at === null
      ? `${start} as soon as you confirm.`
      : `${start} ${timeWithDay(at, now)}. Until then you can cancel the whole batch.`,
    laterCalls > 0
      ? `The other ${plural(laterCalls, 'call follows', 'calls follow')} in ${plural(group.length - 1, 'part', 'parts')}. Each part starts automatically when the previous one has ended.`
      : '',
    hours ? `This batch has its own calling hours: ${hoursInWords(hours)}.` : '',
    callBacks === 0
      ? 'People who are not reached are not called again.'
      : callBacks === 1
        ? `People who are not reached are called once more, after ${plural(gapHours, 'hour', 'hours')}.`
        : `People who are not reached are called up to ${plural(callBacks, 'more time', 'more times')}, ${plural(gapHours, 'hour', 'hours')} apart.`,
  ].filter(Boolean)
}
