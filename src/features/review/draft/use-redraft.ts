/** Whether the agent can be asked for a new draft of a conversation: by its flow, to its customer. Read when somebody rejects a draft. */
import { useSession } from '#api/session.ts'
import { useFlowsOfMessages } from '#components/agents/flows-of-messages.ts'
import { recipientOf } from '#components/messages/recipient.ts'
import type { Conversation } from '#contract/index.ts'
import * as texts from './texts.tsx'

export interface Redraft {
  flowId: string
  /** The customer's number or e-mail address. */
  to: string
}

interface RedraftOption {
  /** Whether the service can draft messages at all. */
  isOffered: boolean
  /** null: it cannot be asked for. */
  value: Redraft | null
  /** Why it cannot; '' if it can. */
  problem: string
}

export function useRedraft({ customer, pathwayId }: Pick<Conversation, 'customer' | 'pathwayId'>): RedraftOption {
  const isOffered = useSession().extensions.conversations === true
  const { flows, missing, hasMessageFlows, isLoading, refusal } = useFlowsOfMessages(isOffered && pathwayId !== null)
  const flow = flows.find(({ id }) => id === pathwayId)
  const recipient = recipientOf(customer, flow?.channel ?? '')
  const problemOfFlow = (): string => {
    if (pathwayId === null) return texts.noFlow
    if (flow) return flow.isActive || !hasMessageFlows ? '' : texts.flowIsNotActive(flow.name || flow.id)
    if (isLoading) return texts.checkingFlow
    return refusal ? texts.flowsUnreadable : missing || texts.flowIsForCalls
  }
  const problem = problemOfFlow() || (recipient.ok ? '' : recipient.problem)
  return {
    isOffered,
    value: problem === '' && flow && recipient.ok ? { flowId: flow.id, to: recipient.to } : null,
    problem,
  }
}
