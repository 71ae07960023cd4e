/** A database whose connection breaks in the moment of a commit: nobody is told that it was recorded, though it was. */
import { expect, test } from 'vitest'
import type { Store } from './database.ts'
import { effectRows } from './effects.ts'
import { type Script, world } from './testing.ts'
import { loseAnswerOfCommit, openTestStore } from './testing-store.ts'

const agent = { id: 'agent1', name: 'Nora' }
const script: Script = ({ method, path }) => {
  if (method === 'PATCH' && path.startsWith('/api/v1/agents/')) return { body: agent }
  if (method === 'POST' && path === '/v1/api/batch-calls')
    return { body: { batchId: 'batch_1', totalCalls: 1, status: 'queued', message: 'ok' } }
  return undefined
}

async function openWorld() {
  const store = await openTestStore()
  return { store, ...(await world(script, { store })) }
}
const states = async (store: Store) => (await effectRows(store).orderBy('e.at').execute()).map(({ state }) => state)

test('R22 the end of an effect is recorded once, and holds up no other', async () => {
  const { store, grace } = await openWorld()
  const change = (name: string, key: string) => grace.ask('PATCH', '/api/v1/agents/agent1', { body: { name }, key })
  const answers = () => store.selectFrom('answers').select('effect_id').execute()
  loseAnswerOfCommit(store, async () => (await answers()).length > 0)
  expect((await change('Nora', 'k1')).status).toBe(200)
  expect((await change('Nora', 'k2')).status).toBe(200)
  expect(await states(store)).toEqual(['done', 'done'])
  const steps = await store.selectFrom('history').select('state').orderBy('seq').execute()
  expect(steps.map(({ state }) => state)).toEqual(['sending', 'done', 'sending', 'done'])
})
