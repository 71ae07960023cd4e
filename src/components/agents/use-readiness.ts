/** What readiness is told from, as pages read it: the flows, one read of a hundred that all of them share, and an agent. */
import { type Reading, read, useRead } from '#api/reads.ts'
import type { Agent } from '#contract/index.ts'
import { type KnownFlows, type Readiness, readinessOf } from './readiness.ts'

export const flowsRead = read('flowList', { query: { limit: 100 } })

/** The flows as far as they are known, and how to read them again. */
export function useKnownFlows(): { known: KnownFlows | undefined; retry: () => void } {
  const { data, retry } = useRead(flowsRead)
  return { known: data && { flows: data.flows, complete: !data.pagination.hasNext }, retry }
}

/** One agent and whether it can place calls. `agentId` null: nobody is chosen yet, and nothing is read. */
export function useAgentReadiness(agentId: string | null): { agent: Reading<Agent>; readiness: Readiness | null } {
  const agent = useRead({ ...read('agentShow', { params: { agentId: agentId ?? '' } }), enabled: agentId !== null })
  const { known } = useKnownFlows()
  const data = agentId === null ? undefined : agent.data
  return { agent: { ...agent, data }, readiness: data ? readinessOf(data, known) : null }
}
