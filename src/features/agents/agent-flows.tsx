/** The flows of an agent, and which one its calls use. */
import type { Flow } from '#contract/index.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Ago } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

interface FlowRow {
  flow: Flow
  isUsed: boolean
}

const columns: readonly Column<FlowRow>[] = [
  {
    id: 'name',
    header: texts.flowColumn,
    cell: ({ flow, isUsed }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>
        {isUsed && <Badge>In use</Badge>}
      </span>
    ),
  },
  {
    id: 'direction',
    header: 'Direction',
    cell: ({ flow }) => texts.directionName(flow.direction),
    width: '9rem',
  },
  {
    id: 'active',
    header: 'State',
    cell: ({ flow }) => (
      <StatusLabel state={flow.isActive ? 'done' : 'off'} label={flow.isActive ? 'Active' : 'Inactive'} />
    ),
    width: '8rem',
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    align: 'right',
    cell: ({ flow }) => (
      <span className="text-muted">
        <Ago at={flow.updatedAt} />
      </span>
    ),
    width: '9rem',
  },
]

interface Props {
  flows: readonly Flow[]
  /** The flow that calls use. */
  usedFlow: Flow | null
  /** false: the flows could not be loaded. */
  isLoaded: boolean
}

export function AgentFlows({ flows, usedFlow, isLoaded }: Props) {
  if (flows.length === 0) {
    return (
      <p className="px-3 py-3 text-muted">
        {isLoaded
          ? 'No flow uses this agent. A flow defines what the agent does in a call. To attach a flow, edit it and choose this agent.'
          : 'The flows could not be loaded.'}
      </p>
    )
  }
  return (
    <Table
      caption="Flows of this agent"
      columns={columns}
      rows={flows.map((flow) => ({ flow, isUsed: flow === usedFlow }))}
      rowKey={({ flow }) => flow.id}
    />
  )
}
