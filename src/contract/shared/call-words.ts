/** Words in the service's data about calls, and what they mean. No zod here, because pages import this. */

const sentiments = new Map([
  ['positive', 1],
  ['neutral', 0],
  ['negative', -1],
])

/** The sentiments that interface 6 names. Services may send others. */
export const sentimentNames: readonly string[] = [...sentiments.keys()]

/** @returns from −1 (negative) to 1 (positive), for any case of the word; null for an unknown sentiment */
export const sentimentValue = (sentiment: string): number | null => sentiments.get(sentiment.toLowerCase()) ?? null

const agentRoles: ReadonlySet<string> = new Set(['agent', 'assistant'])

/** @param role the role of a line in a transcript, in any case @returns whether the agent spoke the line */
export const isAgentRole = (role: string): boolean => agentRoles.has(role.toLowerCase())
