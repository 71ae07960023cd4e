/** The columns and filters of the list of flows. */
import { type Agent, type Flow, fitsWords } from '#contract/index.ts'
import { Usual } from '#kit/list/cells.tsx'
import type { Condition, ListDefinition } from '#kit/list/definition.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
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

/**
 * The number of steps; null: the list does not say. A flow of steps has at least a start, so a service that lists such a flow without steps
 * leaves them out of the list.
 */
export const stepsIn = ({ promptType, flowData }: Flow): number | null =>
  flowData.nodes.length > 0 || promptType === 'simple' ? flowData.nodes.length : null

/** The number of rules; null: the list does not say, because it leaves out the steps too. */
export const rulesIn = (flow: Flow): number | null =>
  flow.rules.length > 0 || flow.flowData.nodes.length > 0 ? flow.rules.length : null

const Count = ({ value }: { value: number | null }) =>
  value === null ? <span className="text-muted">–</span> : number(value)

const agentNameOf = ({ flow, agent }: FlowRow) => agent?.name || flow.agentId || ''
const directionOf = ({ flow }: FlowRow) => optionLabel(texts.directionOptions, flow.direction)

const states: readonly Condition<FlowRow>[] = [
  { value: 'active', label: texts.flowState(true), matches: ({ flow }) => flow.isActive },
  { value: 'inactive', label: texts.flowState(false), matches: ({ flow }) => !flow.isActive },
  { value: 'no-agent', label: texts.noAgent, matches: ({ flow }) => flow.agentId === null },
]

export const flowList: ListDefinition<FlowRow> = {
  noun: texts.noun,
  columns: [
    {
      id: 'name',
      header: texts.fieldLabels.name,
      value: ({ flow }) => flow.name || flow.id,
      cell: ({ flow }) => <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>,
    },
    {
      id: 'state',
      header: 'State',
      narrow: 'state',
      value: ({ flow }) => texts.flowState(flow.isActive),
      cell: ({ flow }) => (flow.isActive ? <Usual>{texts.flowState(true)}</Usual> : <ActiveLabel flow={flow} />),
      filter: states,
    },
    {
      id: 'direction',
      header: texts.fieldLabels.direction,
      value: directionOf,
      filter: (row) => ({ value: row.flow.direction, label: directionOf(row) }),
    },
    {
      id: 'agent',
      header: texts.fieldLabels.agentId,
      narrow: 'meta',
      value: agentNameOf,
      cell: (row) =>
        row.flow.agentId === null ? (
          <span className="text-muted">None</span>
        ) : (
          <Link to={paths.agent(row.flow.agentId)}>{agentNameOf(row)}</Link>
        ),
      filter: (row) => ({ value: row.flow.agentId ?? '', label: agentNameOf(row) }),
    },
    {
      id: 'steps',
      header: texts.fieldLabels.flowData,
      align: 'right',
      value: ({ flow }) => stepsIn(flow),
      cell: ({ flow }) => <Count value={stepsIn(flow)} />,
      isDescendingFirst: true,
    },
    {
      id: 'rules',
      header: texts.fieldLabels.rules,
      align: 'right',
      value: ({ flow }) => rulesIn(flow),
      cell: ({ flow }) => <Count value={rulesIn(flow)} />,
      isDescendingFirst: true,
    },
    {
      id: 'updated',
      header: 'Updated',
      narrow: 'age',
      align: 'right',
      value: ({ flow }) => flow.updatedAt,
      cell: ({ flow }) => <Ago at={flow.updatedAt} />,
      isDescendingFirst: true,
    },
  ],
  firstSort: 'name',
  matches: (search, { flow }) => fitsWords(search, flow.name),
  rowKey: ({ flow }) => flow.id || flow.name,
}
