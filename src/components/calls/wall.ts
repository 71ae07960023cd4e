/**
 * The cards of the wall. A card keeps its place as long as it is there: calls that are new go to the end, calls that ended stay
 * a while, dimmed, and are taken away only when nobody points at the wall.
 */
import { use, useState } from 'react'
import type { Reading } from '#api/reads.ts'
import type { Contract, LiveCall, ResponseOf } from '#contract/index.ts'
import { ClockAhead, useNow } from '#ui/time/clock.ts'

export type LiveCalls = ResponseOf<Contract['liveCallList']>

export interface Card {
  call: LiveCall
  /** When the service was asked about this call (browser clock, ms). */
  readAt: number
  /** When we learned that it had ended (browser clock, ms); null while it goes on. */
  endedAt: number | null
}

/** How long an ended call stays, in milliseconds. */
export const lingering = 30_000

const begun = ({ call, readAt }: Card) => readAt - (call.duration ?? 0) * 1_000

/**
 * The cards after an answer.
 *
 * @param cards those on the wall
 * @param calls what the gateway answered
 * @param ahead how far this browser's clock is ahead of the gateway's, by which a call was read (ms)
 * @param now this moment (browser clock, ms)
 */
export function updateWall(cards: readonly Card[], calls: readonly LiveCall[], ahead: number, now: number): Card[] {
  const answered = new Map(calls.map((call) => [call.roomName, call]))
  const kept = cards.map((card): Card => {
    const call = answered.get(card.call.roomName)
    if (call === undefined) return card.endedAt === null ? { ...card, endedAt: now } : card
    if (call === card.call && call.readAt + ahead === card.readAt && call.live && card.endedAt === null) return card
    return {
      // An answer for a call that is over may have lost the words; the last ones stay.
      call: call.live ? call : { ...card.call, live: false, readAt: call.readAt },
      readAt: call.readAt + ahead,
      endedAt: call.live ? null : (card.endedAt ?? now),
    }
  })
  const known = new Set(cards.map((card) => card.call.roomName))
  const fresh = [...answered.values()]
    .filter((call) => call.live && !known.has(call.roomName))
    .map((call): Card => ({ call, readAt: call.readAt + ahead, endedAt: null }))
    .toSorted((one, other) => begun(one) - begun(other) || (one.call.roomName < other.call.roomName ? -1 : 1))
  return [...kept, ...fresh]
}

/** The cards without those that ended long enough ago. Call it only when nobody points at the wall. */
export const sweep = (cards: readonly Card[], now: number): Card[] =>
  cards.filter(({ endedAt }) => endedAt === null || now - endedAt < lingering)

export interface Wall {
  cards: readonly Card[]
  /** What they were made from; undefined before the first answer. */
  calls: readonly LiveCall[] | undefined
  ahead: number
}

export const emptyWall: Wall = { cards: [], calls: undefined, ahead: 0 }

/** What is known at this moment. */
export interface Moment {
  /** The latest answer: the same object while it says the same. */
  calls: readonly LiveCall[] | undefined
  /** How far this browser's clock is ahead of the gateway's, ms. */
  ahead: number
  now: number
  /** Somebody points at the wall: nothing is taken away. */
  held: boolean
}

/** The wall after this moment; the same object where nothing changed. */
export function advance(wall: Wall, { calls = wall.calls, ahead, now, held }: Moment): Wall {
  const isNew = calls !== wall.calls || ahead !== wall.ahead
  const cards = isNew && calls ? updateWall(wall.cards, calls, ahead, now) : wall.cards
  const kept = held ? cards : sweep(cards, now)
  return !isNew && kept.length === wall.cards.length ? wall : { cards: kept, calls, ahead }
}

export interface Filter {
  agent: string
  sentiment: string
}

/** The cards that a filter keeps; '' keeps all. */
export const filterCards = (cards: readonly Card[], { agent, sentiment }: Filter): Card[] =>
  cards.filter(
    ({ call }) =>
      (agent === '' || call.aiAgentName === agent) && (sentiment === '' || call.sentiment.toLowerCase() === sentiment),
  )

/**
 * The cards of the wall while answers come in.
 *
 * @param held somebody points at the wall
 */
export function useWall({ data }: Reading<{ calls: LiveCall[] }>, held: boolean): readonly Card[] {
  const [wall, setWall] = useState(emptyWall)
  const now = useNow()
  const next = advance(wall, { calls: data?.calls, ahead: use(ClockAhead), now, held })
  if (next !== wall) setWall(next)
  return next.cards
}
