/** Words in the service's data about calls, and the sentiment of a call over time, from its readings. No zod, because pages import this. */

/** The sentiment since a reading. The first one is that of the first reading, each other one a change. */
export interface CallMood {
  /** When it was read. The clock is the caller's. */
  at: number
  /** As the service spells it. */
  sentiment: string
  /** The line that was spoken last before it, by the customer if the reading says so, shortened; '' if nothing was said. */
  words: string
}

/** A long call changes its sentiment a few times a minute at most, and lasts an hour (specification 8). */
const maxMoods = 200
const maxWordsLength = 300

const hasSameSentiment = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Adds a reading to the sentiments of a call.
 *
 * @param reading `transcript` is empty, or undefined, if the reading has only its last line. `at` is not before the last reading
 * @returns the same array if the sentiment is unchanged or unknown
 */
export function addMood(
  moods: readonly CallMood[],
  reading: {
    at: number
    sentiment: string
    transcript: readonly { role: string; content: string }[] | undefined
    lastMessage?: string | null
  },
): readonly CallMood[] {
  const { at, sentiment, transcript = [], lastMessage } = reading
  const last = moods.at(-1)
  if (sentiment === '' || (last && (hasSameSentiment(last.sentiment, sentiment) || last.at >= at))) return moods
  const line = transcript.findLast(({ role }) => (speakerOf(role) ?? 'customer') === 'customer') ?? transcript.at(-1)
  const words = (line?.content ?? lastMessage ?? '').slice(0, maxWordsLength)
  return [...moods, { at, sentiment, words }].slice(-maxMoods)
}

/** The sentiments of both, in the order of time. Of what both know, the earlier reading counts. */
export function joinMoods(some: readonly CallMood[], others: readonly CallMood[]): CallMood[] {
  const joined: CallMood[] = []
  for (const mood of [...some, ...others].toSorted((a, b) => a.at - b.at)) {
    const last = joined.at(-1)
    if (!last || !hasSameSentiment(last.sentiment, mood.sentiment)) joined.push(mood)
  }
  return joined.slice(-maxMoods)
}

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
