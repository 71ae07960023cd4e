/** Exports where several gateways share a PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BatchExport } from '#contract/index.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Postgres, startPostgres } from '../testing/postgres.ts'
import { afterwards, type Script, startScriptedService, startTestGateway } from '../testing/testing.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

test('every gateway lists an export, and another one reads it when its own shuts down', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = 0
  const script: Script = ({ path }) => {
    if (!path.includes('/batch_1/calls')) return undefined
    asked += 1
    const calls = [{ jobId: 'call_1', status: 'completed', phone_number: '+19075550100', metadata: { name: 'Ava' } }]
    const pagination = { page: 1, limit: 100, total: 1, totalPages: 1, hasNext: false, hasPrev: false }
    return { body: { calls, pagination }, ...(asked === 1 && { after: held }) }
  }
  const service = await startScriptedService(script)
  afterwards(service.close)
  const url = await postgres.database()
  const enter = async () => {
    const { store, cluster, clock, release } = await openGatewayStore({ url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, { store, cluster, clock })
    const close = async () => {
      await gateway.close()
      await release()
    }
    return { close, browser }
  }
  const first = await enter()
  const second = await enter()
  afterwards(second.close)
  const grace = await first.browser().land()
  // The same session cookie at the other gateway.
  const elsewhere = second.browser()
  const cookie = grace
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const exports = async () => {
    const { json } = await elsewhere.get('/gateway/batches/batch_1/exports', { headers: { cookie } })
    return (json as unknown as { exports: BatchExport[] }).exports
  }
  const { json } = await grace.post('/gateway/batches/batch_1/exports', { status: 'all', form: 'recipients' })
  expect(await exports()).toMatchObject([{ state: 'running' }])
  await expect.poll(() => asked).toBe(1)
  await first.close()
  await expect.poll(exports, { timeout: 10_000 }).toMatchObject([{ state: 'done', read: 1, rows: 1 }])
  const path = `/gateway/batches/batch_1/exports/${(json as unknown as BatchExport).id}/file`
  expect((await elsewhere.get(path, { headers: { cookie } })).text).toContain('+19075550100,Ava')
  answer()
}, 60_000)
