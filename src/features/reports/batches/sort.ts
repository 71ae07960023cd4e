/** The order of the table of batches. Pure. */
import type { BatchWithFigures } from '#contract/index.ts'
import { shareOf } from '#ui/text/share.ts'
import type { BatchColumnId, BatchesSearch } from './search.ts'

/** The value by which a column sorts; null comes last in both directions. */
const valueOf: Record<BatchColumnId, (batch: BatchWithFigures) => string | number | null> = {
  batch: ({ name, batchId }) => (name || batchId).toLocaleLowerCase(),
  started: ({ startedAt }) => startedAt,
  rows: ({ rows }) => rows,
  // How much is known of a batch.
  seen: ({ seen, ended }) => shareOf(seen, ended),
  answered: ({ answered, called }) => shareOf(answered, called),
  talked: ({ talked }) => talked,
  mailbox: ({ outcomes }) => outcomes.mailbox ?? 0,
  no_answer: ({ outcomes }) => outcomes.no_answer ?? 0,
  busy: ({ outcomes }) => outcomes.busy ?? 0,
  failed: ({ outcomes }) => outcomes.failed ?? 0,
  talk: ({ talkSeconds }) => talkSeconds,
}

/** The batches in the order of a column. Equal ones stay as they were. */
export function sortBatches(
  batches: readonly BatchWithFigures[],
  { sort, order }: Pick<BatchesSearch, 'sort' | 'order'>,
): BatchWithFigures[] {
  const direction = order === 'ascending' ? 1 : -1
  return batches.toSorted((one, other) => {
    const [a, b] = [valueOf[sort](one), valueOf[sort](other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    if (typeof a === 'string' || typeof b === 'string') return direction * `${a}`.localeCompare(`${b}`)
    return direction * (a - b)
  })
}

/** The order after the heading of a column was pressed: names from A, figures from the greatest, and then the other way round. */
export function orderAfter(
  { sort, order }: Pick<BatchesSearch, 'sort' | 'order'>,
  pressed: BatchColumnId,
): Pick<BatchesSearch, 'sort' | 'order'> {
  if (sort === pressed) return { sort, order: order === 'ascending' ? 'descending' : 'ascending' }
  return { sort: pressed, order: pressed === 'batch' ? 'ascending' : 'descending' }
}
