/**
 * The name of a conversation's agent or flow, with a link to its page. A conversation does not say whether its agent or flow is for calls or
 * for messages. Those for messages are in lists that the gateway caches. For those for calls, the record itself is read.
 */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type AllRecords, readAllMessageFlows, readAllMessagingAgents } from '#api/all-records.ts'
import { type QueryState, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { MessageFlow } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Badge } from '#ui/status/badge.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './texts.ts'

interface Props {
  id: string
  /** The name, if it is already known. */
  name?: string | null | undefined
}

interface NamedRecord {
  _id: string
  name: string
}

/** Finds a record in a list of messaging agents or message flows. `isSettled`: the list is loaded, refused or not offered. */
function useListedRecord<T extends NamedRecord>(
  query: Pick<QueryState<AllRecords<T>>, 'data' | 'refusal'>,
  isOffered: boolean,
  id: string,
) {
  return {
    record: query.data?.rows.find(({ _id }) => _id === id),
    isSettled: !isOffered || query.data !== undefined || query.refusal !== null,
  }
}

/** The agent with this ID, as far as it is known. */
function useAgent(id: string, name: string | null | undefined, enabled = true) {
  const isOffered = useSession().extensions['messaging-agents'] === true
  const { record, isSettled } = useListedRecord(
    useRead({ ...readAllMessagingAgents, enabled: isOffered && enabled }),
    isOffered,
    id,
  )
  const agentQuery = useRead({
    ...read('agentShow', { params: { agentId: id } }),
    enabled: enabled && isSettled && !record && !name,
  })
  return {
    isMessagingAgent: record !== undefined,
    name: (record ? record.name : name || agentQuery.data?.name) || null,
  }
}

/** The name of a conversation's agent; null: it has no agent, or the name is not known yet. */
export const useAgentName = (id: string | null): string | null => useAgent(id ?? '', null, id !== null).name

/** @param isMessagingAgent true if that is certain, such as for the agent of a message flow */
export function AgentName({ id, name, isMessagingAgent = false }: Props & { isMessagingAgent?: boolean }) {
  const { extensions } = useSession()
  const agent = useAgent(id, isMessagingAgent ? name || id : name)
  // A service may offer message flows without messaging agents.
  if (isMessagingAgent && extensions['messaging-agents'] !== true) return visible(agent.name || id)
  return (
    <Link to={agent.isMessagingAgent || isMessagingAgent ? paths.messagingAgent(id) : paths.agent(id)}>
      {agent.name || id}
    </Link>
  )
}

/** Marks a flow whose messages are sent without review. An inactive flow sends none. */
export const AutopilotBadge = ({ flow }: { flow: Pick<MessageFlow, 'autopilot' | 'isActive'> }) =>
  flow.autopilot ? (
    <Badge tone={flow.isActive ? 'attention' : 'outline'}>
      {flow.isActive && <Glyph icon={TriangleAlert} size="small" />}
      {flow.isActive ? texts.sendsWithoutReview : 'Autopilot (inactive)'}
    </Badge>
  ) : null

export function FlowName({ id, name }: Props) {
  const isOffered = useSession().extensions['message-flows'] === true
  const { record, isSettled } = useListedRecord(useRead({ ...readAllMessageFlows, enabled: isOffered }), isOffered, id)
  const flowQuery = useRead({ ...read('flowShow', { params: { flowId: id } }), enabled: isSettled && !record && !name })
  if (!record) return <Link to={paths.flow(id)}>{name || flowQuery.data?.name || id}</Link>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Link to={paths.messageFlow(id)}>{record.name || id}</Link>
      <AutopilotBadge flow={record} />
    </span>
  )
}
