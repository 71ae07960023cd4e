/**
 * The name of the agent or flow that a conversation is with. It may be of calls or of messages, and the conversation does not say
 * which: those of messages are in lists that the gateway keeps, and have no page; else the record itself is read.
 */
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { visible } from '#ui/text/visible-text.tsx'

interface Props {
  id: string
  /** As far as somebody knows it already. */
  name?: string | null | undefined
}

const query = { limit: 100 } as const
const messagingAgentsRead = read('messagingAgentList', { query })
/** The message flows, for whoever shows or chooses one. */
export const messageFlowsRead = read('messageFlowList', { query })

interface Named {
  _id: string
  name: string
}

/** Looks a record up among those of messages. `settled`: they are known, or there are none. */
function useMessaging(reading: { data: Named[] | undefined; refusal: unknown }, has: boolean, id: string) {
  return {
    found: reading.data?.find(({ _id }) => _id === id),
    settled: !has || reading.data !== undefined || Boolean(reading.refusal),
  }
}

/** What is known of the agent with this ID; `messaging` where it is one of messages and so has no page. */
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

export function AgentName({ id, name }: Props) {
  const known = useAgent(id, name)
  return known.messaging ? visible(known.name || id) : <Link to={paths.agent(id)}>{known.name || id}</Link>
}

export function FlowName({ id, name }: Props) {
  const has = useSession().extensions['message-flows'] === true
  const { found, settled } = useMessaging(useRead({ ...messageFlowsRead, enabled: has }), has, id)
  const own = useRead({ ...read('flowShow', { params: { flowId: id } }), enabled: settled && !found && !name })
  if (found) return visible(found.name || id)
  return <Link to={paths.flow(id)}>{name || own.data?.name || id}</Link>
}
