/** Texts of the automatic stops: too many calls of a batch fail for technical reasons, or reach people who should not be called. */
import { type AutomaticStop, type HarmCount, harmRule } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** "2 were the wrong person and 1 asked not to be called". */
export function harmText({ wrongPerson, askedNotToBeCalled, hungUp }: HarmCount): string {
  const parts = [
    wrongPerson > 0 && `${number(wrongPerson)} ${wrongPerson === 1 ? 'was' : 'were'} the wrong person`,
    askedNotToBeCalled > 0 && `${number(askedNotToBeCalled)} asked not to be called`,
    hungUp > 0 && `${number(hungUp)} hung up within ${harmRule.hungUpSeconds} seconds`,
  ].filter((part) => part !== false)
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}
/** "of the first 24 people reached, 3 were the wrong person". */
export const harmOfFirst = (harm: HarmCount): string =>
  `of the first ${plural(harm.counted, 'person', 'people')} reached, ${harmText(harm)}`

/** Why Switchboard stopped a batch: "14 of the first 24 calls failed for a technical reason". */
export function stopText(stopped: AutomaticStop): string {
  if ('harm' in stopped) return harmOfFirst(stopped.harm)
  const { ended, failed, read, technical } = stopped
  const ofFirstCalls = `of the first ${number(ended)} calls failed`
  if (failed <= read) return `${number(technical)} ${ofFirstCalls} for a technical reason`
  return `${number(failed)} ${ofFirstCalls}; ${number(technical)} of the ${number(read)} known reasons are technical`
}

/** "12 × The call could not be connected, 2 × The line had a fault". '' for a batch that was not stopped because of failed calls. */
export const stopReasonsText = (stopped: AutomaticStop): string =>
  'harm' in stopped
    ? ''
    : stopped.reasons.map(({ reason, count }) => `${number(count)} × ${reason.replace(/\.$/, '')}`).join(', ')

/**
 * "76 people were not called." If the batch calls back, a cancelled call may belong to someone who was called before. '' if no call was
 * cancelled or the number is unknown.
 */
export function notCalledText(cancelled: number | null, callsBack: boolean | null): string {
  if (!cancelled) return ''
  if (callsBack === false) return `${plural(cancelled, 'person was', 'people were')} not called.`
  return `${plural(cancelled, 'waiting call was', 'waiting calls were')} cancelled.`
}
