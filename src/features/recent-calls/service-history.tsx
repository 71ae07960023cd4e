/** The service's own history of calls, for services that have one. It is read page by page, only while somebody looks at it. */
import { read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { useGroupedNumber } from '#components/phone/numbering.ts'
import { hiddenNumber } from '#components/phone/phone-number.tsx'
import { outcomeOfStatus, type PastCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Select } from '#ui/forms/select.tsx'
import { compactTableOnlyClasses } from '#ui/layout/compact-table.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Duration, Time } from '#ui/time/time.tsx'
import { AgentFilter, type FilterProps } from './agent-filter.tsx'
import { BatchOfCall } from './columns.tsx'
import { historyStatuses, type RecentFilter } from './search.ts'
import * as texts from './texts.tsx'

interface HistoryRow {
  call: PastCall
  agentName: string | undefined
  batchName: string | undefined
}

function Customer({ call: { roomName, toNumber } }: { call: PastCall }) {
  const number = useGroupedNumber(toNumber) || hiddenNumber
  return (
    <span className="@2xl:whitespace-nowrap">
      {roomName ? <RowLink to={paths.call(roomName)}>{number}</RowLink> : number}
    </span>
  )
}

/** What the service's own words say came of a call. An unknown status is shown as it is. */
function HistoryOutcome({ status, outcome }: PastCall) {
  const result = outcomeOfStatus(status, outcome)
  if (result !== null) return <OutcomeLabel outcome={result} source="service" />
  return (
    <StatusLabel
      {...(status === 'active' ? { state: 'live', label: texts.inProgress } : { state: 'unknown', label: status })}
    />
  )
}

const statusLabels: Readonly<Record<(typeof historyStatuses)[number], string>> = {
  active: texts.inProgress,
  completed: texts.completed,
  failed: texts.failed,
}

const columns: readonly DataColumn<HistoryRow>[] = [
  {
    id: 'customer',
    header: texts.customerColumn,
    cell: ({ call }) => <Customer call={call} />,
  },
  {
    id: 'when',
    header: texts.startedColumn,
    cell: ({ call: { startedAt } }) => (
      <>
        <Time at={startedAt} show="day" /> <Time at={startedAt} />
      </>
    ),
  },
  {
    id: 'agent',
    header: texts.agentColumn,
    cell: ({ call: { agentId, batchId }, agentName, batchName }) => (
      <>
        {agentId === null ? (
          <span className="text-muted">{texts.unknownAgent}</span>
        ) : (
          <span className={aboveLinkClasses}>
            <Link to={paths.agent(agentId)}>{agentName ?? agentId}</Link>
          </span>
        )}
        <span className={`${compactTableOnlyClasses} text-label`}>
          <BatchOfCall batchId={batchId} batchName={batchName} />
        </span>
      </>
    ),
  },
  {
    id: 'batch',
    header: texts.batchColumn,
    visibleFrom: 'lg',
    cell: ({ call: { batchId }, batchName }) => <BatchOfCall batchId={batchId} batchName={batchName} />,
  },
  { id: 'outcome', header: texts.outcomeColumn, cell: ({ call }) => <HistoryOutcome {...call} /> },
  {
    id: 'duration',
    header: texts.durationColumn,
    align: 'right',
    width: '5.5rem',
    cell: ({ call: { duration } }) => <Duration seconds={duration} />,
  },
]

const all = 'all'
const statusOptions = [
  { value: all, label: texts.allCalls },
  ...historyStatuses.map((value) => ({ value, label: statusLabels[value] })),
] as const

const historyRead = ({ page, status, agent }: RecentFilter, agentId: string | undefined) =>
  read('callHistory', {
    query: { page, status: status === all ? undefined : status, agentId: agent === '' ? undefined : agentId },
  })

export function ServiceHistory({ search, onChange }: FilterProps) {
  const agents = useRead(agentsRead).data?.agents ?? []
  const query = useRead(historyRead(search, agents.find(({ name }) => name === search.agent)?.id))
  const batches = useRead(latestBatchesRead).data?.batches ?? []
  const rowOf = (call: PastCall): HistoryRow => ({
    call,
    agentName: agents.find(({ id }) => id === call.agentId)?.name,
    batchName: batches.find(({ batchId }) => batchId === call.batchId)?.name,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <div className="w-44 max-sm:flex-1">
          <Select
            label={texts.statusLabel}
            labelHidden
            value={search.status}
            options={statusOptions}
            onChange={(status) => onChange({ status })}
          />
        </div>
        <AgentFilter search={search} onChange={onChange} />
        <span className="ml-auto text-label text-muted">
          <Age readAt={query.readAt} refusal={query.refusal} />
        </span>
      </div>
      <DataView
        query={query}
        loading={<SkeletonRows rows={8} columns={6} label={texts.loadingCalls} />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={<EmptyState title={texts.noHistoryTitle}>{texts.noHistoryHint}</EmptyState>}
      >
        {({ calls, pagination }) => (
          <>
            <DataTable
              caption={texts.historyCaption}
              columns={columns}
              rows={calls.map(rowOf)}
              rowKey={({ call: { callId, roomName } }) => `${callId}/${roomName}`}
            />
            <Pagination pagination={pagination} noun={texts.noun} />
          </>
        )}
      </DataView>
    </>
  )
}
