/** The columns of the list of flows. */
import type { ReactNode } from 'react'
import type { Agent, Flow } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { optionLabel } from './options.ts'
import * as texts from './texts.tsx'

export interface FlowRow {
  flow: Flow
  /** undefined: the flow has no agent, or its agent was not loaded. */
  agent: Agent | undefined
}

export const ActiveLabel = ({ flow }: { flow: Flow }) => (
  <StatusLabel state={flow.isActive ? 'done' : 'off'} label={texts.flowState(flow.isActive)} />
)

/** Smaller text without line breaks, so that a row fits on one line. */
const Compact = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

export const flowColumns: readonly DataColumn<FlowRow>[] = [
  {
    id: 'name',
    header: texts.fieldLabels.name,
    cell: ({ flow }) => <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>,
  },
  {
    id: 'state',
    header: texts.stateColumn,
    cell: ({ flow }) => (
      <Compact>
        <ActiveLabel flow={flow} />
      </Compact>
    ),
  },
  {
    id: 'direction',
    header: texts.fieldLabels.direction,
    cell: ({ flow }) => <Compact>{optionLabel(texts.directionOptions, flow.direction)}</Compact>,
  },
  {
    id: 'agent',
    header: texts.fieldLabels.agentId,
    cell: ({ flow, agent }) =>
      flow.agentId === null ? (
        <span className="text-muted @xl:text-label">{texts.noAgentInColumn}</span>
      ) : (
        <span className={`${aboveLinkClasses} @xl:text-label`}>
          <Link to={paths.agent(flow.agentId)}>{agent?.name || flow.agentId}</Link>
        </span>
      ),
  },
  {
    id: 'steps',
    header: texts.stepsColumn,
    align: 'right',
    cell: ({ flow }) => <Compact>{number(flow.flowData.nodes.length)}</Compact>,
    visibleFrom: 'md',
  },
  {
    id: 'rules',
    header: texts.rulesColumn,
    align: 'right',
    cell: ({ flow }) => <Compact>{number(flow.rules.length)}</Compact>,
    visibleFrom: 'lg',
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    align: 'right',
    cell: ({ flow }) => (
      <Compact>
        <Ago at={flow.updatedAt} />
      </Compact>
    ),
    visibleFrom: 'md',
  },
]
