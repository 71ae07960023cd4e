import { expect, test } from 'vitest'
import type { Conversation } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import { conversationListRead, conversationRead, openConversations } from './conversations.ts'

test('one page of the list, or a single conversation, does not change which conversations are listed', async () => {
  const conversations = await openConversations(await openTestStore(), clock)
  const observe = (read: ReturnType<typeof conversationListRead>, data: unknown) =>
    conversations.observe(read, { data, readAt: clock.steady(), refusal: null } as never)
  const one = (_id: string) => ({ _id, customer: {}, messages: [] }) as unknown as Conversation
  const listed = () => conversations.all('main').map(({ id, isListed }) => [id, isListed])
  const list = conversationListRead('main')
  await observe(list, [one('c1'), one('c2')])
  await observe({ ...list, query: { page: 2 } }, [one('c1'), one('c3')])
  await observe({ ...list, query: { limit: 1 } }, [one('c1'), one('c3')])
  await observe(conversationRead('c4', 'main'), one('c4'))
  expect(listed()).toEqual([
    ['c1', true],
    ['c2', true],
    ['c3', false],
    ['c4', false],
  ])
  await observe(list, [one('c3')])
  expect(listed().filter(([, isListed]) => isListed)).toEqual([['c3', true]])
})

test('conversations that are too many to load at the start are counted, until somebody opens them', async () => {
  const store = await openTestStore()
  const before = await openConversations(store, clock)
  const ids = Array.from({ length: 2_003 }, (_, index) => `c${index}`)
  await before.track('main', ids)
  expect([before.all('main').length, before.countOlder('main'), before.countUnread('main')]).toEqual([2_003, 0, 2_003])
  const after = await openConversations(store, clock)
  expect([after.all('main').length, after.countOlder('main'), after.countUnread('main')]).toEqual([2_000, 3, 2_003])
  const older = ids.find((id) => !after.find('main', id)) ?? ''
  await after.track('main', [older, 'new'])
  expect([after.all('main').length, after.countOlder('main')]).toEqual([2_002, 2])
})
