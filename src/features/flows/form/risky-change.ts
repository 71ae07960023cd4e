/** An edit of a flow after which an agent's calls fail or follow another flow. */
import { impactOn, readAgent, readKnownFlows } from '#components/agents/agent-use.ts'
import { type Impact, withFlow } from '#components/agents/batch-impact.ts'
import type { RiskyChange } from '#components/agents/save-confirm.tsx'
import type { Flow } from '#contract/index.ts'
import type { Draft } from '../draft.ts'

function titleOf(flow: Flow, draft: Draft): string {
  const name = `the flow “${flow.name || flow.id}”`
  if (flow.isActive && !draft.isActive) return `Switch off ${name}?`
  if (flow.agentId !== null && draft.agentId === null) return `Take ${name} away from its agent?`
  if (flow.agentId !== draft.agentId) return `Move ${name} to another agent?`
  if (draft.direction === 'inbound') return `Use ${name} for inbound calls only?`
  return `Save ${name}?`
}

/** A flow that is not there yet has no id that another could have. */
const newId = ' new'

/** @param flow the record as it was opened; null: it is created, and takes over the calls of its agent if it leads them */
export function riskyChange(flow: Flow | null, draft: Draft): RiskyChange {
  const flowId = flow?.id ?? newId
  const agents = [...new Set([flow?.agentId ?? null, draft.agentId])].filter((id) => id !== null)
  const now = new Date().toISOString()
  // The saved flow becomes the most recently updated one, and calls use that one.
  const saved: Flow = { ...(flow ?? { id: flowId, createdAt: now }), ...draft, updatedAt: now }
  return {
    title: flow ? titleOf(flow, draft) : `Create the flow “${draft.name}”?`,
    read: async () => {
      const known = await readKnownFlows()
      const before = withFlow(known, flowId, flow)
      const after = withFlow(known, flowId, saved)
      const impacts = agents.map(async (agentId): Promise<Impact | null> => {
        // An agent that cannot be read may well have a number.
        const agent = (await readAgent(agentId)) ?? { id: agentId, name: '', phoneNumber: '' }
        return impactOn(agent, { agent, flows: before }, { agent, flows: after })
      })
      return (await Promise.all(impacts)).filter((impact) => impact !== null)
    },
  }
}
