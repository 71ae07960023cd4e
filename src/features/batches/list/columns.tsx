/** What the list of batches consists of. */

import ChevronRight from 'lucide-react/icons/chevron-right'
import { scheduledStart, scheduledStartText } from '#components/batches/scheduled-start.ts'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import { type Agent as AgentRecord, idPattern, type KnownBatch, sumOf } from '#contract/index.ts'
import { Moment } from '#kit/list/cells.tsx'
import type { ListDefinition } from '#kit/list/definition.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { cx } from '#ui/classes.ts'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { ProgressBar } from '#ui/status/progress-bar.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { numberOr, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { ago, dayAndTime } from '#ui/time/format-time.ts'
import { Ago } from '#ui/time/time.tsx'
import { alarmOfLine, type BatchLine } from '../launch-parts.ts'
import { launchFields } from '../search.ts'
import { batchState, segmentsOf } from '../status.ts'
import * as shared from '../texts.tsx'

/** The name of a launch with several batches. A click shows a line for each, and a button that cancels the remaining calls of all. */
function LaunchName({ parts }: { parts: readonly KnownBatch[] }) {
  const [search, setSearch] = useSearch(launchFields)
  const { launchId, name, batchId } = parts[0] as KnownBatch
  const expandedIds = search.open.split(',').filter((id) => id !== '')
  const isOpen = expandedIds.includes(launchId)
  const toggle = () => {
    const openLaunches = isOpen ? expandedIds.filter((id) => id !== launchId) : [...expandedIds, launchId]
    setSearch({ open: openLaunches.join(',') }, { replace: true })
  }
  return (
    <div className="flex flex-col items-start gap-1 py-0.5">
      <button
        type="button"
        data-stretched=""
        aria-expanded={isOpen}
        onClick={toggle}
        className={cx(
          'flex items-baseline gap-1 text-left font-medium text-ink hover:text-accent',
          stretchedLinkClasses,
        )}
      >
        <span className={cx('self-center transition-transform', isOpen && 'rotate-90')}>
          <Glyph icon={ChevronRight} />
        </span>
        <span>
          {name || batchId} <span className="font-normal text-muted">{plural(parts.length, 'part', 'parts')}</span>
        </span>
      </button>
      {isOpen && <StopBatchesButton batches={parts} launchName={name || batchId} />}
    </div>
  )
}

/** What goes wrong in a running batch. */
const alarms = {
  harmful: { state: 'needs-you', label: 'Check who is called' },
  failing: { state: 'failed', label: 'Calls fail' },
} as const

const Started = ({ batch }: { batch: KnownBatch }) => {
  const now = useGatewayTime(30_000)
  const { startedAt } = batch
  if (startedAt === null) return null
  return (
    <span title={ago(startedAt, now)}>
      {(batch.scheduledAt !== null || scheduledStart(batch, now)) && 'scheduled '}
      <Moment at={startedAt} />
    </span>
  )
}

/** The status of a batch, or what goes wrong in it or in one of its parts. */
function BatchStatus(line: BatchLine) {
  const { state, label } = batchState(line.batch.progress, scheduledStart(line.batch, useGatewayTime(30_000)))
  const alarm = alarmOfLine(line)
  return alarm ? <StatusLabel {...alarms[alarm]} /> : <StatusLabel state={state} label={label} />
}

function Progress({ batch, parts }: BatchLine) {
  const now = useGatewayTime(30_000)
  const { name, progress } = batch
  const start = scheduledStart(batch, now)
  if (start) {
    return (
      <span className="text-label">
        {start.at !== null && `${scheduledStartText(start, now)}, `}
        {progress !== null && progress.total !== null && (
          <span className="whitespace-nowrap text-muted">{plural(progress.total, 'call', 'calls')}</span>
        )}
      </span>
    )
  }
  if (!progress) return <span className="text-muted">{shared.notLoadedYet}</span>
  const ended = sumOf(progress.completed, progress.failed)
  return (
    <div className="flex items-center gap-x-3">
      <div className="w-20 min-w-6 grow">
        <ProgressBar label={`Progress of ${name}`} segments={segmentsOf(progress)} total={progress.total} />
      </div>
      <span className="min-w-16 shrink-0 text-label whitespace-nowrap">
        {parts.length > 0 ? (
          shared.calledCount(progress)
        ) : (
          <>
            {`${numberOr(ended)} `}
            <span className="text-muted">of {numberOr(progress.total)}</span>
          </>
        )}
      </span>
    </div>
  )
}

const Agent = ({ batch: { agentId, agentName }, parts }: BatchLine) => {
  const agents = new Set(parts.map((part) => part.agentId)).size
  if (agents > 1) return plural(agents, 'agent', 'agents')
  if (agentId === null) return <span className="text-muted">{shared.unknown}</span>
  return <Link to={paths.agent(agentId)}>{agentName ?? agentId}</Link>
}

const dayChoices = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]

/** The list of batches. The gateway filters and sorts it. */
export const batchList = (agents: readonly Pick<AgentRecord, 'id' | 'name'>[]): ListDefinition<BatchLine> => ({
  noun: ['batch', 'batches'],
  columns: [
    {
      id: 'name',
      header: 'Name',
      cell: ({ batch: { batchId, name, startedAt, isTest }, parts, isPart }) =>
        parts.length > 0 ? (
          <LaunchName parts={parts} />
        ) : (
          <span className={isPart ? 'border-l-2 border-line-strong pl-4' : undefined}>
            <RowLink
              to={paths.batch(batchId)}
              aria-label={startedAt === null ? undefined : `${name || batchId}, ${dayAndTime(startedAt)}`}
            >
              {name || batchId}
            </RowLink>{' '}
            {isTest && <Badge>Test</Badge>}
          </span>
        ),
    },
    {
      id: 'state',
      header: shared.statusColumn,
      narrow: 'state',
      cell: (line) => <BatchStatus {...line} />,
      filter: {
        choices: [
          { value: 'running', label: 'Running' },
          { value: 'ended', label: 'Ended' },
        ],
      },
    },
    { id: 'progress', header: 'Progress', narrow: 'meta', cell: (line) => <Progress {...line} /> },
    {
      id: 'failed',
      header: 'Not reached',
      align: 'right',
      cell: ({ batch: { progress } }) => numberOr(progress?.failed),
    },
    {
      id: 'agent',
      header: 'Agent',
      cell: (line) => <Agent {...line} />,
      filter: { choices: agents.map(({ id, name }) => ({ value: id, label: name })), other: idPattern },
    },
    {
      id: 'by',
      header: 'Started by',
      cell: ({ batch: { startedBy } }) => startedBy ?? <span className="text-muted">Outside Switchboard</span>,
      filter: { choices: [{ value: 'me', label: 'Me' }] },
    },
    {
      id: 'started',
      header: shared.startedColumn,
      narrow: 'age',
      align: 'right',
      isDescendingFirst: true,
      value: ({ batch: { startedAt } }) => startedAt,
      cell: ({ batch }) => <Started batch={batch} />,
      filter: { choices: dayChoices },
    },
    {
      id: 'age',
      header: 'Updated',
      align: 'right',
      isExtra: true,
      cell: ({ batch: { readAt, progress } }) =>
        readAt === null ? 'never' : progress?.isComplete ? 'Finished' : <Ago at={readAt} />,
    },
  ],
  firstSort: 'started',
  rowKey: ({ batch, parts }) => (parts.length > 0 ? batch.launchId : batch.batchId),
  isDimmed: ({ batch }) => batch.progress?.isComplete === true,
})
