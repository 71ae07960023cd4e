/**
 * The name of the agent or flow that a conversation is with, linked to its page. It may be of calls or of messages, and the
 * conversation does not say which: those of messages are in lists that the gateway keeps; else the record itself is read.
 */
import { type Reading, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { readWhole } from '#api/whole-list.ts'
import type { MessageFlow } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'

interface Props {
  id: string
  /** As far as somebody knows it already. */
  name?: string | null | undefined
}

/** The messaging agents, and the message flows, for whoever shows or chooses one. */
export const messagingAgentsRead = readWhole('messagingAgentList')
export const messageFlowsRead = readWhole('messageFlowList')

interface Named {
  _id: string
  name: string
}

/** Looks a record up among those of messages. `settled`: they are known, or there are none. */
function useMessaging<T extends Named>(reading: Pick<Reading<T[]>, 'data' | 'refusal'>, has: boolean, id: string) {
  return {
    found: reading.data?.find(({ _id }) => _id === id),
    settled: !has || reading.data !== undefined || reading.refusal !== null,
  }
}

/** What is known of the agent with this ID; `messaging`: it writes messages. */
function useAgent(id: string, name: string | null | undefined, wanted = true) {
  const has = useSession().extensions['messaging-agents'] === true
  const { found, settled } = useMessaging(useRead({ ...messagingAgentsRead, enabled: has && wanted }), has, id)
  const own = useRead({
    ...read('agentShow', { params: { agentId: id } }),
    enabled: wanted && settled && !found && !name,
  })
  return { messaging: found !== undefined, name: (found ? found.name : name || own.data?.name) || null }
}

/** The name alone of a conversation's agent; null: it has none, or nobody knows it yet. */
export const useAgentName = (id: string | null): string | null => useAgent(id ?? '', null, id !== null).name

/** @param ofMessages it is certainly a messaging agent, as where a message flow names it */
export function AgentName({ id, name, ofMessages = false }: Props & { ofMessages?: boolean }) {
  const { extensions } = useSession()
  const known = useAgent(id, ofMessages ? name || id : name)
  // A service may have message flows without a list of the agents that write by them.
  if (ofMessages && extensions['messaging-agents'] !== true) return visible(known.name || id)
  return <Link to={known.messaging || ofMessages ? paths.messagingAgent(id) : paths.agent(id)}>{known.name || id}</Link>
}

/** Says that nobody sees what this flow writes before the customer does. Nothing where its messages wait for review. */
export const Autopilot = ({ flow: { autopilot } }: { flow: Pick<MessageFlow, 'autopilot'> }) =>
  autopilot ? <Badge tone="accent">Sends without review</Badge> : null

export function FlowName({ id, name }: Props) {
  const has = useSession().extensions['message-flows'] === true
  const { found, settled } = useMessaging(useRead({ ...messageFlowsRead, enabled: has }), has, id)
  const own = useRead({ ...read('flowShow', { params: { flowId: id } }), enabled: settled && !found && !name })
  if (!found) return <Link to={paths.flow(id)}>{name || own.data?.name || id}</Link>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Link to={paths.messageFlow(id)}>{found.name || id}</Link>
      <Autopilot flow={found} />
    </span>
  )
}
