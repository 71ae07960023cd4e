import { describe, expect, test } from 'vitest'
import type { Card } from '#components/calls/wall.ts'
import {
  cardSizeFor,
  filterCards,
  inKeptPlaces,
  lastLinesOf,
  moodOf,
  neighbourOf,
  resultOf,
  sharedFactsOf,
  showsOwnAge,
  sortBy,
  withEnded,
} from './wall-cards.ts'

const card = (readAt: number, aiAgentName = 'Renewals', endedAt: number | null = null): Card => ({
  call: {
    id: '',
    roomName: `room-${readAt}`,
    customerPhone: '',
    customerName: null,
    aiAgentName,
    duration: 30,
    sentiment: '',
    participants: [],
    status: '',
    lastMessage: null,
    readAt,
    batchId: null,
    live: true,
    notFound: false,
    endAcceptedAt: null,
    concerns: [],
    outcome: '',
    outcomeSource: null,
    lastLines: [],
    moods: [],
  },
  readAt,
  endedAt,
})

test('a call without an outcome is not said to be answered, whatever was said in it', () => {
  const { call } = card(1_000)
  const greeting = { ...call, lastMessage: 'Please leave a message after the tone.' }
  expect(resultOf(greeting)).toEqual({ state: 'ended', result: null, resultSource: null })
  expect(resultOf({ ...greeting, outcome: 'mailbox', outcomeSource: 'transcript' })).toEqual({
    state: 'ended',
    result: 'mailbox',
    resultSource: 'transcript',
  })
})

test('an agent who has all calls is named once; a single call names its own', () => {
  expect(sharedFactsOf([card(1_000), card(9_000)])).toEqual({ agentName: 'Renewals', latestReadAt: 9_000 })
  expect(sharedFactsOf([card(1_000), card(9_000, 'Scheduling')]).agentName).toBeNull()
  expect(sharedFactsOf([card(1_000)]).agentName).toBeNull()
  expect(sharedFactsOf([card(1_000, ''), card(2_000, '')]).agentName).toBeNull()
})

test('a card shows its own age if it was read notably earlier than the latest one, or has ended', () => {
  const shared = sharedFactsOf([card(1_000), card(9_000)])
  expect(showsOwnAge(card(1_000), shared)).toBe(true)
  expect(showsOwnAge(card(4_000), shared)).toBe(false)
  expect(showsOwnAge(card(9_000, 'Renewals', 9_500), shared)).toBe(true)
})

test('cards can be sorted by age, customer and agent instead of by what needs a look', () => {
  const named = (readAt: number, customerName: string | null, agentName: string): Card => {
    const { call, ...rest } = card(readAt, agentName)
    return { ...rest, call: { ...call, customerName } }
  }
  const cards = [named(1, null, 'Nora'), named(2, 'zoe', 'Finn'), named(3, 'Ann', 'Nora')]
  const order = (name: Parameters<typeof sortBy>[0]) => sortBy(name)?.(cards).map(({ readAt }) => readAt)
  expect(order('')).toBeUndefined()
  expect(order('longest')).toEqual([1, 2, 3])
  expect(order('newest')).toEqual([3, 2, 1])
  expect(order('customer')).toEqual([3, 2, 1])
  expect(order('agent')).toEqual([2, 1, 3])
})

test('cards are filtered by agent, sentiment, and whether somebody should look at the call', () => {
  const calm = card(1_000, 'Support')
  const negative = card(2_000)
  const troubled = {
    ...negative,
    call: { ...negative.call, sentiment: 'Negative', concerns: [{ reason: 'negative' as const, words: '', since: 0 }] },
  }
  const cards = [calm, troubled]
  const all = { agent: '', sentiment: '', needsLook: false }
  expect(filterCards(cards, { ...all, sentiment: 'negative' })).toEqual([troubled])
  expect(filterCards(cards, { ...all, agent: 'Support' })).toEqual([calm])
  expect(filterCards(cards, { ...all, agent: 'Support', sentiment: 'negative' })).toEqual([])
  expect(filterCards(cards, { ...all, needsLook: true })).toEqual([troubled])
  expect(filterCards([{ ...troubled, endedAt: 3_000 }], { ...all, needsLook: true })).toEqual([])
})

