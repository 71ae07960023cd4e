/** The results of two batches, side by side: each figure with the difference between their shares. */

import type { BatchFigures } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number } from '#ui/text/format-number.ts'
import { type ComparedLine, type ComparedSide, comparedLinesOf } from './figures.ts'
import * as texts from './texts.ts'

const SideCell = ({ side: { count, share } }: { side: ComparedSide }) => (
  <span className="flex items-center gap-3">
    <span className="w-12 text-right font-medium tabular-nums">{count === null ? '–' : number(count)}</span>
    <span className="min-w-24 flex-1">
      <ShareBar share={share} />
    </span>
  </span>
)

/** The names are headings of the columns. Both columns are equally wide, so that their bars can be compared. */
const columnsOf = (names: readonly [string, string]): DataColumn<ComparedLine>[] => [
  { id: 'label', header: texts.figureColumn, width: '14rem', cell: ({ label }) => label },
  { id: 'earlier', header: names[0], width: '35%', cell: ({ sides: [side] }) => <SideCell side={side} /> },
  { id: 'later', header: names[1], width: '35%', cell: ({ sides: [, side] }) => <SideCell side={side} /> },
  {
    id: 'difference',
    header: texts.differenceColumn,
    width: '8rem',
    cell: ({ sides: [before, after] }) => texts.difference(before.share, after.share),
  },
]

interface Props {
  names: readonly [earlier: string, later: string]
  earlier: BatchFigures
  later: BatchFigures
}

export const ComparedResults = ({ names, earlier, later }: Props) => (
  <Section title={texts.resultsSection} facts={texts.comparedShares} flush>
    <DataTable
      caption={texts.comparedCaption(...names)}
      columns={columnsOf(names)}
      rows={comparedLinesOf(earlier, later)}
      rowKey={({ label }) => label}
      sticky={false}
    />
    <div className="flex flex-col gap-0.5 border-t border-line px-3 py-2 text-label text-muted">
      <p>{texts.coverageOf(names[0], earlier)}</p>
      <p>{texts.coverageOf(names[1], later)}</p>
    </div>
  </Section>
)
