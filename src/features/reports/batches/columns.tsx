/** The list of batches with the results of each, and its file. */

import { knownFigures } from '#components/batches/results/figures.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type BatchWithFigures, callOutcomes } from '#contract/index.ts'
import type { ListDefinition } from '#kit/list/definition.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { number, numberOr } from '#ui/text/format-number.ts'
import { percentWithBase, shareOf } from '#ui/text/share.ts'
import { Duration, Time } from '#ui/time/time.tsx'
import type { FileColumn } from '../comparison.tsx'

const answeredShare = (batch: BatchWithFigures) => {
  const { answered } = knownFigures(batch)
  return answered === null ? null : shareOf(answered, batch.called)
}

const outcomeColumns = (['mailbox', 'no_answer', 'busy', 'failed'] as const).map((outcome) => ({
  id: outcome,
  header: outcomeLabels[outcome],
  align: 'right' as const,
  isDescendingFirst: true,
  // The chart has them, and a small window no room for them.
  isExtra: true,
  value: (batch: BatchWithFigures) => knownFigures(batch).outcome(outcome),
  cell: (batch: BatchWithFigures) => numberOr(knownFigures(batch).outcome(outcome), '–'),
}))

/** The batches of a period. All are in the browser. */
export const batchList: ListDefinition<BatchWithFigures> = {
  noun: ['batch of this period', 'batches of this period'],
  columns: [
    {
      id: 'batch',
      header: 'Batch',
      value: ({ name, batchId }) => name || batchId,
      cell: ({ batchId, name }) => <RowLink to={paths.batch(batchId)}>{name || batchId}</RowLink>,
    },
    {
      id: 'started',
      header: 'Started',
      narrow: 'age',
      isDescendingFirst: true,
      value: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => <Time at={startedAt} show="day" />,
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'right',
      isDescendingFirst: true,
      value: ({ rows }) => rows,
      cell: ({ rows }) => numberOr(rows, '–'),
    },
    {
      id: 'seen',
      header: 'Details known',
      align: 'right',
      isDescendingFirst: true,
      // How much is known of a batch.
      value: ({ seen, ended }) => shareOf(seen, ended),
      cell: ({ seen, ended }) => (ended === null ? number(seen) : `${number(seen)} of ${number(ended)}`),
    },
    {
      id: 'answered',
      header: 'Answered',
      align: 'right',
      narrow: 'meta',
      isDescendingFirst: true,
      value: answeredShare,
      cell: (batch) => percentWithBase(answeredShare(batch), knownFigures(batch).base),
    },
    {
      id: 'talked',
      header: 'Over 20 s',
      align: 'right',
      isDescendingFirst: true,
      value: (batch) => knownFigures(batch).talked,
      cell: (batch) => numberOr(knownFigures(batch).talked, '–'),
    },
    ...outcomeColumns,
    {
      id: 'talk',
      header: 'Talk time',
      align: 'right',
      isDescendingFirst: true,
      value: (batch) => knownFigures(batch).talkSeconds,
      cell: (batch) => <Duration seconds={knownFigures(batch).talkSeconds} />,
    },
  ],
  firstSort: 'started',
  rowKey: ({ batchId }) => batchId,
  pageSize: 50,
}

export const fileColumns: readonly FileColumn<BatchWithFigures>[] = [
  { header: 'Batch', value: ({ name }) => name },
  { header: 'ID', value: ({ batchId }) => batchId },
  { header: 'Agent', value: ({ agentName, agentId }) => agentName ?? agentId },
  {
    header: 'Started',
    value: ({ startedAt }) => (startedAt === null ? null : new Date(startedAt).toISOString()),
  },
  { header: 'Rows', value: ({ rows }) => rows },
  { header: 'Ended', value: ({ ended }) => ended },
  { header: 'Details known', value: ({ seen }) => seen },
  { header: 'Answered rows', value: (batch) => knownFigures(batch).answered },
  { header: 'Over 20 s', value: (batch) => knownFigures(batch).talked },
  ...callOutcomes.map((outcome) => ({
    header: outcomeLabels[outcome],
    value: (batch: BatchWithFigures) => knownFigures(batch).outcome(outcome),
  })),
  { header: 'Talk time (seconds)', value: (batch) => knownFigures(batch).talkSeconds },
]
