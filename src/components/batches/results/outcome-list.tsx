/** The rows of a batch by what came of their last call. */
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { BatchFigures, CallOutcome } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { number } from '#ui/text/format-number.ts'
import { outcomeSharesOf } from './figures.ts'
import { ShareBar } from './share-bar.tsx'
import * as texts from './texts.ts'

interface Props {
  figures: BatchFigures
  /** The address of the rows with an outcome. */
  addressOf: (outcome: CallOutcome) => string
}

export const OutcomeList = ({ figures, addressOf }: Props) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">{texts.outcomesLabel}</caption>
    <thead className="text-label text-muted">
      <tr className="align-baseline">
        <th scope="col" className="py-1 pr-3 text-left font-normal">
          {texts.outcomeColumn}
        </th>
        <th scope="col" className="py-1 pr-3 text-right font-normal">
          {texts.rowsColumn}
        </th>
        <th scope="col" className="py-1 text-left font-normal">
          {texts.ofCalledRows(figures.called)}
        </th>
      </tr>
    </thead>
    <tbody>
      {outcomeSharesOf(figures).map(({ outcome, rows, share }) => (
        <tr key={outcome} className="align-baseline">
          <th scope="row" className="py-1 pr-3 text-left font-normal">
            <PlainLink to={addressOf(outcome)} preventScrollReset className="text-accent hover:underline">
              {outcomeLabels[outcome]}
            </PlainLink>
          </th>
          <td className="w-14 py-1 pr-3 text-right font-medium tabular-nums">{number(rows)}</td>
          <td className="w-[45%] py-1">
            <ShareBar share={share} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
