/** The customer, agent and flow of a draft. */

import { AgentName, FlowName } from '#components/agents/agent-name.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Conversation, Draft } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import * as texts from './texts.tsx'

export function DraftFacts({ conversation, draft }: { conversation: Conversation; draft: Draft | null }) {
  const { customer, agentId, pathwayId, _id } = conversation
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label text-muted">
      {customer.phone && <PhoneNumber number={customer.phone} country="name" />}
      {customer.email && <span className="break-all">{customer.email}</span>}
      {agentId && <span>{texts.agent(<AgentName id={agentId} name={draft?.agentName} />)}</span>}
      {pathwayId && <span>{texts.flow(<FlowName id={pathwayId} name={draft?.flowName} />)}</span>}
      <PersonLink address={customer.phone || customer.email} />
      <Link to={paths.conversation(_id)}>{texts.fullConversation}</Link>
    </div>
  )
}
