/** Reads the data for an agent's readiness to place calls: the agent, and the first 100 flows, which all pages share. */
import { type QueryState, read, useRead } from '#api/reads.ts'
import { type Agent, firstHundred } from '#contract/index.ts'
import { type KnownFlows, type Readiness, readinessOf } from './readiness.ts'

/** The first 100 agents, which are all agents of most teams. Loaders read them together with `flowsRead`. */
export const agentsRead = read('agentList', firstHundred)
export const flowsRead = read('flowList', firstHundred)

/** The flows that were read; null while they are loading, undefined if they could not be loaded. */
export function useKnownFlows(): KnownFlows | null | undefined {
  const { data, refusal } = useRead(flowsRead)
  return data ? { flows: data.flows, isComplete: !data.pagination.hasNext } : refusal && undefined
}

/** An agent, and whether it can place calls. `agentId` null: no agent is chosen yet, and nothing is read. */
export function useAgentReadiness(agentId: string | null): { agent: QueryState<Agent>; readiness: Readiness | null } {
  const agent = useRead({ ...read('agentShow', { params: { agentId: agentId ?? '' } }), enabled: agentId !== null })
  const knownFlows = useKnownFlows()
  const data = agentId === null ? undefined : agent.data
  return { agent: { ...agent, data }, readiness: data ? readinessOf(data, knownFlows) : null }
}
