/** From the rows of a batch to conversations: four steps, each with its bar, its rows and its share. */

import { isSeenToEnd, stepsOf } from '#components/batches/results/figures.ts'
import * as texts from '#components/batches/results/texts.ts'
import type { BatchFigures } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import { ShareTable } from './share-table.tsx'

export const Funnel = ({ figures }: { figures: BatchFigures }) => (
  <ShareTable
    caption="From rows to conversations"
    labelHeader="Stage"
    shareHeader={
      isSeenToEnd(figures)
        ? figures.rows === null
          ? 'Of all rows'
          : `Of ${plural(figures.rows, 'row', 'rows')}`
        : texts.ofCalledRows(figures.called)
    }
    rows={stepsOf(figures).map(({ label, rows, share }, index) => ({
      key: label,
      label,
      rows,
      ...(index > (isSeenToEnd(figures) ? 0 : 1) && { share }),
    }))}
  />
)
