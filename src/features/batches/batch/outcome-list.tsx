/** The rows of a batch by the outcome of their last call. */

import { outcomeSharesOf } from '#components/batches/results/figures.ts'
import * as texts from '#components/batches/results/texts.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { BatchFigures, CallOutcome } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { ShareTable } from './share-table.tsx'

interface Props {
  figures: BatchFigures
  /** The address of the rows with an outcome. */
  addressOf: (outcome: CallOutcome) => string
}

export const OutcomeList = ({ figures, addressOf }: Props) => (
  <ShareTable
    caption="Rows by outcome"
    labelHeader="Outcome of the last call"
    shareHeader={texts.ofCalledRows(figures.called)}
    rows={outcomeSharesOf(figures).map(({ outcome, rows, share }) => ({
      key: outcome,
      label: (
        <PlainLink to={addressOf(outcome)} preventScrollReset className="text-accent hover:underline">
          {outcomeLabels[outcome]}
        </PlainLink>
      ),
      rows,
      share,
    }))}
  />
)
