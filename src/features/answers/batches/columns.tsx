/** The table of batches with what came of each, and its file. */

import { ShareBar } from '#components/batches/results/share-bar.tsx'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchWithFigures, callOutcomes } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { writeForSpreadsheet } from '#recipients/file/write.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { number, numberOr } from '#ui/text/format-number.ts'
import { shareOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

const tableOutcomes = ['mailbox', 'no_answer', 'busy', 'failed'] as const

const figures: readonly DataColumn<BatchWithFigures>[] = [
  {
    id: 'started',
    header: texts.startedColumn,
    visibleFrom: 'md',
    cell: ({ startedAt }) => <Time at={startedAt} show="day-and-time" />,
  },
  { id: 'rows', header: texts.rowsColumn, align: 'right', cell: ({ rows }) => numberOr(rows, '–') },
  { id: 'seen', header: texts.seenColumn, align: 'right', cell: ({ seen, ended }) => texts.seenOf(seen, ended) },
  {
    id: 'answered',
    header: texts.answeredColumn,
    width: '8rem',
    cell: ({ answered, called }) => <ShareBar share={shareOf(answered, called)} />,
  },
  { id: 'talked', header: texts.talkedColumn, align: 'right', cell: ({ talked }) => number(talked) },
  ...tableOutcomes.map(
    (outcome): DataColumn<BatchWithFigures> => ({
      id: outcome,
      header: outcomeLabels[outcome],
      align: 'right',
      visibleFrom: 'lg',
      cell: ({ outcomes }) => number(outcomes[outcome] ?? 0),
    }),
  ),
  {
    id: 'talk',
    header: texts.talkTimeColumn,
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ talkSeconds }) => formatDuration(talkSeconds),
  },
]

/** @param chosen the batches to compare @param onToggle called with the batch whose checkbox was pressed */
export const batchColumns = (
  chosen: readonly string[],
  onToggle: (batchId: string) => void,
): DataColumn<BatchWithFigures>[] => [
  {
    id: 'batch',
    header: texts.batchHeader,
    cell: ({ batchId, name }) => (
      <span className="flex items-baseline gap-2">
        <Checkbox
          label={<span className="sr-only">{texts.select(name || batchId)}</span>}
          checked={chosen.includes(batchId)}
          onChange={() => onToggle(batchId)}
        />
        <Link to={paths.batch(batchId)}>{name || batchId}</Link>
      </span>
    ),
  },
  ...figures,
]

export function downloadBatches(batches: readonly BatchWithFigures[], days: number): void {
  const header = [
    texts.batchHeader,
    'ID',
    texts.agentColumn,
    texts.startedColumn,
    texts.rowsColumn,
    texts.endedColumn,
    texts.seenColumn,
    texts.answeredColumn,
    texts.talkedColumn,
    ...callOutcomes.map((outcome) => outcomeLabels[outcome]),
    texts.talkSecondsColumn,
  ]
  const rows = batches.map((batch) =>
    [
      batch.name,
      batch.batchId,
      batch.agentName ?? batch.agentId ?? '',
      batch.startedAt === null ? '' : new Date(batch.startedAt).toISOString(),
      batch.rows ?? '',
      batch.ended ?? '',
      batch.seen,
      batch.answered,
      batch.talked,
      ...callOutcomes.map((outcome) => batch.outcomes[outcome] ?? 0),
      batch.talkSeconds,
    ].map(String),
  )
  saveFile(new Blob([writeForSpreadsheet(header, rows)], { type: 'text/csv' }), texts.fileName(days))
}
