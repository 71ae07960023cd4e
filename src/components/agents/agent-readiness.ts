import { type Reading, read, useRead } from '#api/reads.ts'
import type { Agent } from '#contract/index.ts'
import { useKnownFlows } from './known-flows.ts'
import { type Readiness, readinessOf } from './readiness.ts'

/** One agent and whether it can place calls. `agentId` null: nobody is chosen yet, and nothing is read. */
export function useAgentReadiness(agentId: string | null): { agent: Reading<Agent>; readiness: Readiness | null } {
  const agent = useRead({ ...read('agentShow', { params: { agentId: agentId ?? '' } }), enabled: agentId !== null })
  const { known } = useKnownFlows()
  const data = agentId === null ? undefined : agent.data
  return { agent: { ...agent, data }, readiness: data ? readinessOf(data, known) : null }
}