test('the previous and the next call end at the first and the last; an unknown call leads to the first', () => {
  const cards = [card(1), card(2), card(3)]
  const roomAfter = (roomName: string, step: 1 | -1) => neighbourOf(cards, roomName, step)?.call.roomName
  expect(roomAfter('room-1', 1)).toBe('room-2')
  expect(roomAfter('room-3', -1)).toBe('room-2')
  expect(roomAfter('room-1', -1)).toBeUndefined()
  expect(roomAfter('room-3', 1)).toBeUndefined()
  expect(roomAfter('other', 1)).toBe('room-1')
})

describe('beside an open call', () => {
  const [one, two, three, four] = [card(1_000), card(2_000), card(3_000), card(4_000)]

  test('no card moves when another needs a look, ends or leaves the wall', () => {
    expect(inKeptPlaces([one, two, three], [three, one, two])).toEqual([one, two, three])
    expect(inKeptPlaces([one, two, three], [two, three])).toEqual([{ ...one, endedAt: 1_000 }, two, three])
  })

  test('a call that only the filters leave out goes on in its place, until a new one takes it', () => {
    expect(inKeptPlaces([one, two], [two], [one, two])).toEqual([one, two])
    expect(inKeptPlaces([one, two], [two, four], [one, two, four])).toEqual([four, two])
  })

  test('a new call takes the place of one that has left the wall, or comes last', () => {
    const ended = card(1_000, 'Renewals', 1_500)
    expect(inKeptPlaces([ended, two], [two, ended, four])).toEqual([ended, two, four])
    expect(inKeptPlaces([ended, two], [two, four])).toEqual([four, two])
  })

  test('what has left the wall goes from the end of the list, and an unchanged list is the same', () => {
    expect(inKeptPlaces([one, two], [one])).toEqual([one])
    const shown = [one, two]
    expect(inKeptPlaces(shown, [two, one])).toBe(shown)
  })
})

test('cards are larger the fewer calls there are, and do not change back and forth with each call', () => {
  expect([4, 5, 12, 13].map((count) => cardSizeFor(count, null))).toEqual(['stage', 'medium', 'medium', 'compact'])
  expect([cardSizeFor(4, 'medium'), cardSizeFor(3, 'medium'), cardSizeFor(5, 'stage')]).toEqual([
    'medium',
    'stage',
    'medium',
  ])
})

test('calls that ended are named the latest first, until one is found again', () => {
  const [first, second] = [card(1_000, 'Renewals', 1_500), card(2_000, 'Renewals', 2_500)]
  const ended = withEnded([first], [second, first])
  expect(ended).toEqual([second, first])
  expect(withEnded(ended, [])).toBe(ended)
  expect(withEnded(ended, [card(2_000)])).toEqual([first])
})

test('the last lines of a call include the one that made it need a look, wherever it was said', () => {
  const words = ['I want a refund.', 'Of course.', 'Thank you.', 'You are welcome.']
  const call = { ...card(1).call, lastLines: words.map((content) => ({ role: 'user', content })) }
  const shown = (quoted: string, count: number) => lastLinesOf(call, quoted, count).map(({ content }) => content)
  expect(shown('', 2)).toEqual(['Thank you.', 'You are welcome.'])
  expect(shown('You are…', 2)).toEqual(['Thank you.', 'You are welcome.'])
  expect(shown('I want a…', 2)).toEqual(['I want a refund.', 'You are welcome.'])
  expect(shown('I want a…', 4)).toEqual(['I want a refund.', 'Thank you.', 'You are welcome.'])
  expect(shown('Said before.', 4)).toEqual(['Said before.', 'Thank you.', 'You are welcome.'])
  expect(lastLinesOf({ ...call, lastLines: [], lastMessage: 'Hello?' }, 'Said before.', 2)).toEqual([
    { role: '', content: 'Said before.', isQuoted: true },
    { role: '', content: 'Hello?', isQuoted: false },
  ])
})

test('a call has a sentiment once somebody has spoken', () => {
  const call = { ...card(1).call, sentiment: 'neutral' }
  expect(moodOf(call, { state: 'ringing' })).toBeNull()
  expect(moodOf(call, { state: 'live' })).toBeNull()
  const talking = { ...call, lastMessage: 'Hello' }
  expect(moodOf(talking, { state: 'live' })).toBe('Neutral')
  expect(moodOf({ ...talking, sentiment: '' }, { state: 'live' })).toBeNull()
})
