/** What the audit says of changed records. */
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/index.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const anna = {
  id: 'a1',
  name: 'Anna',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
  personality: 'Friendly',
  phoneNumber: '+14155550100',
  settings: { speed: 0.5 },
}

async function openWorld() {
  const { grace } = await startGatewayWithService(({ method, path, body }) => {
    const sent = body === '' ? {} : (JSON.parse(body) as object)
    if (method === 'POST' && path === '/api/v1/agents') return { body: { ...sent, id: 'a2' } }
    return path === '/api/v1/agents/a1' ? { body: { ...anna, ...sent } } : undefined
  })
  return {
    grace,
    send: (method: string, path: string, body: object) =>
      grace.request(method, path, { body, key: crypto.randomUUID() }),
    entries: async (filter = 'state=done') =>
      (await grace.get(`/gateway/history?${filter}`)).json.entries as HistoryEntry[],
  }
}

test('a created agent is named, with a link to its version', async () => {
  const { send, entries } = await openWorld()
  await send('POST', '/api/v1/agents', { name: 'Bo', model: 'gpt-4o', voice: anna.voice })
  expect((await entries())[0]).toMatchObject({
    endpoint: 'agentCreate',
    ids: { agentId: 'a2' },
    names: { agentId: 'Bo' },
    version: { kind: 'agent', recordId: 'a2', number: 1, changes: null },
  })
})

test('a created agent is found by its ID, which the service chose', async () => {
  const { send, entries } = await openWorld()
  await send('POST', '/api/v1/agents', { name: 'Bo', model: 'gpt-4o', voice: anna.voice })
  await send('POST', '/api/v1/agents', { name: 'Cy', model: 'gpt-4o', voice: anna.voice, phoneNumber: '1' })
  expect(await entries('thing=a2')).toMatchObject([{ endpoint: 'agentCreate', state: 'done' }])
})

test('a change names its fields, and only short safe values; also in the CSV file', {
  tags: ['audit-has-no-texts'],
}, async () => {
  const { send, entries, grace } = await openWorld()
  await grace.get('/api/v1/agents/a1')
  const change = { model: 'gpt-4.1', personality: 'Strict', phoneNumber: '+14155550199', settings: { speed: 0.9 } }
  await send('PATCH', '/api/v1/agents/a1', change)
  expect((await entries())[0]?.version?.changes).toEqual([
    { part: 'field', change: 'changed', names: [], field: 'model', from: 'gpt-4o', to: 'gpt-4.1' },
    { part: 'field', change: 'changed', names: [], field: 'personality', from: null, to: null },
    { part: 'field', change: 'changed', names: [], field: 'phoneNumber', from: null, to: null },
    { part: 'field', change: 'changed', names: [], field: 'settings.speed', from: 0.5, to: 0.9 },
  ])
  const { text } = await grace.get('/gateway/history.csv')
  expect(text).toContain(
    'Language model changed from gpt-4o to gpt-4.1; Personality changed; Phone number changed; Speaking speed changed from 0.5 to 0.9',
  )
  for (const secret of ['Strict', 'Friendly', '4155550199']) expect(text).not.toContain(secret)
})
