/** From the rows of a batch to conversations: four steps, each with its bar, its rows and its share. */
import type { BatchFigures } from '#contract/index.ts'
import { isSeenToEnd, stepsOf } from './figures.ts'
import { ShareTable } from './share-table.tsx'
import * as texts from './texts.ts'

export const Funnel = ({ figures }: { figures: BatchFigures }) => (
  <ShareTable
    caption={texts.funnelLabel}
    labelHeader={texts.stepColumn}
    shareHeader={isSeenToEnd(figures) ? texts.ofAllRows(figures.rows) : texts.ofCalledRows(figures.called)}
    rows={stepsOf(figures).map(({ label, rows, share }, index) => ({
      key: label,
      label,
      rows,
      ...(index > (isSeenToEnd(figures) ? 0 : 1) && { share }),
    }))}
  />
)
