/** The rules of a workspace about which calls need a look. */
import { expect, test } from 'vitest'
import type { LiveCall } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const path = '/gateway/call-concerns'

test('a workspace has the default rules until an administrator changes them; the audit has no watched words', async () => {
  const { grace, browser } = await startGatewayWithService()
  expect((await grace.get(path)).json).toEqual({ watchedWords: [], longCallMinutes: 10 })
  const watchedWords = ['Ombudsman', 'legal action']
  expect((await grace.request('PUT', path, { body: { watchedWords } })).json).toEqual({
    watchedWords,
    longCallMinutes: 10,
  })
  const refused = [
    { watchedWords: ['?!'] },
    { watchedWords: ['x'.repeat(61)] },
    { watchedWords: Array.from({ length: 51 }, (_, index) => `word ${index}`) },
    { longCallMinutes: 0 },
    { longCallMinutes: 61 },
  ]
  for (const body of refused) expect((await grace.request('PUT', path, { body })).status).toBe(400)
  const support = await browser().signInAsDemo('ready-support')
  expect((await support.get(path)).json).toEqual({ watchedWords, longCallMinutes: 10 })
  expect((await support.request('PUT', path, { body: { longCallMinutes: 5 } })).status).toBe(403)
  expect((await support.get(path, { headers: { 'x-workspace-id': 'ws_other' } })).json).toMatchObject({
    watchedWords: [],
  })
  const history = await grace.get('/gateway/history')
  expect(history.text).toContain('watchedWords')
  expect(history.text).not.toContain('Ombudsman')
})

test('a change applies to the calls on the wall before they are read again, at each gateway', async () => {
  const lastMessage = 'Then I will write to the ombudsman.'
  const call = { id: 'c1', roomName: 'a1-r1', customerPhone: '+14155550134', participants: [], duration: 200 }
  const store = await openTestStore()
  let lists = 0
  const script = ({ path: requested }: { path: string }) => {
    if (!requested.startsWith('/v2/api/active-calls')) return undefined
    lists += 1
    // The calls are read once, so what is found later comes from that reading.
    return lists > 2 ? { status: 500 } : { body: { data: [{ ...call, lastMessage }], count: 1 } }
  }
  const first = await startGatewayWithService(script, { store })
  const second = await startGatewayWithService(script, { store })
  const reasons = async ({ grace }: typeof first) =>
    ((await grace.get('/gateway/live-calls')).json as unknown as { calls: LiveCall[] }).calls.map(({ concerns }) =>
      concerns.map(({ reason }) => reason),
    )
  for (const gateway of [first, second]) await expect.poll(() => reasons(gateway)).toEqual([[]])
  const body = { watchedWords: ['Ombudsman'], longCallMinutes: 3 }
  await first.grace.request('PUT', path, { body })
  for (const gateway of [first, second]) await expect.poll(() => reasons(gateway)).toEqual([['watched_words', 'long']])
})
