/**
 * The cards on the wall of live calls. Calls that need a look come first, the most serious first. The others keep their order: new calls
 * are added at their end. Ended calls stay for a while, dimmed, after those in progress. While the pointer is over the wall, no card moves
 * and none is removed.
 */
import { use, useState } from 'react'
import type { QueryState } from '#api/reads.ts'
import type { CallConcernReason, Contract, LiveCall, ResponseOf } from '#contract/index.ts'
import { BrowserClockOffset, useBrowserTime } from '#ui/time/clock.ts'

export type LiveCalls = ResponseOf<Contract['liveCallList']>

export interface Card {
  call: LiveCall
  /** When the call was read from the service (browser clock, ms). */
  readAt: number
  /** When we found out that the call had ended (browser clock, ms); null while it is going on. */
  endedAt: number | null
  /** It was read some time before the wall was opened and not since. If it has ended, nobody saw it here, so it is not shown as ended. */
  isUnconfirmed?: boolean
}

/** How long an ended call stays on the wall, ms. */
export const endedShownMs = 30_000

/** A call that was read longer ago than this when the wall was opened has perhaps ended since, ms. */
const unconfirmedAgeMs = 20_000

/** When a call started (browser clock, ms). */
const startMsOf = ({ call, readAt }: Card) => readAt - (call.duration ?? 0) * 1_000

/**
 * The cards after an answer.
 *
 * @param cards the cards on the wall
 * @param calls the calls in the gateway's answer
 * @param clockAheadMs how far this browser's clock is ahead of the gateway's
 * @param now the current time (browser clock, ms)
 */
export function updateWall(
  cards: readonly Card[],
  calls: readonly LiveCall[],
  clockAheadMs: number,
  now: number,
): Card[] {
  const answered = new Map(calls.map((call) => [call.roomName, call]))
  const updated = cards.flatMap((card): Card[] => {
    const call = answered.get(card.call.roomName)
    if (!call?.live && card.isUnconfirmed) return []
    if (call === undefined) return [card.endedAt === null ? { ...card, endedAt: now } : card]
    if (call === card.call && call.readAt + clockAheadMs === card.readAt && call.live && card.endedAt === null)
      return [card]
    return [
      {
        // The last answer about an ended call may lack its message, so the card keeps the known facts.
        call: call.live
          ? call
          : {
              ...card.call,
              live: false,
              readAt: call.readAt,
              ...(call.outcome && { outcome: call.outcome, outcomeSource: call.outcomeSource }),
            },
        readAt: call.readAt + clockAheadMs,
        endedAt: call.live ? null : (card.endedAt ?? now),
        ...(card.isUnconfirmed && call.readAt === card.call.readAt && { isUnconfirmed: true }),
      },
    ]
  })
  const knownRooms = new Set(cards.map((card) => card.call.roomName))
  const added = [...answered.values()]
    .filter((call) => call.live && !knownRooms.has(call.roomName))
    .map((call): Card => {
      const readAt = call.readAt + clockAheadMs
      return { call, readAt, endedAt: null, ...(now - readAt > unconfirmedAgeMs && { isUnconfirmed: true }) }
    })
    .toSorted((a, b) => startMsOf(a) - startMsOf(b) || (a.call.roomName < b.call.roomName ? -1 : 1))
  return [...updated, ...added]
}

/** Removes calls that ended long enough ago. Do not call it while the pointer is over the wall. */
export const removeEnded = (cards: readonly Card[], now: number): Card[] =>
  cards.filter(({ endedAt }) => endedAt === null || now - endedAt < endedShownMs)

/** Most serious first. Not a list of the contract, whose schemas would make the first page heavier. */
const concernRanks: Record<CallConcernReason, number> = {
  asks_for_person: 0,
  watched_words: 1,
  negative: 2,
  falling: 3,
  repeats: 4,
  silence: 5,
  mailbox: 6,
  long: 7,
}
const noConcernRank = 8
const endedRank = 9

/** The rank of the most serious concern. A call that has ended needs no look any more, whatever its last reading found. */
const rankOf = ({ call: { concerns }, endedAt }: Card): number =>
  endedAt !== null ? endedRank : concerns[0] ? concernRanks[concerns[0].reason] : noConcernRank

/** The cards in the order in which the wall shows them: by their most serious concern, those without one as they came, ended ones last. */
export const sortByConcern = (cards: readonly Card[]): Card[] => cards.toSorted((a, b) => rankOf(a) - rankOf(b))

/** The cards in the order of these rooms. Cards of other rooms follow. */
function sortByRooms(cards: readonly Card[], rooms: readonly string[]): Card[] {
  const places = new Map(rooms.map((roomName, place) => [roomName, place]))
  const placeOf = ({ call }: Card) => places.get(call.roomName) ?? rooms.length
  return cards.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** @param cards in the order in which the calls came */
export type SortCards = (cards: readonly Card[]) => Card[]

export interface Wall {
  /** In the order in which the calls came. */
  cards: readonly Card[]
  /** In the order in which they are shown. */
  shown: readonly Card[]
  /** The calls that the cards were made from; undefined before the first answer. */
  calls: readonly LiveCall[] | undefined
  /** How far this browser's clock is ahead of the gateway's. */
  clockAheadMs: number
}

export const emptyWall: Wall = { cards: [], shown: [], calls: undefined, clockAheadMs: 0 }

/** Everything that the next wall is made from. */
export interface WallInput {
  /** The latest answer; the same object while it is unchanged. */
  calls: readonly LiveCall[] | undefined
  /** How far this browser's clock is ahead of the gateway's. */
  clockAheadMs: number
  /** Browser clock, ms. */
  now: number
  /** Whether the pointer is over the wall, so that nothing moves and nothing is removed. */
  isPointedAt: boolean
  /** The order of the cards while nobody points at them. */
  sort?: SortCards | undefined
}

/** The wall after an answer or a tick; the same object if nothing changed. */
export function nextWall(
  wall: Wall,
  { calls = wall.calls, clockAheadMs, now, isPointedAt, sort = sortByConcern }: WallInput,
): Wall {
  const isNew = calls !== wall.calls || clockAheadMs !== wall.clockAheadMs
  const cards = isNew && calls ? updateWall(wall.cards, calls, clockAheadMs, now) : wall.cards
  const remaining = isPointedAt ? cards : removeEnded(cards, now)
  const rooms = wall.shown.map(({ call }) => call.roomName)
  const shown = isPointedAt ? sortByRooms(remaining, rooms) : sort(remaining)
  const isSame = shown.length === wall.shown.length && shown.every((card, place) => card === wall.shown[place])
  return !isNew && isSame ? wall : { cards: remaining, shown, calls, clockAheadMs }
}

/**
 * The cards on the wall, updated with each answer.
 *
 * @param isPointedAt whether the pointer is over the wall
 * @param sort the order of the cards; by what needs a look if it is not given
 */
export function useWall(
  { data }: QueryState<{ calls: LiveCall[] }>,
  isPointedAt: boolean,
  sort?: SortCards,
): readonly Card[] {
  const [wall, setWall] = useState(emptyWall)
  const now = useBrowserTime()
  const next = nextWall(wall, { calls: data?.calls, clockAheadMs: use(BrowserClockOffset), now, isPointedAt, sort })
  if (next !== wall) setWall(next)
  return next.shown
}
