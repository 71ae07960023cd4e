/** Texts of the page about the results of batches. */
import { endUnknown, knownOf } from '#components/batches/results/texts.ts'
import type { Coverage } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

export { batchesTitle as title } from '../texts.tsx'
export const chartSection = 'Rows by outcome'
export const batchHeader = 'Batch'
export const chartNote = (shown: number, all: number) =>
  shown < all
    ? `Showing ${number(shown)} of ${plural(all, 'batch', 'batches')}. Each row counts once, by the outcome of its last known call.`
    : 'Each row counts once, by the outcome of its last known call.'

export const startedColumn = 'Started'
export const rowsColumn = 'Rows'
export const seenColumn = 'Details known'
export const talkedColumn = 'Over 20 s'
/** "812 of 1,000". @param ended null: unknown */
export const seenOf = (seen: number, ended: number | null) =>
  ended === null ? number(seen) : `${number(seen)} of ${number(ended)}`

export const fileName = (days: number) => `batches-${days}-days`
/** How much the figures know; '' if they know nearly all. */
export const coverage = ({ seen, ended, unknownBatches }: Coverage) =>
  ended === 0 && unknownBatches === 0
    ? 'No rows of these batches have ended.'
    : [knownOf({ seen, ended }, 'these batches'), endUnknown(unknownBatches, ended > 0)].filter(Boolean).join(' ')
export const noun = ['batch of this period', 'batches of this period'] as const
