/** An edit of a flow after which an agent's calls fail or follow another flow. */
import type { Flow } from '#contract/index.ts'
import { impactOn, readAgent, readKnownFlows } from '#parts/agent-use.ts'
import { type Impact, withFlow } from '#parts/batch-impact.ts'
import type { RiskyChange } from '#parts/save-confirm.tsx'
import type { Draft } from './draft.ts'

function titleOf(flow: Flow, draft: Draft): string {
  const name = `the flow “${flow.name || flow.id}”`
  if (flow.isActive && !draft.isActive) return `Switch off ${name}?`
  if (flow.agentId !== null && draft.agentId === null) return `Take ${name} away from its agent?`
  if (flow.agentId !== draft.agentId) return `Move ${name} to another agent?`
  if (draft.direction === 'inbound') return `Use ${name} for inbound calls only?`
  return `Save ${name}?`
}

/** @param flow the record as it was opened */
export function riskyChange(flow: Flow, draft: Draft): RiskyChange {
  const agents = [...new Set([flow.agentId, draft.agentId])].filter((id) => id !== null)
  // What is saved is the latest updated from then on: of several flows calls follow that one.
  const saved: Flow = { ...flow, ...draft, updatedAt: new Date().toISOString() }
  return {
    title: titleOf(flow, draft),
    read: async () => {
      const known = await readKnownFlows()
      const before = withFlow(known, flow.id, flow)
      const after = withFlow(known, flow.id, saved)
      const impacts = agents.map(async (agentId): Promise<Impact | null> => {
        // An agent that cannot be read may well have a number.
        const agent = (await readAgent(agentId)) ?? { id: agentId, name: '', phoneNumber: '' }
        return impactOn(agent, { agent, flows: before }, { agent, flows: after })
      })
      return (await Promise.all(impacts)).filter((impact) => impact !== null)
    },
  }
}
