/** Several gateways on one PostgreSQL read what came of calls once, and go on when one of them ends. */
import { expect, test } from 'vitest'
import type { BatchResults } from '#contract/index.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { readRecords, scriptEndedBatches } from '../testing/ended-batches.ts'
import { quickPace } from '../testing/postgres.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, startScriptedService, startTestGateway } from '../testing/testing.ts'

const calls = 60
/** Every fifth call says in the list that nobody answered. */
const records = 48

async function startOn(databaseUrl: string, serviceUrl: string) {
  const own = await openGatewayStore({ url: databaseUrl, schema: 'switchboard' }, true, quickPace)
  const { gateway, browser } = await startTestGateway(serviceUrl, {
    store: own.store,
    cluster: own.cluster,
    clock: own.clock,
    seed: [{ batchId: 'b1', name: 'b1', agentId: null }],
    environment: { SERVICE_REQUESTS_PER_MINUTE: '6000' },
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await gateway.close()
    await own.release()
  }
  afterTest(close)
  return { close, browser: await browser().signInAsDemo() }
}

test('two gateways read each record once, also if the one that reads ends in between', {
  tags: ['R54', 'one-gateway-reads-outcomes'],
}, async () => {
  const service = await startScriptedService(scriptEndedBatches({ b1: calls }))
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const first = await startOn(url, service.url)
  const second = await startOn(url, service.url)
  await first.browser.request('PUT', '/gateway/outcome-share', { body: { percent: 50 } })
  await second.browser.get('/v1/api/batch-calls/b1/status')
  await expect.poll(() => readRecords(service).length).toBeGreaterThan(5)
  await first.close()
  expect(readRecords(service).length).toBeLessThan(records)
  const results = async () => (await second.browser.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  await expect.poll(async () => (await results()).seen, { timeout: 30_000 }).toBe(calls)
  expect(new Set(readRecords(service)).size).toBe(records)
  expect(readRecords(service)).toHaveLength(records)
})
