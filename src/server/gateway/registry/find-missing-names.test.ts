/** Tests how many requests missing names cost. */
import { expect, test } from 'vitest'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const scriptWithAgents =
  (agentIds: string[]): Script =>
  ({ path }) => {
    const [, agentId = '', calls] = /^\/v1\/api\/batch-calls\/of-([a-z]+)(\/\w+)?$/.exec(path) ?? []
    if (agentId !== '' && calls === undefined)
      return { body: { id: `of-${agentId}`, agentId, isComplete: true, completed: 1 } }
    const agents = agentIds.map((id) => ({ id, name: `The agent ${id}` }))
    return path.startsWith('/api/v1/agents?') && path.includes('limit=100') ? { body: { agents } } : undefined
  }

test('the names of the agents of many batches cost one read, and one more for each deleted agent', async () => {
  const existing = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
  const { service, grace } = await startGatewayWithService(scriptWithAgents(existing))
  for (const agentId of ['deleted', ...existing]) await grace.post('/gateway/batches', { batchId: `of-${agentId}` })
  const readsBefore = service.requestsTo('GET', '/api/v1/agents').length
  const listBatches = async () =>
    (await grace.get('/gateway/batches')).json.batches as { agentId: string; agentName: string | null }[]
  await expect
    .poll(async () => (await listBatches()).filter(({ agentName }) => agentName !== null).length)
    .toBe(existing.length)
  await expect
    .poll(async () => (await listBatches(), service.requestsTo('GET', '/api/v1/agents/deleted').length))
    .toBe(1)
  // The number of requests does not depend on how often the list is viewed.
  for (let count = 0; count < 5; count += 1) await listBatches()
  expect(service.requestsTo('GET', '/api/v1/agents').length - readsBefore).toBe(2)
})
