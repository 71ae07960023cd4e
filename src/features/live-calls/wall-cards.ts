/** What the wall's page shows of its cards: which ones, and what it says once instead of on each. Pure. */
import type { Card } from '#components/calls/wall.ts'

/** Whether somebody should look at a call. */
export const needsLook = ({ call, endedAt }: Card): boolean => endedAt === null && call.concerns.length > 0

export interface Filter {
  agent: string
  sentiment: string
  /** Only calls that need a look. */
  needsLook: boolean
}

/** The cards that match a filter; '' matches all. */
export const filterCards = (cards: readonly Card[], filter: Filter): Card[] =>
  cards.filter(
    (card) =>
      (filter.agent === '' || card.call.aiAgentName === filter.agent) &&
      (filter.sentiment === '' || card.call.sentiment.toLowerCase() === filter.sentiment) &&
      (!filter.needsLook || needsLook(card)),
  )

/** What is equal on all cards, so that the wall says it once. */
export interface SharedFacts {
  /** The agent of all calls; null: the calls have different agents. */
  agentName: string | null
  /** When the call that was read last was read (browser clock, ms). */
  latestReadAt: number
}

/** @param cards the cards on the wall */
export function sharedFactsOf(cards: readonly Card[]): SharedFacts {
  const agents = new Set(cards.map(({ call }) => call.aiAgentName))
  const [agentName = ''] = agents
  return {
    agentName: cards.length > 1 && agents.size === 1 && agentName !== '' ? agentName : null,
    latestReadAt: Math.max(...cards.map(({ readAt }) => readAt)),
  }
}

/** A card that was read at most this long before the latest one has the age that the page's header shows, ms. */
const sameAgeMs = 5_000

/** Whether a card shows its own age: it has ended, or was read notably earlier than the latest one. */
export const showsOwnAge = ({ readAt, endedAt }: Card, { latestReadAt }: SharedFacts): boolean =>
  endedAt !== null || latestReadAt - readAt > sameAgeMs

/** The card `step` places after the one of a room, but not beyond the first or last; the first if the room has no card. */
export function neighbourOf(cards: readonly Card[], roomName: string, step: 1 | -1): Card | undefined {
  const place = cards.findIndex(({ call }) => call.roomName === roomName)
  return place === -1 ? cards[0] : cards[place + step]
}
