/** The requests that missing names cost. */
import { expect, test } from 'vitest'
import { type Script, world } from '../testing/testing.ts'

const agentsOf =
  (known: string[]): Script =>
  ({ path }) => {
    const [, agentId = '', calls] = /^\/v1\/api\/batch-calls\/of-([a-z]+)(\/\w+)?$/.exec(path) ?? []
    if (agentId !== '' && calls === undefined)
      return { body: { id: `of-${agentId}`, agentId, isComplete: true, completed: 1 } }
    const agents = known.map((id) => ({ id, name: `The agent ${id}` }))
    return path.startsWith('/api/v1/agents?') && path.includes('limit=100') ? { body: { agents } } : undefined
  }

test('the names of the agents of many batches cost one read, and one more for each deleted agent', async () => {
  const known = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
  const { service, grace } = await world(agentsOf(known))
  for (const agentId of ['deleted', ...known]) await grace.post('/gateway/batches', { batchId: `of-${agentId}` })
  const before = service.asked('GET', '/api/v1/agents').length
  const names = async () =>
    (await grace.get('/gateway/batches')).json.batches as { agentId: string; agentName: string | null }[]
  await expect.poll(async () => (await names()).filter(({ agentName }) => agentName !== null).length).toBe(known.length)
  await expect.poll(async () => (await names(), service.asked('GET', '/api/v1/agents/deleted').length)).toBe(1)
  // However often the list is viewed.
  for (let i = 0; i < 5; i += 1) await names()
  expect(service.asked('GET', '/api/v1/agents').length - before).toBe(2)
})
