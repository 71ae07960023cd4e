/** What the wall's page shows of its cards: which ones, and what it says once instead of on each. Pure. */

import type { ResultOfCall } from '#components/calls/outcome/call-result.tsx'
import type { Card, SortCards } from '#components/calls/wall.ts'
import type { CallOutcome } from '#contract/index.ts'
import { compareTexts } from '#kit/list/definition.ts'
import { sentimentLabel } from './moods/sentiment.ts'

/** How many calls are named that have ended. */
const maxEnded = 8

/** The calls that have ended, the latest first. @param before those that were known; the same array if it is unchanged */
export function withEnded(before: readonly Card[], cards: readonly Card[]): readonly Card[] {
  const onWall = new Map(cards.map((card) => [card.call.roomName, card]))
  const known = new Set(before.map(({ call }) => call.roomName))
  const added = cards.filter(({ call, endedAt }) => endedAt !== null && !known.has(call.roomName)).toReversed()
  // What was taken for ended may be found again, and an outcome may become known later.
  const kept = before.map((card) => onWall.get(card.call.roomName) ?? card).filter(({ endedAt }) => endedAt !== null)
  const next = [...added, ...kept].slice(0, maxEnded)
  return next.length === before.length && next.every((card, place) => card === before[place]) ? before : next
}

/** What came of a call that has ended. That something was said is no answer: the greeting of a mailbox is said too. */
export const resultOf = ({ outcome, outcomeSource }: Card['call']): ResultOfCall => ({
  state: 'ended',
  result: (outcome || null) as CallOutcome | null,
  resultSource: outcomeSource,
})

/** The sentiment of a call in which somebody has spoken; null: there is none to tell. */
export const moodOf = ({ sentiment, lastMessage }: Card['call'], status: { state: string }): string | null =>
  sentiment !== '' && lastMessage && status.state !== 'ringing' ? sentimentLabel(sentiment) : null

/** The fewer calls there are, the more a card shows of each. */
export type CardSize = 'stage' | 'medium' | 'compact'
const sizeOf = (count: number): CardSize => (count <= 4 ? 'stage' : count <= 12 ? 'medium' : 'compact')

/**
 * How much a card shows. Calls come and go, so cards grow only when they would stay as large with one call more.
 *
 * @param count calls in progress
 * @param before null: no card was shown yet
 */
export const cardSizeFor = (count: number, before: CardSize | null): CardSize =>
  before !== null && sizeOf(count + 1) === before ? before : sizeOf(count)

/** Of the list of calls only the last line is known at each reading, so a line that was corrected meanwhile was read twice. */
const isCorrected = (line: string, next: string) => line.length > 11 && next.startsWith(line.slice(0, 11))

/**
 * The last lines of a call. If the one that made it need a look was said earlier, it comes first, and fewer follow, so that all have room.
 *
 * @param quoted this line, perhaps shortened; '' if no words made it need a look
 */
export function lastLinesOf({ lastLines, lastMessage }: Card['call'], quoted: string, count: number) {
  const known = lastLines.length === 0 && lastMessage ? [{ role: '', content: lastMessage }] : lastLines
  const lines = known
    .filter(({ content }, index, all) => !isCorrected(content, all[index + 1]?.content ?? ''))
    .map((line) => ({ ...line, isQuoted: quoted !== '' && line.content.startsWith(quoted.replace(/…$/, '')) }))
  const latest = lines.slice(-count / 2)
  if (quoted === '' || latest.some(({ isQuoted }) => isQuoted)) return lines.slice(-count)
  return [lines.findLast(({ isQuoted }) => isQuoted) ?? { role: '', content: quoted, isQuoted: true }, ...latest]
}

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

/** Orders that a person can choose instead of the usual one, in which the calls that need a look come first. */
export const cardOrders = ['longest', 'newest', 'customer', 'agent'] as const
export type CardOrder = (typeof cardOrders)[number]

const sortByText = (textOf: (card: Card) => string | null): SortCards => {
  const compare = (one: Card, other: Card) => compareTexts(textOf(one) ?? '', textOf(other) ?? '')
  return (cards) => cards.toSorted(compare)
}

const sorts: Record<CardOrder, SortCards> = {
  // The order in which the calls came. Their durations are not exact enough: neighbours would change places.
  longest: (cards) => [...cards],
  newest: (cards) => cards.toReversed(),
  customer: sortByText(({ call }) => call.customerName),
  agent: sortByText(({ call }) => call.aiAgentName),
}

/** @param order '' for the usual order @returns undefined for the usual order */
export const sortBy = (order: CardOrder | ''): SortCards | undefined => (order === '' ? undefined : sorts[order])

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

/**
 * The cards of a list in which none moves: a call that has ended stays in its place until a new one takes it, and only at the end of the
 * list there is one more or less.
 *
 * @param before the cards as they were shown
 * @param cards those that the list would show otherwise, in their usual order
 * @param wall also those that the filters leave out: a call that is among them has not ended
 */
export function inKeptPlaces(before: readonly Card[], cards: readonly Card[], wall = cards): readonly Card[] {
  const onWall = new Map(wall.map((card) => [card.call.roomName, card]))
  const current = new Map(cards.map((card) => [card.call.roomName, card]))
  const known = new Set(before.map(({ call }) => call.roomName))
  const added = cards.filter(({ call }) => !known.has(call.roomName))
  const kept = before.map((card): Card => {
    const next = current.get(card.call.roomName) ?? added.shift() ?? onWall.get(card.call.roomName)
    return next ?? (card.endedAt === null ? { ...card, endedAt: card.readAt } : card)
  })
  const shown = [...kept.slice(0, kept.findLastIndex(({ call }) => current.has(call.roomName)) + 1), ...added]
  return shown.length === before.length && shown.every((card, place) => card === before[place]) ? before : shown
}

/** The card `step` places after the one of a room, but not beyond the first or last; the first if the room has no card. */
export function neighbourOf(cards: readonly Card[], roomName: string, step: 1 | -1): Card | undefined {
  const place = cards.findIndex(({ call }) => call.roomName === roomName)
  return place === -1 ? cards[0] : cards[place + step]
}
