/** Pages of what a service may not offer (interface 7): then they say so. */
import type { ReactNode } from 'react'
import { load, queryClient, type Read } from '#api/reads.ts'
import { sessionNow, sessionRead, useSession } from '#api/session.ts'
import { messageFlowsRead, messagingAgentsRead } from '#components/agents/agent-name.tsx'
import { type Capability, Refusal } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card } from '#ui/layout/section.tsx'

const isMissing = (family: Capability) => sessionNow()?.extensions[family] === false
/** The read that shows whether the service has it. */
const lists = { 'messaging-agents': messagingAgentsRead, 'message-flows': messageFlowsRead } as const
type Offers = keyof typeof lists

/** For loaders: reads nothing that the service does not offer, and finds out where nobody knows. */
export async function loadOffered(family: Offers, ...reads: Parameters<typeof load>): Promise<null> {
  if (isMissing(family)) return null
  try {
    return await load(...reads)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // Whether this one thing is missing, or the service has nothing of the kind, the list shows.
    const listed = await load(lists[family]).catch((error: unknown) => error)
    // The session may come from another gateway, which hears of it a moment later. The page follows the session.
    if (listed instanceof Refusal && listed.status === 404) return null
    await queryClient.refetchQueries({ queryKey: sessionRead.queryKey })
    if (isMissing(family)) return null
    throw refusal
  }
}

/** The same for an edit: what was read a while ago is no ground to edit on. */
export async function loadToEdit<T>(family: Offers, one: Read<T>): Promise<null> {
  if (!isMissing(family)) await queryClient.prefetchQuery(one)
  return loadOffered(family, one)
}

/** The messaging agents, for a loader whose page shows their names, where the service has them. */
export const agentNames = () => (sessionNow()?.extensions['messaging-agents'] ? [messagingAgentsRead] : [])

interface Props {
  family: Capability
  /** "Message flows". */
  title: string
  children: ReactNode
}

export function Offered({ family, title, children }: Props) {
  const { extensions } = useSession()
  if (extensions[family] !== false) return children
  return (
    <Page>
      <PageHeader title={title} />
      <Card flush>
        <EmptyState
          title={`This service does not offer ${title.toLowerCase()}`}
          action={<ButtonLink to={paths.settings('service')}>Show what it offers</ButtonLink>}
        >
          They are optional, and the connected service does not have them. Calls and conversations work without them.
        </EmptyState>
      </Card>
    </Page>
  )
}
