/** Finds out whether saving a flow would make calls of its agents fail, or make them use another flow. */
import { impactOn, readAgent, readKnownFlows } from '#components/agents/agent-use.ts'
import { type Impact, withFlow } from '#components/agents/batch-impact.ts'
import type { RiskyChange } from '#components/agents/save-confirm.tsx'
import type { Flow } from '#contract/index.ts'
import type { Draft } from '../draft.ts'

function titleOf(flow: Flow, draft: Draft): string {
  const name = flow.name || flow.id
  if (flow.isActive && !draft.isActive) return `Deactivate the flow “${name}”?`
  if (flow.agentId !== null && draft.agentId === null) return `Remove the flow “${name}” from its agent?`
  if (flow.agentId !== draft.agentId) return `Move the flow “${name}” to another agent?`
  if (draft.direction === 'inbound') return `Use the flow “${name}” for inbound calls only?`
  return `Save the flow “${name}”?`
}

/** Stands in for the ID of a new flow. No other flow can have it. */
const newFlowId = ' new'

/** @param flow the record as it was opened; null for a new flow, which its agent's calls may use from then on */
export function riskyChange(flow: Flow | null, draft: Draft): RiskyChange {
  const flowId = flow?.id ?? newFlowId
  const agents = [...new Set([flow?.agentId ?? null, draft.agentId])].filter((id) => id !== null)
  const now = new Date().toISOString()
  // The saved flow becomes the most recently updated one, and calls use that one.
  const saved: Flow = { ...(flow ?? { id: flowId, createdAt: now }), ...draft, updatedAt: now }
  return {
    title: flow ? titleOf(flow, draft) : `Create the flow “${draft.name}”?`,
    readImpacts: async () => {
      const knownFlows = await readKnownFlows()
      const before = withFlow(knownFlows, flowId, flow)
      const after = withFlow(knownFlows, flowId, saved)
      const impacts = agents.map(async (agentId): Promise<Impact | null> => {
        // An agent that cannot be loaded may have a number.
        const agent = (await readAgent(agentId)) ?? { id: agentId, name: '', phoneNumber: '' }
        return impactOn(agent, { agent, flows: before }, { agent, flows: after })
      })
      return (await Promise.all(impacts)).filter((impact) => impact !== null)
    },
  }
}
