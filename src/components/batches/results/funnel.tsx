/** From the rows of a batch to conversations: four steps, each with its bar, its rows and its share. */
import type { BatchFigures } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import { stepsOf } from './figures.ts'
import { ShareBar } from './share-bar.tsx'
import * as texts from './texts.ts'

export const Funnel = ({ figures }: { figures: BatchFigures }) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">{texts.funnelLabel}</caption>
    <thead className="text-label text-muted">
      <tr className="align-baseline">
        <th scope="col" className="py-1 pr-3 text-left font-normal">
          {texts.stepColumn}
        </th>
        <th scope="col" className="py-1 pr-3 text-right font-normal">
          {texts.rowsColumn}
        </th>
        <th scope="col" className="py-1 text-left font-normal">
          {texts.ofAllRows(figures.rows)}
        </th>
      </tr>
    </thead>
    <tbody>
      {stepsOf(figures).map(({ label, rows, share }) => (
        <tr key={label} className="align-baseline">
          <th scope="row" className="py-1 pr-3 text-left font-normal">
            {label}
          </th>
          <td className="w-14 py-1 pr-3 text-right font-medium tabular-nums">{rows === null ? '–' : number(rows)}</td>
          <td className="w-[45%] py-1">
            <ShareBar share={share} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
