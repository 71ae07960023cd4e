/** The service's own history of calls, for services that have one. It is read page by page, only while somebody looks at it. */
import History from 'lucide-react/icons/history'
import { read, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { agentsRead } from '#components/agents/use-readiness.ts'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { hiddenNumber } from '#components/phone/phone-number.tsx'
import { outcomeOfStatus, type PastCall } from '#contract/index.ts'
import { Moment } from '#kit/list/cells.tsx'
import { type ListDefinition, queried } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import { Duration } from '#ui/time/time.tsx'
import { agentFilter } from './columns.tsx'

interface HistoryRow {
  call: PastCall
  agentName: string | undefined
  batchName: string | undefined
}

function Customer({ call: { roomName, toNumber, startedAt } }: { call: PastCall }) {
  const number = groupNumber(toNumber) || hiddenNumber
  if (!roomName) return number
  return (
    <RowLink
      to={paths.call(roomName)}
      aria-label={`${number}, ${startedAt ? dayAndTime(Date.parse(startedAt)) : roomName}`}
    >
      {number}
    </RowLink>
  )
}

/** What the service's own words say came of a call. An unknown status is shown as it is. */
function HistoryOutcome({ status, outcome }: PastCall) {
  const result = outcomeOfStatus(status, outcome)
  if (result !== null) return <OutcomeLabel outcome={result} source="service" />
  return (
    <StatusLabel
      {...(status === 'active' ? { state: 'live', label: 'In progress' } : { state: 'unknown', label: status })}
    />
  )
}

const statusChoices = [
  { value: 'active', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'failed', label: 'Failed' },
]

const historyList = (agentNames: readonly string[]): ListDefinition<HistoryRow> => ({
  noun: ['call', 'calls'],
  columns: [
    { id: 'customer', header: 'Customer', width: 11, cell: ({ call }) => <Customer call={call} /> },
    {
      id: 'status',
      header: 'Outcome',
      narrow: 'state',
      cell: ({ call }) => <HistoryOutcome {...call} />,
      filter: { choices: statusChoices },
    },
    {
      id: 'agent',
      header: 'Agent',
      narrow: 'meta',
      cell: ({ call: { agentId }, agentName }) =>
        agentId === null ? (
          <span className="text-muted">Unknown</span>
        ) : (
          <Link to={paths.agent(agentId)}>{agentName ?? agentId}</Link>
        ),
      filter: agentFilter(agentNames),
    },
    {
      id: 'batch',
      header: 'Batch',
      cell: ({ call: { batchId }, batchName }) =>
        batchId === null ? '–' : <Link to={paths.batch(batchId)}>{batchName ?? batchId}</Link>,
    },
    {
      id: 'duration',
      header: 'Duration',
      align: 'right',
      cell: ({ call: { duration } }) => <Duration seconds={duration} />,
    },
    {
      id: 'when',
      header: 'Started',
      narrow: 'age',
      align: 'right',
      cell: ({ call: { startedAt } }) => <Moment at={startedAt} />,
    },
  ],
  rowKey: ({ call: { callId, roomName } }) => `${callId}/${roomName}`,
})

export function ServiceHistory() {
  const agents = useRead(agentsRead).data?.agents ?? []
  const list = historyList(agents.map(({ name }) => name))
  const [state, change] = useListState(list)
  const { filterBy } = queried(list, state)
  const agentName = filterBy('agent')
  const query = useRead(
    read('callHistory', {
      query: {
        page: state.page,
        status: filterBy('status'),
        agentId: agentName && agents.find(({ name }) => name === agentName)?.id,
      },
    }),
  )
  const batches = useRead(latestBatchesRead).data?.batches ?? []
  const rowOf = (call: PastCall): HistoryRow => ({
    call,
    agentName: agents.find(({ id }) => id === call.agentId)?.name,
    batchName: batches.find(({ batchId }) => batchId === call.batchId)?.name,
  })
  const empty = (
    <EmptyState title="No calls in the service’s history">
      The service lists calls here once it has placed one.
    </EmptyState>
  )
  return (
    <List
      list={list}
      caption="Calls in the service’s history"
      icon={History}
      state={state}
      onChange={change}
      query={{
        ...query,
        data: query.data && { items: query.data.calls.map(rowOf), pagination: query.data.pagination },
      }}
      first={empty}
      notFound={empty}
    />
  )
}
