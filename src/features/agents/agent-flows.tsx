/** The flows of an agent: which one leads its calls, and what the others are for. */
import type { Flow } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Badge } from '#ui/status/badge.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Ago } from '#ui/time/time.tsx'

interface FlowRow {
  flow: Flow
  leads: boolean
}

const columns: readonly DataColumn<FlowRow>[] = [
  {
    id: 'name',
    header: 'Flow',
    cell: ({ flow, leads }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>
        {leads && <Badge tone="accent">leads calls</Badge>}
      </span>
    ),
  },
  { id: 'direction', header: 'Direction', cell: ({ flow }) => flow.direction || 'not told', width: '9rem' },
  {
    id: 'active',
    header: 'State',
    cell: ({ flow }) => <Lamp state={flow.isActive ? 'done' : 'off'} word={flow.isActive ? 'Active' : 'Not active'} />,
    width: '8rem',
  },
  {
    id: 'updated',
    header: 'Updated',
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
  attached: readonly Flow[]
  leading: Flow | null
  /** false: the flows could not be read. */
  known: boolean
}

export function AgentFlows({ attached, leading, known }: Props) {
  if (attached.length === 0) {
    return (
      <p className="px-3 py-3 text-muted">
        {known
          ? 'No flow uses this agent. A flow says how its calls go; attach one on the flow’s own page.'
          : 'The flows could not be read.'}
      </p>
    )
  }
  return (
    <DataTable
      caption="Flows of this agent"
      columns={columns}
      rows={attached.map((flow) => ({ flow, leads: flow === leading }))}
      rowKey={({ flow }) => flow.id}
      sticky={false}
    />
  )
}
