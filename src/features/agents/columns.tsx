/** The columns of the list of agents. */
import type { ReactNode } from 'react'
import type { Readiness } from '#components/agents/readiness.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Agent } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
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
    <span className={`${aboveLinkClasses} inline-flex flex-wrap items-baseline gap-x-1.5 @xl:text-label`}>
      <Link to={paths.flow(shownFlow.id)}>{shownFlow.name}</Link>
      {attached.length > 1 && <span className="text-small text-muted">{texts.moreFlows(attached.length - 1)}</span>}
    </span>
  )
}

/** Every column but the name uses smaller text, so that a row fits on one line. */
const SmallText = ({ children }: { children: ReactNode }) => (
  <span className="text-soft @xl:text-label @xl:whitespace-nowrap">{children}</span>
)

export const agentColumns: readonly DataColumn<AgentRow>[] = [
  {
    id: 'name',
    header: texts.nameColumn,
    cell: ({ agent }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2 @5xl:whitespace-nowrap">
        <RowLink to={paths.agent(agent.id)}>{agent.name || agent.id}</RowLink>
        <StatusBadge status={agent.status} />
      </span>
    ),
  },
  {
    id: 'readiness',
    header: texts.readinessColumn,
    cell: (row) => (
      <SmallText>
        <ReadinessLabel readiness={row.readiness} />
      </SmallText>
    ),
  },
  {
    id: 'number',
    header: texts.numberColumn,
    cell: ({ agent }) => (
      <SmallText>
        <PhoneNumber number={agent.phoneNumber} country="none" hidden={hiddenNumber} />
      </SmallText>
    ),
  },
  { id: 'flow', header: texts.flowColumn, cell: FlowCell, visibleFrom: 'md' },
  {
    id: 'voice',
    header: texts.voiceColumn,
    cell: ({ agent }) => (
      <SmallText>
        <span title={agent.voice.provider}>{agent.voice.name || agent.voice.voiceId}</span>
      </SmallText>
    ),
    visibleFrom: 'lg',
  },
  {
    id: 'model',
    header: texts.modelColumn,
    cell: ({ agent }) => <SmallText>{agent.model}</SmallText>,
    visibleFrom: 'md',
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
    visibleFrom: 'lg',
  },
]
