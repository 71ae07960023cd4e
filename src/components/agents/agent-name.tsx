/**
 * The name of a conversation's agent or flow, with a link to its page. A conversation does not say whether these are of calls or of
 * messages. Those of messages are in lists that the gateway caches; for others, the record itself is read.
 */
import { type QueryState, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { readWhole } from '#api/whole-list.ts'
import type { MessageFlow } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './texts.ts'

interface Props {
  id: string
  /** If it is known already. */
  name?: string | null | undefined
}

export const messagingAgentsRead = readWhole('messagingAgentList')
export const messageFlowsRead = readWhole('messageFlowList')

interface Named {
  _id: string
  name: string
}

/** Finds a record in a list of messaging agents or message flows. `settled`: the list is loaded, refused or not offered. */
function useMessaging<T extends Named>(reading: Pick<QueryState<T[]>, 'data' | 'refusal'>, has: boolean, id: string) {
  return {
    found: reading.data?.find(({ _id }) => _id === id),
    settled: !has || reading.data !== undefined || reading.refusal !== null,
  }
}

/** The agent with this ID, as far as it is known. */
function useAgent(id: string, name: string | null | undefined, enabled = true) {
  const has = useSession().extensions['messaging-agents'] === true
  const { found, settled } = useMessaging(useRead({ ...messagingAgentsRead, enabled: has && enabled }), has, id)
  const own = useRead({
    ...read('agentShow', { params: { agentId: id } }),
    enabled: enabled && settled && !found && !name,
  })
  return { isMessagingAgent: found !== undefined, name: (found ? found.name : name || own.data?.name) || null }
}

/** The name of a conversation's agent; null: it has no agent, or the name is not known yet. */
export const useAgentName = (id: string | null): string | null => useAgent(id ?? '', null, id !== null).name

/** @param isMessagingAgent true if that is certain, such as for the agent of a message flow */
export function AgentName({ id, name, isMessagingAgent = false }: Props & { isMessagingAgent?: boolean }) {
  const { extensions } = useSession()
  const known = useAgent(id, isMessagingAgent ? name || id : name)
  // A service may offer message flows without messaging agents.
  if (isMessagingAgent && extensions['messaging-agents'] !== true) return visible(known.name || id)
  return (
    <Link to={known.isMessagingAgent || isMessagingAgent ? paths.messagingAgent(id) : paths.agent(id)}>
      {known.name || id}
    </Link>
  )
}

/** Marks a flow whose messages are sent without review. An inactive flow sends none. */
export const AutopilotBadge = ({ flow }: { flow: Pick<MessageFlow, 'autopilot' | 'isActive'> }) =>
  flow.autopilot ? (
    <Badge tone={flow.isActive ? 'accent' : 'outline'}>
      {flow.isActive ? texts.sendsWithoutReview : texts.inactiveAutopilot}
    </Badge>
  ) : null

export function FlowName({ id, name }: Props) {
  const has = useSession().extensions['message-flows'] === true
  const { found, settled } = useMessaging(useRead({ ...messageFlowsRead, enabled: has }), has, id)
  const own = useRead({ ...read('flowShow', { params: { flowId: id } }), enabled: settled && !found && !name })
  if (!found) return <Link to={paths.flow(id)}>{name || own.data?.name || id}</Link>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Link to={paths.messageFlow(id)}>{found.name || id}</Link>
      <AutopilotBadge flow={found} />
    </span>
  )
}
