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

const speakerRoles = {
  agent: 'agent assistant bot ai',
  customer: 'customer user caller callee human',
  other:
    'tool system function function_call function_call_output tool_call tool_result developer transfer event colleague operator supervisor',
}
const speakers: ReadonlyMap<string, keyof typeof speakerRoles> = new Map(
  (['agent', 'customer', 'other'] as const).flatMap((speaker) =>
    speakerRoles[speaker].split(' ').map((role) => [role, speaker] as const),
  ),
)

/**
 * @param role the role of a line in a transcript, in any case
 * @returns who spoke the line; `other` for colleagues, and for lines that nobody spoke; undefined for a role that is not known
 */
export const speakerOf = (role: string): 'agent' | 'customer' | 'other' | undefined =>
  speakers.get(role.trim().toLowerCase())

/** @param role the role of a line in a transcript, in any case @returns whether the agent spoke the line */
export const isAgentRole = (role: string): boolean => speakerOf(role) === 'agent'
