/** What Switchboard did with a batch when calling hours ended, or could not do yet. Pure. */
import type { KnownBatch } from '#contract/index.ts'
import type { ErrorWords } from '#ui/layout/error-state.tsx'
import { dayedTime } from '#ui/time/format-time.ts'

type Batch = Pick<KnownBatch, 'closing' | 'progress'>

/** "Calling hours end 20:00 GMT"; '' where they do not end while it is calling. */
export function closesInWords({ closing, progress }: Batch, now: number): string {
  if (closing?.state !== 'open' || now >= closing.at || progress?.isComplete) return ''
  const then = closing.startedBy === 'gateway' ? 'continues by itself later' : 'asks you to continue'
  return `Calling hours end ${dayedTime(closing.at, now)}; then it stops and ${then}`
}

/** null: there is nothing to say. `isLate`: calls may be made outside the hours. */
export function closingInWords(
  { closing, progress }: Batch,
  now: number,
): { words: ErrorWords; isLate: boolean } | null {
  if (!closing) return null
  const { state, place, problem, cancelledAt } = closing
  const ended = `Calling hours ended at ${place}`
  if (state === 'open') {
    if (now < closing.at || progress?.isComplete) return null
    if (problem === null)
      return { words: { happened: `${ended}. Switchboard is cancelling the calls that remain.` }, isLate: false }
    return {
      words: {
        happened: `${ended}, and the calls that remain could not be cancelled yet.`,
        details: problem,
        toDo: 'Switchboard tries again by itself. You can cancel them yourself, too.',
      },
      isLate: true,
    }
  }
  if (cancelledAt === null) return null
  const happened = `${ended}, so Switchboard cancelled the calls that remained at ${dayedTime(cancelledAt, now)}.`
  const toDo = {
    cancelled: 'When the last calls have ended, it prepares a batch of those who were never called.',
    prepared: 'Those who were never called became a batch for later.',
    ended: 'Everybody in it had been called.',
  }[state]
  return { words: { happened, ...(problem !== null && { details: problem }), toDo }, isLate: false }
}
