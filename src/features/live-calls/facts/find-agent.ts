/** Finds the agent of a call, which names its agent but not the agent's ID. Pure. */
import type { Agent } from '#contract/index.ts'

/**
 * The room's name begins with the agent's ID at services that build it so (interface 6). Otherwise the name decides, if only one agent has it.
 *
 * @param agents the agents that were read
 */
export function findAgent<Known extends Pick<Agent, 'id' | 'name'>>(
  agents: readonly Known[],
  { roomName, aiAgentName }: { roomName: string; aiAgentName: string },
): Known | undefined {
  const [named, ...others] = agents.filter(({ name }) => name === aiAgentName)
  return agents.find(({ id }) => roomName.startsWith(`${id}-`)) ?? (others.length === 0 ? named : undefined)
}
