/** The columns and filters of the list of agents. */
import type { Readiness } from '#components/agents/readiness.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import type { Numbering } from '#components/phone/numbering.ts'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { type Agent, fitsWords } from '#contract/index.ts'
import { Usual } from '#kit/list/cells.tsx'
import type { Condition, ListDefinition } from '#kit/list/definition.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Badge } from '#ui/status/badge.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

export interface AgentRow {
  agent: Agent
  readiness: Readiness
}

/** The status that the service gives. `ready` is left out, since the status label shows readiness. */
export const StatusBadge = ({ status }: { status: string }) =>
  status === 'ready' || status === '' ? null : <Badge tone={status === 'error' ? 'danger' : 'outline'}>{status}</Badge>

/** "rime · Luna". A voice without a name is shown by its ID. */
export const VoiceName = ({ voice: { provider, name, voiceId } }: Pick<Agent, 'voice'>) => (
  <span className="break-words">
    <span className="text-muted">{provider || 'Unknown provider'} · </span>
    {name || voiceId || 'Unknown voice'}
  </span>
)

const shownFlow = ({ readiness: { flow, attached } }: AgentRow) => flow ?? attached[0]

function flowCell(row: AgentRow) {
  const flow = shownFlow(row)
  const others = row.readiness.attached.length - 1
  if (!flow) return <span className="text-muted">None</span>
  return (
    <>
      <Link to={paths.flow(flow.id)}>{flow.name}</Link>{' '}
      {others > 0 && <span className="text-small text-muted">{`and ${number(others)} more`}</span>}
    </>
  )
}

const isMissing = (need: 'number' | 'flow') => (row: AgentRow) =>
  row.readiness.checks.some((check) => check.need === need && check.isMet === false)

const states: readonly Condition<AgentRow>[] = [
  { value: 'ready', label: 'Ready', matches: ({ readiness }) => readiness.state === 'ready' },
  { value: 'no-number', label: 'No number', matches: isMissing('number') },
  {
    value: 'no-flow',
    label: 'No flow',
    matches: (row) => isMissing('flow')(row) && row.readiness.attached.length === 0,
  },
  {
    value: 'no-active-flow',
    label: 'No active outbound flow',
    matches: (row) => isMissing('flow')(row) && row.readiness.attached.length > 0,
  },
  {
    value: 'not-set-up',
    label: 'Not set up',
    matches: ({ agent: { status } }) => status !== '' && status !== 'ready',
  },
]

/** @param numbering null: not loaded yet; then numbers are not searched */
export const agentList = (numbering: Numbering | null): ListDefinition<AgentRow> => ({
  noun: texts.noun,
  columns: [
    {
      id: 'name',
      header: 'Name',
      value: ({ agent: { name, id } }) => name || id,
      cell: ({ agent, readiness }) => (
        <>
          <RowLink to={paths.agent(agent.id)}>{agent.name || agent.id}</RowLink>{' '}
          {/* The readiness says it already, unless something else is missing too. */}
          {readiness.state === 'not-ready' && <StatusBadge status={agent.status} />}
        </>
      ),
    },
    {
      id: 'state',
      header: 'Readiness',
      narrow: 'state',
      value: ({ readiness }) => readiness.label,
      cell: ({ readiness }) =>
        readiness.state === 'ready' ? <Usual>{readiness.label}</Usual> : <ReadinessLabel readiness={readiness} />,
      filter: states,
    },
    {
      id: 'number',
      header: 'Number',
      narrow: 'meta',
      value: ({ agent }) => agent.phoneNumber,
      cell: ({ agent }) => <PhoneNumber number={agent.phoneNumber} country="none" hidden={hiddenNumber} />,
    },
    { id: 'flow', header: texts.flowColumn, value: (row) => shownFlow(row)?.name ?? '', cell: flowCell },
    {
      id: 'voice',
      header: 'Voice',
      value: ({ agent: { voice } }) => `${voice.provider} ${voice.name || voice.voiceId}`,
      cell: ({ agent }) => <VoiceName voice={agent.voice} />,
      isExtra: true,
    },
    { id: 'model', header: 'Model', value: ({ agent }) => agent.model, filter: true },
    {
      id: 'updated',
      header: texts.updatedColumn,
      narrow: 'age',
      align: 'right',
      value: ({ agent }) => agent.updatedAt,
      cell: ({ agent }) => <Ago at={agent.updatedAt} />,
      isDescendingFirst: true,
    },
  ],
  firstSort: 'name',
  /** By the words of its name, or by its number in any format. */
  matches: (search, { agent: { name, phoneNumber } }) =>
    fitsWords(search, name) || numbering?.containsDigits(phoneNumber ?? '', numbering.searchDigits(search)) === true,
  rowKey: ({ agent }) => agent.id || agent.name,
})
