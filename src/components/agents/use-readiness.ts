/** Reads what readiness depends on: an agent, and the first 100 flows, which all pages share. */
import { type QueryState, read, useRead } from '#api/reads.ts'
import type { Agent } from '#contract/index.ts'
import { type KnownFlows, type Readiness, readinessOf } from './readiness.ts'

export const flowsRead = read('flowList', { query: { limit: 100 } })

/** The flows that were read, and a function to read them again. */
export function useKnownFlows(): { known: KnownFlows | undefined; retry: () => void } {
  const { data, retry } = useRead(flowsRead)
  return { known: data && { flows: data.flows, complete: !data.pagination.hasNext }, retry }
}

/** An agent, and whether it can place calls. `agentId` null: no agent is chosen yet, and nothing is read. */
export function useAgentReadiness(agentId: string | null): { agent: QueryState<Agent>; readiness: Readiness | null } {
  const agent = useRead({ ...read('agentShow', { params: { agentId: agentId ?? '' } }), enabled: agentId !== null })
  const { known } = useKnownFlows()
  const data = agentId === null ? undefined : agent.data
  return { agent: { ...agent, data }, readiness: data ? readinessOf(data, known) : null }
}
