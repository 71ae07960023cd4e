/** The flows of messages: the service's message flows, or its flows of calls if it has no message flows. */

import { readAllMessageFlows } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { Refusal } from '#contract/index.ts'
import { onlyFirst } from './texts.ts'
import { flowsRead } from './use-readiness.ts'

export interface FlowOfMessages {
  id: string
  name: string
  /** '' if the flow has no channel. */
  channel: string
  isActive: boolean
}

/** @param enabled whether they are needed: only then are they read */
export function useFlowsOfMessages(enabled: boolean): {
  flows: readonly FlowOfMessages[]
  /** Says that the service has more flows than these; '' if these are all. */
  missing: string
  /** Whether the flows are message flows. */
  hasMessageFlows: boolean
  /** Whether they are still being read. */
  isLoading: boolean
  refusal: Refusal | null
} {
  const isOffered = useSession().extensions['message-flows']
  const messageFlows = useRead({ ...readAllMessageFlows, enabled: enabled && isOffered !== false })
  // Before the gateway knows whether the service has message flows, their list answers that.
  const hasMessageFlows = isOffered !== false && messageFlows.refusal?.code !== 'not_offered'
  const flows = useRead({ ...flowsRead, enabled: enabled && !hasMessageFlows })
  const { data, refusal } = hasMessageFlows ? messageFlows : flows
  return {
    flows: hasMessageFlows
      ? (messageFlows.data?.rows ?? []).map(({ _id, name, messageChannel, isActive }) => ({
          id: _id,
          name,
          channel: messageChannel,
          isActive,
        }))
      : (flows.data?.flows ?? []).map(({ id, name, isActive }) => ({ id, name, channel: '', isActive })),
    missing: hasMessageFlows
      ? messageFlows.data?.isComplete === false
        ? onlyFirst(messageFlows.data.rows.length, 'message flows')
        : ''
      : flows.data?.pagination.hasNext
        ? onlyFirst(flows.data.flows.length, 'flows')
        : '',
    hasMessageFlows,
    isLoading: data === undefined && refusal === null,
    refusal,
  }
}
