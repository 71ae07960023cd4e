/** Selects what happened lately. Pure. */
import type { Agent, ListedCall } from '#contract/index.ts'

export const weekMs = 7 * 24 * 3_600_000

/**
 * The items since a time, the latest first. An item whose time is unknown is left out.
 *
 * @param since epoch ms
 */
export const latest = <Item>(items: readonly Item[], since: number, timeOf: (item: Item) => number | null): Item[] =>
  items
    .filter((item) => (timeOf(item) ?? 0) >= since)
    .toSorted((one, other) => (timeOf(other) ?? 0) - (timeOf(one) ?? 0))

/** The agent's calls among those with its ID or name. Without an ID, a call of another agent with the same name cannot be told apart. */
export function callsOf(agent: Pick<Agent, 'id' | 'name'>, calls: readonly ListedCall[]) {
  const own = calls.filter(({ agentId, agentName }) =>
    agentId === null ? agentName === agent.name || agentName === agent.id : agentId === agent.id,
  )
  return { own, byName: own.filter(({ agentId, agentName }) => agentId === null && agentName !== agent.id).length }
}
