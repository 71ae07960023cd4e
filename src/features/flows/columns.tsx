/** The columns and filters of the list of flows. */
import type { ReactNode } from 'react'
import { compareTexts, optionsFrom, type RecordTable } from '#components/records/list/record-table.ts'
import { type Agent, type Flow, fitsWords } from '#contract/index.ts'
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

/** Smaller text, without line breaks in a wide table, so that a row fits on one line. */
const Compact = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @5xl:whitespace-nowrap">{children}</span>
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
  value === null ? <span className="text-muted">{texts.notInList}</span> : <Compact>{number(value)}</Compact>

const agentNameOf = ({ flow, agent }: FlowRow) => agent?.name || flow.agentId || ''
const directionOf = ({ flow }: FlowRow) => optionLabel(texts.directionOptions, flow.direction)
const byCount = (count: (flow: Flow) => number | null) => (one: FlowRow, other: FlowRow) =>
  (count(one.flow) ?? -1) - (count(other.flow) ?? -1)

const columns: RecordTable<FlowRow>['columns'] = [
  {
    id: 'name',
    header: texts.fieldLabels.name,
    cell: ({ flow }) => <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>,
    compare: (one, other) => compareTexts(one.flow.name, other.flow.name),
  },
  {
    id: 'state',
    header: texts.stateColumn,
    cell: ({ flow }) => (
      <Compact>
        <ActiveLabel flow={flow} />
      </Compact>
    ),
    compare: (one, other) => Number(other.flow.isActive) - Number(one.flow.isActive),
  },
  {
    id: 'direction',
    header: texts.fieldLabels.direction,
    cell: (row) => <Compact>{directionOf(row)}</Compact>,
    compare: (one, other) => compareTexts(directionOf(one), directionOf(other)),
  },
  {
    id: 'agent',
    header: texts.fieldLabels.agentId,
    cell: (row) =>
      row.flow.agentId === null ? (
        <span className="text-muted @xl:text-label">{texts.noAgentInColumn}</span>
      ) : (
        <span className={`${aboveLinkClasses} @xl:text-label`}>
          <Link to={paths.agent(row.flow.agentId)}>{agentNameOf(row)}</Link>
        </span>
      ),
    compare: (one, other) => compareTexts(agentNameOf(one), agentNameOf(other)),
  },
  {
    id: 'steps',
    header: texts.stepsColumn,
    align: 'right',
    cell: ({ flow }) => <Count value={stepsIn(flow)} />,
    compare: byCount(stepsIn),
    isDescendingFirst: true,
  },
  {
    id: 'rules',
    header: texts.rulesColumn,
    align: 'right',
    cell: ({ flow }) => <Count value={rulesIn(flow)} />,
    compare: byCount(rulesIn),
    isDescendingFirst: true,
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
    compare: (one, other) => one.flow.updatedAt.localeCompare(other.flow.updatedAt),
    isDescendingFirst: true,
  },
]

const states: readonly { value: string; label: string; matches: (row: FlowRow) => boolean }[] = [
  { value: 'active', label: texts.flowState(true), matches: ({ flow }) => flow.isActive },
  { value: 'inactive', label: texts.inactiveFilter, matches: ({ flow }) => !flow.isActive },
  { value: 'no-agent', label: texts.noAgent, matches: ({ flow }) => flow.agentId === null },
]

export const flowTable: RecordTable<FlowRow> = {
  columns,
  filters: [
    { id: 'state', label: texts.stateColumn, shape: 'chips', optionsOf: () => states },
    {
      id: 'direction',
      label: texts.fieldLabels.direction,
      shape: 'chips',
      optionsOf: optionsFrom((row) =>
        row.flow.direction === '' ? null : { value: row.flow.direction, label: directionOf(row) },
      ),
    },
    {
      id: 'agent',
      label: texts.fieldLabels.agentId,
      shape: 'list',
      optionsOf: optionsFrom((row) =>
        row.flow.agentId === null ? null : { value: row.flow.agentId, label: agentNameOf(row) },
      ),
    },
  ],
  firstSort: 'name',
  matches: (search, { flow }) => fitsWords(search, flow.name),
  rowKey: ({ flow }) => flow.id || flow.name,
}
