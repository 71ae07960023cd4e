/** Whom a draft is for, and which agent and flow it comes from. */

import { AgentName, FlowName } from '#components/agents/agent-name.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { Conversation, Draft } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'

export function DraftFacts({ conversation, draft }: { conversation: Conversation; draft: Draft | null }) {
  const { customer, agentId, pathwayId, _id } = conversation
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-label text-muted">
      {customer.phone && <PhoneNumber number={customer.phone} country="name" />}
      {customer.email && <span className="break-all">{customer.email}</span>}
      {agentId && (
        <span>
          Agent <AgentName id={agentId} name={draft?.agentName} />
        </span>
      )}
      {pathwayId && (
        <span>
          Flow <FlowName id={pathwayId} name={draft?.flowName} />
        </span>
      )}
      <Link to={paths.conversation(_id)}>Whole conversation</Link>
    </div>
  )
}
