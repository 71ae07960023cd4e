/** The columns and filters of the list of agents. */
import type { ReactNode } from 'react'
import type { Readiness } from '#components/agents/readiness.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import type { Numbering } from '#components/phone/numbering.ts'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { compareTexts, optionsFrom, type RecordTable } from '#components/records/list/record-table.ts'
import { type Agent, fitsWords } from '#contract/index.ts'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
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
    <span className="text-muted">{provider || texts.unknownProvider} · </span>
    {name || voiceId || texts.unknownVoice}
  </span>
)

function FlowCell({ readiness: { flow, attached } }: AgentRow) {
  const shownFlow = flow ?? attached[0]
  if (!shownFlow) return <span className="text-muted @xl:text-label">{texts.noFlow}</span>
  return (
    <span className={`${aboveLinkClasses} inline-flex min-w-28 flex-wrap items-baseline gap-x-1.5 @xl:text-label`}>
      <Link to={paths.flow(shownFlow.id)}>{shownFlow.name}</Link>
      {attached.length > 1 && <span className="text-small text-muted">{texts.moreFlows(attached.length - 1)}</span>}
    </span>
  )
}

/** Smaller text, without line breaks in a wide table. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @5xl:whitespace-nowrap">{children}</span>
)

const flowNameOf = ({ readiness: { flow, attached } }: AgentRow) => (flow ?? attached[0])?.name ?? ''
const voiceNameOf = ({ agent: { voice } }: AgentRow) => `${voice.provider} ${voice.name || voice.voiceId}`

/** What is ready comes first; the others by what is missing. */
const byReadiness = (one: AgentRow, other: AgentRow) =>
  Number(other.readiness.state === 'ready') - Number(one.readiness.state === 'ready') ||
  compareTexts(one.readiness.label, other.readiness.label)
const byName = (one: AgentRow, other: AgentRow) => compareTexts(one.agent.name, other.agent.name)

const columns: RecordTable<AgentRow>['columns'] = [
  {
    id: 'name',
    header: texts.nameColumn,
    width: '24%',
    cell: ({ agent, readiness }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <RowLink to={paths.agent(agent.id)}>{agent.name || agent.id}</RowLink>
        {/* The readiness says it already, unless something else is missing too. */}
        {readiness.state === 'not-ready' && <StatusBadge status={agent.status} />}
      </span>
    ),
    compare: byName,
  },
  {
    id: 'readiness',
    header: texts.readinessColumn,
    cell: (row) => (
      <SmallText>
        <ReadinessLabel readiness={row.readiness} wraps />
      </SmallText>
    ),
    compare: byReadiness,
  },
  {
    id: 'number',
    header: texts.numberColumn,
    cell: ({ agent }) => (
      <SmallText>
        <PhoneNumber number={agent.phoneNumber} country="none" hidden={hiddenNumber} />
      </SmallText>
    ),
    compare: (one, other) => compareTexts(one.agent.phoneNumber ?? '', other.agent.phoneNumber ?? ''),
  },
  {
    id: 'flow',
    header: texts.flowColumn,
    cell: FlowCell,
    compare: (one, other) => compareTexts(flowNameOf(one), flowNameOf(other)),
  },
  {
    id: 'voice',
    header: texts.voiceColumn,
    cell: ({ agent }) => (
      <span className="text-soft @xl:text-label">
        <VoiceName voice={agent.voice} />
      </span>
    ),
    compare: (one, other) => compareTexts(voiceNameOf(one), voiceNameOf(other)),
    isExtra: true,
  },
  {
    id: 'model',
    header: texts.modelColumn,
    cell: ({ agent }) => <span className="block min-w-22 break-words text-soft @xl:text-label">{agent.model}</span>,
    compare: (one, other) => compareTexts(one.agent.model, other.agent.model),
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    cell: ({ agent }) => (
      <SmallText>
        <Ago at={agent.updatedAt} />
      </SmallText>
    ),
    align: 'right',
    compare: (one, other) => one.agent.updatedAt.localeCompare(other.agent.updatedAt),
    isDescendingFirst: true,
  },
]

const isMissing = (need: 'number' | 'flow') => (row: AgentRow) =>
  row.readiness.checks.some((check) => check.need === need && check.isMet === false)

const states: readonly { value: string; label: string; matches: (row: AgentRow) => boolean }[] = [
  { value: 'ready', label: texts.readyFilter, matches: ({ readiness }) => readiness.state === 'ready' },
  { value: 'no-number', label: texts.noNumberFilter, matches: isMissing('number') },
  {
    value: 'no-flow',
    label: texts.noFlowFilter,
    matches: (row) => isMissing('flow')(row) && row.readiness.attached.length === 0,
  },
  {
    value: 'no-active-flow',
    label: texts.noActiveFlowFilter,
    matches: (row) => isMissing('flow')(row) && row.readiness.attached.length > 0,
  },
  {
    value: 'not-set-up',
    label: texts.notSetUpFilter,
    matches: ({ agent: { status } }) => status !== '' && status !== 'ready',
  },
]

/** @param numbering null: not loaded yet; then numbers are not searched */
export const agentTableWith = (numbering: Numbering | null): RecordTable<AgentRow> => ({
  columns,
  filters: [
    { id: 'state', label: texts.readinessColumn, shape: 'chips', optionsOf: () => states },
    {
      id: 'model',
      label: texts.modelColumn,
      shape: 'list',
      optionsOf: optionsFrom(({ agent: { model } }) => (model === '' ? null : { value: model, label: model })),
    },
  ],
  firstSort: 'name',
  /** By the words of its name, or by its number in any format. */
  matches: (search, { agent: { name, phoneNumber } }) =>
    fitsWords(search, name) || numbering?.containsDigits(phoneNumber ?? '', numbering.searchDigits(search)) === true,
  rowKey: ({ agent }) => agent.id || agent.name,
})
