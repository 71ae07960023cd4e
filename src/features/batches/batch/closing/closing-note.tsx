/** A note about what Switchboard did with this batch when calling hours ended. */
import type { KnownBatch } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { useGatewayTime } from '#ui/time/clock.ts'
import { closingText } from './closing-texts.ts'

export function ClosingNote({ closing, progress }: Pick<KnownBatch, 'closing' | 'progress'>) {
  const note = closingText({ closing, progress }, useGatewayTime(1_000))
  return note && <ErrorNote tone={note.isLate ? undefined : 'neutral'} text={note.words} />
}
