/** Rows of a batch in groups, each with its number and its share as a bar. */
import type { ReactNode } from 'react'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { numberOr } from '#ui/text/format-number.ts'

interface ShareRow {
  key: string
  label: ReactNode
  /** null: unknown. */
  rows: number | null
  /** null: unknown; absent: it is the whole, so a bar would say nothing. */
  share?: number | null
}

interface Props {
  caption: string
  labelHeader: string
  /** Of what the shares are. */
  shareHeader: string
  rows: readonly ShareRow[]
}

export const ShareTable = ({ caption, labelHeader, shareHeader, rows: lines }: Props) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-label text-muted">
      <tr className="align-baseline">
        <th scope="col" className="py-1 pr-3 text-left font-normal">
          {labelHeader}
        </th>
        <th scope="col" className="py-1 pr-3 text-right font-normal">
          Rows
        </th>
        <th scope="col" className="py-1 text-left font-normal">
          {shareHeader}
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, label, rows, share }) => (
        <tr key={key} className="align-baseline">
          <th scope="row" className="py-1 pr-3 text-left font-normal">
            {label}
          </th>
          <td className="w-14 py-1 pr-3 text-right font-medium tabular-nums">{numberOr(rows, '–')}</td>
          <td className="w-[45%] py-1">{share !== undefined && <ShareBar share={share} />}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
