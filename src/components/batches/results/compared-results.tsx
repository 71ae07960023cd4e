/** What came of two batches, side by side: each figure with the difference between their shares. */

import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchFigures, callOutcomes } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { shareOf } from '#ui/text/share.ts'
import { stepsOf } from './figures.ts'
import { ShareBar } from './share-bar.tsx'
import * as texts from './texts.ts'

interface Side {
  /** null: unknown. */
  count: number | null
  share: number | null
}
interface Line {
  label: string
  sides: readonly [earlier: Side, later: Side]
}

const SideCell = ({ side: { count, share } }: { side: Side }) => (
  <span className="flex items-center gap-3">
    <span className="w-12 text-right font-medium tabular-nums">{count === null ? '–' : number(count)}</span>
    <span className="min-w-24 flex-1">
      <ShareBar share={share} />
    </span>
  </span>
)

function linesOf(earlier: BatchFigures, later: BatchFigures): Line[] {
  const [before, after] = [stepsOf(earlier), stepsOf(later)]
  const steps = before.map(({ label, rows, ofBefore }, index): Line => {
    const other = after[index]
    return {
      label,
      sides: [
        { count: rows, share: ofBefore },
        { count: other?.rows ?? null, share: other?.ofBefore ?? null },
      ],
    }
  })
  const sideOf = (figures: BatchFigures, outcome: keyof typeof outcomeLabels): Side => {
    const count = figures.outcomes[outcome] ?? 0
    return { count, share: shareOf(count, figures.called) }
  }
  const outcomes = callOutcomes
    .filter((outcome) => earlier.outcomes[outcome] || later.outcomes[outcome])
    .map(
      (outcome): Line => ({
        label: outcomeLabels[outcome],
        sides: [sideOf(earlier, outcome), sideOf(later, outcome)],
      }),
    )
  return [...steps, ...outcomes]
}

/** The names are headings of the columns. */
const columnsOf = (names: readonly [string, string]): DataColumn<Line>[] => [
  { id: 'label', header: texts.figureColumn, width: '14rem', cell: ({ label }) => label },
  { id: 'earlier', header: names[0], cell: ({ sides: [side] }) => <SideCell side={side} /> },
  { id: 'later', header: names[1], cell: ({ sides: [, side] }) => <SideCell side={side} /> },
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
      rows={linesOf(earlier, later)}
      rowKey={({ label }) => label}
      sticky={false}
    />
    <div className="flex flex-col gap-0.5 border-t border-line px-3 py-2 text-label text-muted">
      <p>{texts.coverageOf(names[0], earlier.seen, earlier.ended)}</p>
      <p>{texts.coverageOf(names[1], later.seen, later.ended)}</p>
    </div>
  </Section>
)
