import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallConcern, LiveCall } from '#contract/index.ts'
import { type Card, emptyWall, endedShownMs, nextWall, removeEnded, updateWall, type Wall } from './wall.ts'

const call = (roomName: string, fields: Partial<LiveCall> = {}): LiveCall => ({
  id: roomName,
  roomName,
  customerPhone: '+14155550134',
  customerName: 'Ava Nguyen',
  aiAgentName: 'Renewals',
  duration: 30,
  sentiment: 'neutral',
  participants: [],
  status: 'active',
  lastMessage: 'Hello',
  readAt: 1_000_000,
  batchId: null,
  live: true,
  notFound: false,
  endAcceptedAt: null,
  concerns: [],
  outcome: '',
  outcomeSource: null,
  lastLines: [],
  moods: [],
  ...fields,
})
const startMs = 1_000_000
const rooms = (cards: readonly Card[]) => cards.map((card) => card.call.roomName)

describe('the wall', () => {
  const first = updateWall([], [call('b', { duration: 10 }), call('a', { duration: 50 })], 0, startMs)

  it('shows the longest call first when opened', () => {
    expect(rooms(first)).toEqual(['a', 'b'])
  })

  it('adds new calls at the end and keeps the order of the others, whatever order the service uses', () => {
    const next = updateWall(first, [call('c', { duration: 90 }), call('b'), call('a')], 0, startMs + 1_000)
    expect(rooms(next)).toEqual(['a', 'b', 'c'])
  })

  it('keeps an ended call in its place, marked as ended', () => {
    const next = updateWall(first, [call('b')], 0, startMs + 1_000)
    expect(rooms(next)).toEqual(['a', 'b'])
    expect(next[0]?.endedAt).toBe(startMs + 1_000)
    expect(next[1]?.endedAt).toBeNull()
  })

  it('keeps the last message of a call that the service reports as ended', () => {
    const next = updateWall(
      first,
      [call('a', { live: false, lastMessage: null, duration: null }), call('b')],
      0,
      startMs,
    )
    expect(next[0]?.call.lastMessage).toBe('Hello')
    expect(next[0]?.call.live).toBe(false)
    expect(next[0]?.endedAt).toBe(startMs)
  })

  it('shows the outcome of an ended call, as it was last known, or as it was corrected since', () => {
    const agreed = updateWall([], [call('a', { outcome: 'agreed' })], 0, startMs)
    const outcomeAfter = (outcome: string) =>
      updateWall(agreed, [call('a', { live: false, outcome })], 0, startMs)[0]?.call.outcome
    expect(outcomeAfter('')).toBe('agreed')
    expect(outcomeAfter('said_no')).toBe('said_no')
  })

  it('does not show a call as ended that was read before the wall was opened, and not since', () => {
    const old = { readAt: startMs - 60_000 }
    const cards = updateWall([], [call('a', old), call('b', old), call('c', { readAt: startMs - 5_000 })], 0, startMs)
    const later = updateWall(cards, [call('a', old), call('b')], 0, startMs + 1_000)
    expect(rooms(later)).toEqual(['a', 'b', 'c'])
    const last = updateWall(later, [], 0, startMs + 2_000)
    expect(rooms(last)).toEqual(['b', 'c'])
  })

  it('does not show calls that ended before the wall was opened', () => {
    expect(updateWall([], [call('z', { live: false })], 0, startMs)).toEqual([])
  })

  it('converts the time of each report to this browser’s clock', () => {
    const [card] = updateWall([], [call('a', { readAt: startMs - 12_000 })], 3_600_000, startMs)
    expect(card?.readAt).toBe(startMs - 12_000 + 3_600_000)
  })

  it('removes an ended call after 30 seconds', () => {
    const ended = updateWall(first, [call('b')], 0, startMs)
    expect(rooms(removeEnded(ended, startMs + endedShownMs - 1))).toEqual(['a', 'b'])
    expect(rooms(removeEnded(ended, startMs + endedShownMs))).toEqual(['b'])
  })

  it('removes nothing under the pointer, and removes ended calls when the pointer leaves', () => {
    const calls = [call('b')]
    const input = (isPointedAt: boolean, now: number) => ({ calls, clockAheadMs: 0, now, isPointedAt })
    const opened = nextWall(emptyWall, { ...input(false, startMs), calls: [call('a', { duration: 50 }), call('b')] })
    const ended = nextWall(opened, input(true, startMs))
    expect(rooms(ended.cards)).toEqual(['a', 'b'])
    const afterDelay = nextWall(ended, input(true, startMs + 2 * endedShownMs))
    expect(afterDelay).toBe(ended)
    expect(rooms(nextWall(afterDelay, input(false, startMs + 2 * endedShownMs)).cards)).toEqual(['b'])
  })

  it('stays the same object while answers are unchanged, and so does each card', () => {
    const [a, b] = [call('a', { duration: 50 }), call('b')]
    const input = { calls: [a, b], clockAheadMs: 0, now: startMs, isPointedAt: false }
    const wall = nextWall(emptyWall, input)
    expect(nextWall(wall, { ...input, now: startMs + 1_000 })).toBe(wall)
    const changed = nextWall(wall, { ...input, calls: [a, call('b', { lastMessage: 'Bye' })] })
    expect(changed.cards[0]).toBe(wall.cards[0])
    expect(changed.cards[1]?.call.lastMessage).toBe('Bye')
    expect(nextWall(changed, { ...input, calls: changed.calls, clockAheadMs: 1_000 }).cards[0]?.readAt).toBe(
      a.readAt + 1_000,
    )
  })

  it('never swaps two cards, whatever calls startMs and end', () => {
    const answer = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
        let cards: Card[] = []
        let now = startMs
        for (const names of answers) {
          now += 1_000
          const before = rooms(cards)
          cards = updateWall(
            cards,
            names.map((name) => call(name)),
            now,
            now,
          )
          expect(rooms(cards).slice(0, before.length)).toEqual(before)
          expect(new Set(rooms(cards)).size).toBe(cards.length)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('calls that need a look', () => {
  const concern = (reason: CallConcern['reason']): CallConcern => ({ reason, words: '', since: 1 })
  const wallOf = (wall: Wall, calls: LiveCall[], isPointedAt = false) =>
    nextWall(wall, { calls, clockAheadMs: 0, now: 1_000_000, isPointedAt })
  const calm = wallOf(emptyWall, [call('a', { duration: 50 }), call('b', { duration: 40 }), call('c')])

  it('come first, the most serious first, and return to their place when nothing is wrong any more', () => {
    const troubled = wallOf(calm, [
      call('a', { duration: 50 }),
      call('b', { duration: 40, concerns: [concern('silence')] }),
      call('c', { concerns: [concern('asks_for_person'), concern('long')] }),
    ])
    expect(rooms(troubled.shown)).toEqual(['c', 'b', 'a'])
    expect(
      rooms(wallOf(troubled, [call('a', { duration: 50 }), call('b', { duration: 40 }), call('c')]).shown),
    ).toEqual(['a', 'b', 'c'])
  })

  it('are not separated by one that has ended, which comes after the others', () => {
    const troubled = wallOf(calm, [
      call('a', { concerns: [concern('long')] }),
      call('b', { concerns: [concern('negative')] }),
      call('c', { concerns: [concern('mailbox')] }),
    ])
    expect(rooms(troubled.shown)).toEqual(['b', 'c', 'a'])
    // The service no longer lists it, or the gateway says that it has ended.
    const others = [call('a', { concerns: [concern('long')] }), call('c', { concerns: [concern('mailbox')] })]
    expect(rooms(wallOf(troubled, others).shown)).toEqual(['c', 'a', 'b'])
    expect(rooms(wallOf(troubled, [...others, call('b', { live: false })]).shown)).toEqual(['c', 'a', 'b'])
    expect(rooms(wallOf(troubled, others, true).shown)).toEqual(['b', 'c', 'a'])
  })

  it('and others in progress come before those that have ended', () => {
    const ended = wallOf(calm, [call('b', { duration: 40 }), call('c'), call('d')])
    expect(rooms(ended.shown)).toEqual(['b', 'c', 'd', 'a'])
    expect(rooms(wallOf(calm, [call('b', { duration: 40 }), call('c')], true).shown)).toEqual(['a', 'b', 'c'])
  })

  it('do not move while the pointer is over the wall', () => {
    const calls = [call('a', { duration: 50 }), call('b', { duration: 40 }), call('c', { concerns: [concern('long')] })]
    const pointedAt = wallOf(calm, [...calls, call('d')], true)
    expect(rooms(pointedAt.shown)).toEqual(['a', 'b', 'c', 'd'])
    expect(rooms(wallOf(pointedAt, [...calls, call('d')]).shown)).toEqual(['c', 'a', 'b', 'd'])
  })
})
