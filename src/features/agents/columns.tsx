/** The columns of the list of agents. */
import type { ReactNode } from 'react'
import type { Readiness } from '#components/agents/readiness.ts'
import { ReadinessLabel } from '#components/agents/readiness-label.tsx'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Agent } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { aboveLook } from '#ui/layout/table.tsx'
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

/** Such as "rime · Luna". A voice without a name is shown by its ID. */
export const VoiceName = ({ voice: { provider, name, voiceId } }: Pick<Agent, 'voice'>) => (
  <span className="break-words">
    <span className="text-muted">{provider || texts.unknownProvider} · </span>
    {name || voiceId || texts.unknownVoice}
  </span>
)

function FlowCell({ readiness: { flow, attached } }: AgentRow) {
  const shown = flow ?? attached[0]
  if (!shown) return <span className="text-muted @xl:text-label">{texts.noFlow}</span>
  return (
    <span className={`${aboveLook} inline-flex flex-wrap items-baseline gap-x-1.5 @xl:text-label`}>
      <Link to={paths.flow(shown.id)}>{shown.name}</Link>
      {attached.length > 1 && <span className="text-small text-muted">{texts.moreFlows(attached.length - 1)}</span>}
    </span>
  )
}

/** Every column but the name uses smaller text, so that a row fits on one line. */
const Small = ({ children }: { children: ReactNode }) => (
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
      <Small>
        <ReadinessLabel readiness={row.readiness} />
      </Small>
    ),
  },
  {
    id: 'number',
    header: texts.numberColumn,
    cell: ({ agent }) => (
      <Small>
        <PhoneNumber number={agent.phoneNumber} country="none" hidden={hiddenNumber} />
      </Small>
    ),
  },
  { id: 'flow', header: texts.flowColumn, cell: FlowCell, from: 'md' },
  {
    id: 'voice',
    header: texts.voiceColumn,
    cell: ({ agent }) => (
      <Small>
        <span title={agent.voice.provider}>{agent.voice.name || agent.voice.voiceId}</span>
      </Small>
    ),
    from: 'lg',
  },
  { id: 'model', header: texts.modelColumn, cell: ({ agent }) => <Small>{agent.model}</Small>, from: 'md' },
  {
    id: 'updated',
    header: texts.updatedColumn,
    cell: ({ agent }) => (
      <Small>
        <Ago at={agent.updatedAt} />
      </Small>
    ),
    align: 'right',
    from: 'lg',
  },
]
