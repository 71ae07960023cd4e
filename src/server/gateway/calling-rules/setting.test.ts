import { expect, test } from 'vitest'
import { openTestStore } from '../testing/store.ts'
import { world } from '../testing/testing.ts'

const path = '/gateway/calling-rules'

test('calling rules are the usual ones until an administrator changes some; they hold in their workspace, after a restart too', async () => {
  const store = await openTestStore()
  const { grace } = await world(undefined, { store })
  const usual = { limits: { perDay: 1, perWeek: 3 } }
  expect((await grace.get(path)).json).toEqual(usual)
  const changed = { limits: { perDay: 2, perWeek: 5 } }
  expect((await grace.ask('PUT', path, { body: changed })).json).toEqual(changed)
  expect((await grace.ask('PUT', path, { body: { limits: { perDay: 0, perWeek: 5 } } })).status).toBe(400)
  const again = await (await world(undefined, { store })).browser().land('ready-support')
  expect((await again.get(path)).json).toEqual(changed)
  expect((await again.get(path, { headers: { 'x-workspace-id': 'ws_other' } })).json).toEqual(usual)
})
