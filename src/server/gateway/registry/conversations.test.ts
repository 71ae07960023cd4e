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
