/** The table of batches with the results of each, and its file. */

import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchWithFigures, callOutcomes } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { SortButton } from '#ui/layout/sort-button.tsx'
import { ShareBar } from '#ui/status/share-bar.tsx'
import { number, numberOr } from '#ui/text/format-number.ts'
import { shareOf } from '#ui/text/share.ts'
import { formatDuration } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import type { FileColumn } from '../figure-file.ts'
import type { BatchColumnId, BatchesSearch } from './search.ts'
import * as texts from './texts.ts'

const tableOutcomes = ['mailbox', 'no_answer', 'busy', 'failed'] as const

type Column = DataColumn<BatchWithFigures> & { id: BatchColumnId }

const figures: readonly (Column & { header: string })[] = [
  {
    id: 'started',
    header: texts.startedColumn,
    visibleFrom: 'md',
    cell: ({ startedAt }) => <Time at={startedAt} show="day" />,
  },
  { id: 'rows', header: texts.rowsColumn, align: 'right', cell: ({ rows }) => numberOr(rows, '–') },
  {
    id: 'seen',
    header: texts.seenColumn,
    align: 'right',
    cell: ({ seen, ended }) => <span className="whitespace-nowrap">{texts.seenOf(seen, ended)}</span>,
  },
  {
    id: 'answered',
    header: 'Answered',
    width: '8rem',
    cell: ({ answered, called }) => <ShareBar share={shareOf(answered, called)} />,
  },
  { id: 'talked', header: texts.talkedColumn, align: 'right', cell: ({ talked }) => number(talked) },
  ...tableOutcomes.map((outcome): Column & { header: string } => ({
    id: outcome,
    header: outcomeLabels[outcome],
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ outcomes }) => number(outcomes[outcome] ?? 0),
  })),
  {
    id: 'talk',
    header: 'Talk time',
    align: 'right',
    visibleFrom: 'lg',
    cell: ({ talkSeconds }) => <span className="whitespace-nowrap">{formatDuration(talkSeconds)}</span>,
  },
]

export const columnNames = Object.fromEntries([
  ['batch', texts.batchHeader],
  ...figures.map(({ id, header }) => [id, header]),
]) as Readonly<Record<BatchColumnId, string>>

interface Options extends Pick<BatchesSearch, 'sort' | 'order'> {
  /** Called with the column whose heading was pressed. */
  onSort: (column: BatchColumnId) => void
}

const columns: readonly Column[] = [
  {
    id: 'batch',
    header: '',
    cell: ({ batchId, name }) => (
      <span className="@xl:min-w-40">
        <Link to={paths.batch(batchId)}>{name || batchId}</Link>
      </span>
    ),
  },
  ...figures,
]

export const batchColumns = ({ onSort, sort, order }: Options): DataColumn<BatchWithFigures>[] =>
  columns.map((column) => {
    const columnOrder = column.id === sort ? order : 'none'
    const header = <SortButton header={columnNames[column.id]} order={columnOrder} onPress={() => onSort(column.id)} />
    return { ...column, order: columnOrder, header }
  })

export const fileColumns: readonly FileColumn<BatchWithFigures>[] = [
  { header: texts.batchHeader, value: ({ name }) => name },
  { header: 'ID', value: ({ batchId }) => batchId },
  { header: 'Agent', value: ({ agentName, agentId }) => agentName ?? agentId },
  {
    header: texts.startedColumn,
    value: ({ startedAt }) => (startedAt === null ? null : new Date(startedAt).toISOString()),
  },
  { header: texts.rowsColumn, value: ({ rows }) => rows },
  { header: 'Ended', value: ({ ended }) => ended },
  { header: texts.seenColumn, value: ({ seen }) => seen },
  { header: 'Answered rows', value: ({ answered }) => answered },
  { header: texts.talkedColumn, value: ({ talked }) => talked },
  ...callOutcomes.map((outcome) => ({
    header: outcomeLabels[outcome],
    value: ({ outcomes }: BatchWithFigures) => outcomes[outcome] ?? 0,
  })),
  { header: 'Talk time (seconds)', value: ({ talkSeconds }) => talkSeconds },
]
