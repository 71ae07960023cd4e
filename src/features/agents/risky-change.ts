/** An edit that removes an agent's phone number: without one its calls fail. */

import { impactOn, readKnownFlows } from '#components/agents/agent-use.ts'
import type { RiskyChange } from '#components/agents/save-confirm.tsx'
import type { Agent } from '#contract/index.ts'
import { changesOf, type Draft } from './draft.ts'

/** @returns null when the draft keeps the number, or never had one */
export function riskyChange(agent: Agent, draft: Draft): RiskyChange | null {
  if (agent.phoneNumber === null || changesOf(agent, draft).phoneNumber !== null) return null
  return {
    title: `Remove the phone number of “${agent.name || agent.id}”?`,
    read: async () => {
      const flows = await readKnownFlows()
      const impact = await impactOn(agent, { agent, flows }, { agent: { ...agent, phoneNumber: null }, flows })
      return impact ? [impact] : []
    },
  }
}
