/** The columns of the list of flows. */
import type { ReactNode } from 'react'
import type { Agent, Flow } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { aboveLook } from '#ui/layout/table.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { directions, labelIn } from './option-words.ts'

export interface FlowRow {
  flow: Flow
  /** undefined: none, or not among the agents that were read. */
  agent: Agent | undefined
}

export const ActiveLamp = ({ flow }: { flow: Flow }) => (
  <Lamp state={flow.isActive ? 'done' : 'off'} word={flow.isActive ? 'Active' : 'Not active'} />
)

/** Everything but the name, so that a row stays one line. */
const Small = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

export const flowColumns: readonly DataColumn<FlowRow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ flow }) => <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ flow }) => (
      <Small>
        <ActiveLamp flow={flow} />
      </Small>
    ),
  },
  {
    id: 'direction',
    header: 'Direction',
    cell: ({ flow }) => <Small>{labelIn(directions, flow.direction)}</Small>,
  },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ flow, agent }) =>
      flow.agentId === null ? (
        <span className="text-muted @xl:text-label">None</span>
      ) : (
        <span className={`${aboveLook} @xl:text-label`}>
          <Link to={paths.agent(flow.agentId)}>{agent?.name || flow.agentId}</Link>
        </span>
      ),
  },
  {
    id: 'steps',
    header: 'Steps',
    align: 'right',
    cell: ({ flow }) => <Small>{number(flow.flowData.nodes.length)}</Small>,
    from: 'md',
  },
  {
    id: 'rules',
    header: 'Rules',
    align: 'right',
    cell: ({ flow }) => <Small>{number(flow.rules.length)}</Small>,
    from: 'lg',
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'right',
    cell: ({ flow }) => (
      <Small>
        <Ago at={flow.updatedAt} />
      </Small>
    ),
    from: 'md',
  },
]
