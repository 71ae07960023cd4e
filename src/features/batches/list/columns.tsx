/** Columns of the list of batches. */
import { scheduledStart } from '#components/batches/scheduled-start.ts'
import { scheduledStartText } from '#components/batches/scheduled-start-texts.ts'
import { type KnownBatch, sumOf } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { numberOr } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { ago } from '#ui/time/format-time.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import type { BatchLine } from '../launch-parts.ts'
import { batchState, segmentsOf } from '../status.ts'
import * as shared from '../texts.tsx'
import { LaunchName } from './launch-name.tsx'
import * as texts from './texts.ts'

const Started = ({ batch }: { batch: KnownBatch }) => {
  const now = useGatewayTime(30_000)
  const { startedAt, startedBy } = batch
  if (startedAt === null && startedBy === null) return <span className="text-muted">{texts.startedElsewhere}</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {startedBy}
      {startedAt !== null && (
        <span className="text-label text-muted" title={ago(startedAt, now)}>
          {(batch.scheduledAt !== null || scheduledStart(batch, now)) && texts.scheduledAt}
          <Time at={startedAt} show="day" /> <Time at={startedAt} />
        </span>
      )}
    </span>
  )
}

function BatchStatus({ batch }: { batch: KnownBatch }) {
  const { state, label } = batchState(batch.progress, scheduledStart(batch, useGatewayTime(30_000)))
  return <StatusLabel state={state} label={label} />
}

function Progress({ batch, parts }: BatchLine) {
  const now = useGatewayTime(30_000)
  const { name, progress } = batch
  const start = scheduledStart(batch, now)
  if (start) {
    return (
      <span className="text-label">
        {scheduledStartText(start, now)}
        {progress !== null && progress.total !== null && (
          <>
            {', '}
            <span className="whitespace-nowrap text-muted">{texts.callCount(progress.total)}</span>
          </>
        )}
      </span>
    )
  }
  if (!progress) return <span className="text-muted">{shared.notLoadedYet}</span>
  const ended = sumOf(progress.completed, progress.failed, progress.cancelled)
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div className="min-w-20 flex-1">
        <ProgressBar label={texts.progressOf(name)} segments={segmentsOf(progress)} total={progress.total} />
      </div>
      <span className="min-w-24 text-label whitespace-nowrap">
        {parts.length > 0 ? (
          shared.calledCount(progress)
        ) : (
          <>
            {texts.endedCount(ended)}
            <span className="text-muted">{texts.ofTotal(progress.total)}</span>
          </>
        )}
      </span>
    </div>
  )
}

const Agent = ({ batch: { agentId, agentName }, parts }: BatchLine) => {
  const agents = new Set(parts.map((part) => part.agentId)).size
  if (agents > 1) return texts.agentCount(agents)
  if (agentId === null) return <span className="text-muted">{shared.unknown}</span>
  return (
    <span className={aboveLinkClasses}>
      <Link to={paths.agent(agentId)}>{agentName ?? agentId}</Link>
    </span>
  )
}

export const batchColumns: readonly DataColumn<BatchLine>[] = [
  {
    id: 'name',
    header: texts.nameColumn,
    cell: ({ batch: { batchId, name, isTest }, parts, isPart }) =>
      parts.length > 0 ? (
        <LaunchName parts={parts} />
      ) : (
        <div className={isPart ? 'border-l-2 border-line-strong pl-4' : undefined}>
          <RowLink to={paths.batch(batchId)}>{name || batchId}</RowLink> {isTest && <Badge>{texts.test}</Badge>}
        </div>
      ),
  },
  {
    id: 'state',
    header: shared.statusColumn,
    width: '9rem',
    cell: ({ batch }) => <BatchStatus batch={batch} />,
  },
  { id: 'progress', header: texts.progressColumn, width: '14rem', cell: (line) => <Progress {...line} /> },
  {
    id: 'failed',
    header: texts.failedColumn,
    align: 'right',
    width: '4.5rem',
    visibleFrom: 'md',
    cell: ({ batch: { progress } }) => numberOr(progress?.failed),
  },
  { id: 'agent', header: shared.agentColumn, visibleFrom: 'md', cell: (line) => <Agent {...line} /> },
  { id: 'started', header: shared.startedColumn, visibleFrom: 'md', cell: ({ batch }) => <Started batch={batch} /> },
  {
    id: 'age',
    header: texts.updatedColumn,
    align: 'right',
    width: '5.5rem',
    cell: ({ batch: { readAt, progress } }) => (
      <span className="text-label whitespace-nowrap text-muted">
        {readAt === null ? texts.never : progress?.isComplete ? texts.finished : <Ago at={readAt} />}
      </span>
    ),
  },
]
