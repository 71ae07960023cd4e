/** Whether the agent can be asked for a new draft of a conversation: by its flow, to its customer. Read when somebody rejects a draft. */
import { useSession } from '#api/session.ts'
import { useFlowsOfMessages } from '#components/agents/flows-of-messages.ts'
import { recipientOf } from '#components/messages/recipient.ts'
import type { Conversation } from '#contract/index.ts'

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
    if (pathwayId === null)
      return 'This conversation has no flow, so nothing can write a new draft. Draft a message in the conversation.'
    if (flow)
      return flow.isActive || !hasMessageFlows
        ? ''
        : `This conversation’s flow, “${flow.name || flow.id}”, is inactive. Draft a message in the conversation, and choose another flow there.`
    if (isLoading) return 'Checking the flow of this conversation…'
    return refusal
      ? 'The flows could not be loaded, so the agent cannot be asked for a new draft now.'
      : missing ||
          'This conversation’s flow is not a message flow. Draft a message in the conversation, and choose a flow there.'
  }
  const problem = problemOfFlow() || (recipient.ok ? '' : recipient.problem)
  return {
    isOffered,
    value: problem === '' && flow && recipient.ok ? { flowId: flow.id, to: recipient.to } : null,
    problem,
  }
}
