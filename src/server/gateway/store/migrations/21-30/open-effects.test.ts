import { expect, test } from 'vitest'
import { openStoreBefore } from '../../../testing/store.ts'
import { openEffects } from './24-open-effects.ts'

test('assigns no gateway to open effects of an earlier version', async () => {
  const store = await openStoreBefore('2026-12-24')
  const effect = {
    endpoint: 'callSend',
    ids: '{}',
    target: null,
    body: '',
    operator_id: 'grace',
    operator: 'Grace',
    at: 1,
  }
  const statesByEffect: Record<string, string[]> = {
    held: ['held'],
    sent: ['held', 'sending'],
    unknown: ['sending', 'unknown'],
    done: ['sending', 'done'],
    settled: ['sending', 'unknown', 'settled'],
  }
  for (const [id, states] of Object.entries(statesByEffect)) {
    await store
      .insertInto('effects')
      .values({ ...effect, id, key: id })
      .execute()
    for (const state of states)
      await store
        .insertInto('history')
        .values({ effect_id: id, state, at: 1, operator: null, happened: null, reason: null })
        .execute()
  }
  await openEffects.up(store)
  const withoutGateway = { gateway: null, due_at: null, delayed: null }
  expect(await store.selectFrom('open_effects').selectAll().orderBy('effect_id').execute()).toEqual([
    { effect_id: 'held', state: 'held', ...withoutGateway },
    { effect_id: 'sent', state: 'sending', ...withoutGateway },
    { effect_id: 'unknown', state: 'unknown', ...withoutGateway },
  ])
})
