/** Two gateways on one PostgreSQL behind nginx with the example configuration. */
import { describe, expect, test } from 'vitest'
import { findFreePort } from '../gateway/testing/free-port.ts'
import { chooseNginxAddress, hasNginx, startNginx } from '../gateway/testing/nginx.ts'
import { startProcess, temporaryFolder } from '../gateway/testing/process.ts'
import { postgres } from '../gateway/testing/shared-postgres.ts'
import { afterTest, callRequest, startScriptedService } from '../gateway/testing/testing.ts'

/** Starts two gateways without sign-in behind nginx. */
async function startTwoGateways() {
  const serviceAnswer = Promise.withResolvers<void>()
  const service = await startScriptedService(({ path }) =>
    path === '/api/v1/calls/call' ? { body: {}, after: serviceAnswer.promise } : undefined,
  )
  afterTest(service.close)
  afterTest(async () => serviceAnswer.resolve())
  const DATABASE_URL = await postgres.createDatabase()
  const { port } = await chooseNginxAddress()
  const ports = [await findFreePort(), await findFreePort()]
  const gateways = []
  for (const gatewayPort of ports)
    gateways.push(await startProcess(service.url, temporaryFolder(), { DATABASE_URL, PORT: `${gatewayPort}` }))
  const nginx = await startNginx({ port, gateways: ports })
  return { service, ports, gateways, nginx }
}

// If nginx is not installed, these tests are not defined, so that none is reported as skipped.
describe.each(hasNginx() ? ['nginx'] : [])('two gateways behind %s', { timeout: 90_000 }, () => {
  test('does not repeat a POST whose gateway crashes, and sends reads to the other gateway', async () => {
    const { service, gateways, nginx } = await startTwoGateways()
    const browser = nginx.browser()
    await browser.get('/gateway/session')
    const callAnswer = browser.post('/gateway/calls', callRequest, {
      key: 'k1',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await expect.poll(() => service.requestsTo('POST', '/api/v1/calls/call').length).toBe(1)
    const { effects } = (await browser.get('/gateway/effects')).json as unknown as {
      effects: { state: string }[]
    }
    expect(effects).toMatchObject([{ state: 'sending' }])
    // Either gateway may have the request. Kill the first; if the request is still pending, kill the second too.
    await gateways[0]?.kill()
    const firstResponse = await Promise.race([callAnswer, browser.get('/healthz').then(() => null)])
    if (firstResponse === null) await gateways[1]?.kill()
    expect((await callAnswer).status).toBe(502)
    // nginx writes its log after the answer.
    const upstreamOfPost = () =>
      nginx
        .readLog()
        .find((line) => line.includes('"POST /gateway/calls"'))
        ?.split('upstream=')[1]
    await expect.poll(upstreamOfPost).toMatch(/^127\.0\.0\.1:\d+ 502$/)
    expect(service.requestsTo('POST', '/api/v1/calls/call')).toHaveLength(1)
  })

  test('sends a read to the other gateway if one hangs, no new requests to a drained one, and no request fails after it stops', async () => {
    const { ports, gateways, nginx } = await startTwoGateways()
    const browser = nginx.browser()
    gateways[0]?.signal('SIGSTOP')
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await browser.get('/gateway/session')).status))
    expect(statuses).toEqual([200, 200, 200, 200])
    const timeoutThenSuccess = new RegExp(`127\\.0\\.0\\.1:${ports[0]}, 127\\.0\\.0\\.1:${ports[1]} 504, 200`)
    expect(nginx.readLog().join('\n')).toMatch(timeoutThenSuccess)

    gateways[0]?.signal('SIGCONT')
    // Over a new connection each time, because nginx closes those that it has when it reloads.
    const collectStatuses = async (count: number) => {
      const browser = nginx.browser()
      const statuses = new Set<number>()
      for (let i = 0; i < count; i += 1) statuses.add((await browser.get('/healthz')).status)
      return [...statuses]
    }
    const countRequestsTo = (port: number) =>
      nginx.readLog().filter((line) => line.endsWith(`127.0.0.1:${port} 200`)).length
    await nginx.drain(ports.slice(0, 1))
    const before = ports.map(countRequestsTo)
    expect(await collectStatuses(6)).toEqual([200])
    // nginx writes its log after the answer.
    await expect.poll(() => ports.map((port, index) => countRequestsTo(port) - (before[index] ?? 0))).toEqual([0, 6])
    expect(await gateways[0]?.stop()).toBe(0)
    expect(await collectStatuses(5)).toEqual([200])
    await nginx.drain([])
    // nginx sends requests to the stopped gateway again, and notices the closed port.
    expect(await collectStatuses(10)).toEqual([200])
  })
})
