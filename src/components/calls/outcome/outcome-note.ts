/** The note on the line of a transcript on which the outcome of its call rests. Pure. */
import type { OutcomeOfCall } from '#contract/index.ts'
import { outcomeLabels } from '#contract/index.ts'

/**
 * Notes on lines, with the outcome on the line that it rests on.
 *
 * @param notes by the index of the line
 * @param indexOf finds the line on the screen, which may be of another answer than the outcome
 */
export function addOutcomeNote(
  notes: ReadonlyMap<number, string>,
  outcome: OutcomeOfCall | undefined,
  indexOf: (said: NonNullable<OutcomeOfCall['line']>) => number | undefined,
): ReadonlyMap<number, string> {
  if (!outcome?.line || !outcome.seen || outcome.correction) return notes
  const index = indexOf(outcome.line)
  if (index === undefined) return notes
  return new Map(notes).set(
    index,
    [notes.get(index), `Outcome: ${outcomeLabels[outcome.seen.outcome].toLowerCase()}`].filter(Boolean).join(' · '),
  )
}
