/** The figures of two gateways that see the same calls at the same time equal a ledger, although one of them is killed meanwhile. */
import { expect, test } from 'vitest'
import { readConfiguration, storeOf } from '../shared/configuration.ts'
import { openStore } from '../store/store.ts'
import { createCallLedger, isAboutCalls } from '../testing/call-ledger.ts'
import { startGateway } from '../testing/several/gateways.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { afterTest, startScriptedService, testKey } from '../testing/testing.ts'

const hourMs = 3_600_000
const environment = { SERVICE_WEBHOOK_SECRET: 'secret', SERVICE_REQUESTS_PER_MINUTE: '100000' }
/** Sources that both gateways read at once. */
const burst = 8

test('figures and coverage equal the ledger at the gateway that goes on, and cost the service nothing', {
  timeout: 180_000,
}, async () => {
  const start = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs
  const ledger = createCallLedger(start, environment.SERVICE_WEBHOOK_SECRET, 8)
  const service = await startScriptedService(ledger.script)
  afterTest(service.close)
  const databaseUrl = await postgres.createDatabase()
  const configuration = readConfiguration({
    SERVICE_URL: service.url,
    SERVICE_API_KEY: testKey,
    SERVICE_WORKSPACE_ID: 'ws1',
    ...environment,
  })
  const store = await openStore({ url: databaseUrl, schema: storeOf(configuration) })
  await ledger.insertBatches(store)
  await store.destroy()

  const settings = { serviceUrl: service.url, databaseUrl, environment }
  const [one, other] = await Promise.all([startGateway(settings), startGateway(settings)])
  const ann = await one.browser().signInAsDemo()
  const bob = await other.browser().signInAsDemo()
  /** Both see the same, or halves of it, at the same time. */
  const seeTogether = async (sources: typeof ledger.sources) => {
    for (let from = 0; from < sources.length; from += burst) {
      const slice = sources.slice(from, from + burst)
      const seen = slice.flatMap((source, index) =>
        index < 2 ? [source.see(ann), source.see(bob)] : [source.see(index % 2 === 0 ? ann : bob)],
      )
      for (const { status } of await Promise.all(seen)) expect([200, 204]).toContain(status)
    }
  }
  const half = Math.floor(ledger.sources.length / 2)
  await seeTogether(ledger.sources.slice(0, half))
  for (const person of [ann, bob]) await person.get(`/gateway/reports/calls?from=0&to=1&by=outcome`)
  const cutOff = ledger.sources.slice(half, half + burst)
  const atOther = seeTogether(cutOff).catch(() => {})
  await Promise.any(cutOff.map((source) => source.see(ann)))
  await one.kill()
  await atOther

  for (const source of [...cutOff, ...ledger.sources.slice(half + burst), ...ledger.sources.slice(half - 3, half)])
    expect([200, 204]).toContain((await source.see(bob)).status)
  const asked = () => service.received.filter(isAboutCalls).length
  for (const unreadBatches of [3, 0]) {
    await ledger.readProgress(bob, unreadBatches)
    const askedForFigures = asked()
    await ledger.expectFigures(bob)
    expect(asked()).toBe(askedForFigures)
  }
})
