/** Texts about what Switchboard does with a batch when calling hours end. Pure. */
import type { KnownBatch } from '#contract/index.ts'
import type { ErrorText } from '#ui/layout/error-state.tsx'
import { timeWithDay } from '#ui/time/format-time.ts'

type Batch = Pick<KnownBatch, 'closing' | 'progress'>

/** "Calling hours end 20:00 GMT; …"; '' if they do not end while the batch is calling. */
export function hoursEndText({ closing, progress }: Batch, now: number): string {
  if (closing?.state !== 'open' || now >= closing.at || progress?.isComplete) return ''
  const consequence = closing.startedBy === 'gateway' ? 'continues automatically later' : 'waits until you continue it'
  return `Calling hours end ${timeWithDay(closing.at, now)}; the batch then stops and ${consequence}`
}

/** The note after calling hours ended; null: there is none. `isLate`: calls may be made outside calling hours. */
export function closingText({ closing, progress }: Batch, now: number): { words: ErrorText; isLate: boolean } | null {
  if (!closing) return null
  const { state, place, problem, cancelledAt } = closing
  const hoursEnded = `Calling hours ended at ${place}`
  if (state === 'open') {
    if (now < closing.at || progress?.isComplete) return null
    if (problem === null)
      return { words: { message: `${hoursEnded}. Switchboard is cancelling the remaining calls.` }, isLate: false }
    return {
      words: {
        message: `${hoursEnded}, but the remaining calls could not be cancelled yet.`,
        details: problem,
        advice: 'Switchboard retries automatically. You can also cancel them yourself.',
      },
      isLate: true,
    }
  }
  if (cancelledAt === null) return null
  const message = `${hoursEnded}, so Switchboard cancelled the remaining calls (${timeWithDay(cancelledAt, now)}).`
  const advice = {
    cancelled: 'When the last calls have ended, Switchboard prepares a batch with the people who were never called.',
    prepared: 'The people who were never called are in a batch for later.',
    ended: 'Everyone in this batch was called.',
  }[state]
  return { words: { message, ...(problem !== null && { details: problem }), advice }, isLate: false }
}
