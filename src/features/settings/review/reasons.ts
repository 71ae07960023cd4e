/** The reasons to reject a draft as people type them: one per line. Pure. */
import { type ReviewRules, reviewRuleLimits } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** The reasons in the typed lines, each once. Blank lines do not count. */
export const reasonsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim().replace(/\s+/g, ' '))
      .filter((line) => line !== ''),
  ),
]

/** @returns why the rules cannot be saved; null if they can */
export function problemOf({
  rejectReasons,
  isReasonRequired,
}: Pick<ReviewRules, 'rejectReasons' | 'isReasonRequired'>): string | null {
  const { reasons, reasonLength } = reviewRuleLimits
  if (rejectReasons.length > reasons)
    return `These are ${plural(rejectReasons.length, 'line', 'lines')}. At most ${number(reasons)} reasons can be listed.`
  const tooLong = rejectReasons.findIndex((reason) => reason.length > reasonLength)
  if (tooLong !== -1)
    return `Reason ${number(tooLong + 1)} is too long. A reason has at most ${number(reasonLength)} characters.`
  return isReasonRequired && rejectReasons.length === 0 ? 'List at least one reason, or require none.' : null
}
