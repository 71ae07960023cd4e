/** What Switchboard did with this batch when calling hours ended. */
import type { KnownBatch } from '#contract/index.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { useTrueNow } from '#ui/time/clock.ts'
import { closingInWords } from './closing-words.ts'

export function ClosingNote({ closing, progress }: Pick<KnownBatch, 'closing' | 'progress'>) {
  const said = closingInWords({ closing, progress }, useTrueNow(1_000))
  return said && <ErrorNote tone={said.isLate ? undefined : 'neutral'} words={said.words} />
}
