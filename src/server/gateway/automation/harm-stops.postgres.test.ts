/** Several gateways on one PostgreSQL cancel a batch that calls people who should not be called, once. */
import { expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { quickPace } from '../testing/postgres.ts'
import { readCalls, scriptSaid } from '../testing/said-in-batch.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, batchForm, startScriptedService, startTestGateway } from '../testing/testing.ts'

async function startOn(databaseUrl: string, serviceUrl: string) {
  const own = await openGatewayStore({ url: databaseUrl, schema: 'switchboard' }, true, quickPace)
  const options = { store: own.store, cluster: own.cluster, clock: own.clock }
  const environment = { SERVICE_REQUESTS_PER_MINUTE: '6000' }
  const { gateway, browser } = await startTestGateway(serviceUrl, { ...options, environment })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await gateway.close()
    await own.release()
  }
  afterTest(close)
  return { close, grace: await browser().signInAsDemo() }
}

test.each([
  ['both see the calls at once', false],
  ['the one that watched ends before the last call', true],
])('two gateways cancel once: %s', { tags: ['R07'] }, async (_, endsEarly) => {
  const hungUp = { line: 'Hello?', seconds: 8 }
  const service = await startScriptedService(scriptSaid([hungUp, hungUp, hungUp, hungUp]).script)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const first = await startOn(url, service.url)
  const second = await startOn(url, service.url)
  const cancels = () => service.requestsTo('DELETE', '/v1/api/batch-calls/batch_1').length
  await first.grace.post('/gateway/launches', batchForm(undefined, { harm: 'cancel' }), { key: 'start' })
  await Promise.all([readCalls(first.grace, 2), readCalls(second.grace, 2)])
  expect(cancels()).toBe(0)
  if (endsEarly) await first.close()
  await Promise.all([readCalls(second.grace, 3, 2), endsEarly || readCalls(first.grace, 3, 2)])
  await expect.poll(cancels, { timeout: 20_000 }).toBe(1)
  // The service reports the batch as running for a while after the cancel.
  await Promise.all([readCalls(second.grace, 4, 3), endsEarly || readCalls(first.grace, 4, 3)])
  const audited = async () =>
    ((await second.grace.get('/gateway/history?endpoint=batchCancel')).json as unknown as { entries: object[] }).entries
  await expect.poll(audited).toMatchObject([{ operator: 'Switchboard', state: 'done' }])
  expect(cancels()).toBe(1)
})
