/** Exports where several gateways share a PostgreSQL. */
import { expect, test } from 'vitest'
import type { BatchExport } from '#contract/index.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'

test('every gateway lists an export, and another gateway reads it after its own gateway shuts down', async () => {
  let sendAnswer = () => {}
  const answerSent = new Promise<void>((resolve) => {
    sendAnswer = resolve
  })
  let requestCount = 0
  const script: Script = ({ path }) => {
    if (!path.includes('/batch_1/calls')) return undefined
    requestCount += 1
    const calls = [{ jobId: 'call_1', status: 'completed', phone_number: '+19075550100', metadata: { name: 'Ava' } }]
    const pagination = { page: 1, limit: 100, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
    return { body: { calls, pagination }, ...(requestCount === 1 && { after: answerSent }) }
  }
  const service = await startScriptedService(script)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const openGateway = async () => {
    const { store, cluster, clock, release } = await openGatewayStore({ url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, { store, cluster, clock })
    const close = async () => {
      await gateway.close()
      await release()
    }
    return { close, browser }
  }
  const first = await openGateway()
  const second = await openGateway()
  afterTest(second.close)
  const grace = await first.browser().signInAsDemo()
  // The same session cookie at the other gateway.
  const otherBrowser = second.browser()
  const cookie = grace
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const listExports = async () => {
    const { json } = await otherBrowser.get('/gateway/batches/batch_1/exports', { headers: { cookie } })
    return (json as unknown as { exports: BatchExport[] }).exports
  }
  const { json } = await grace.post('/gateway/batches/batch_1/exports', { status: 'all', form: 'recipients' })
  expect(await listExports()).toMatchObject([{ state: 'running' }])
  await expect.poll(() => requestCount).toBe(1)
  await first.close()
  await expect.poll(listExports).toMatchObject([{ state: 'done', read: 1, rows: 1 }])
  const path = `/gateway/batches/batch_1/exports/${(json as unknown as BatchExport).id}/file`
  expect((await otherBrowser.get(path, { headers: { cookie } })).text).toContain('+19075550100,Ava')
  sendAnswer()
}, 60_000)
