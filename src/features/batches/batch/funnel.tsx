/** From the rows of a batch to conversations: four steps, each with its bar, its rows and its share. */

import { isSeenToEnd, stepsOf } from '#components/batches/results/figures.ts'
import type { BatchFigures } from '#contract/index.ts'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number, numberOr, plural } from '#ui/text/format-number.ts'

/** Of what the shares are. */
function wholeOf(figures: BatchFigures): string {
  if (!isSeenToEnd(figures)) return `Of ${number(figures.called)} called`
  return figures.rows === null ? 'Of all rows' : `Of ${plural(figures.rows, 'row', 'rows')}`
}

export function Funnel({ figures }: { figures: BatchFigures }) {
  // A bar of the whole would say nothing.
  const firstPart = isSeenToEnd(figures) ? 1 : 2
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">From rows to conversations</caption>
      <thead className="text-left text-label text-muted">
        <tr className="align-baseline *:py-1 *:pr-3 *:font-normal">
          <th scope="col">Stage</th>
          <th scope="col" className="text-right">
            Rows
          </th>
          <th scope="col">{wholeOf(figures)}</th>
        </tr>
      </thead>
      <tbody>
        {stepsOf(figures).map(({ label, rows, share }, index) => (
          <tr key={label} className="align-baseline *:py-1 *:pr-3">
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="w-14 text-right font-medium tabular-nums">{numberOr(rows, '–')}</td>
            <td className="w-[45%]">{index >= firstPart && <ShareBar share={share} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
