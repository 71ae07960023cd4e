/**
 * The figures about calls equal a ledger that is kept beside them, although the gateway is killed while it writes. A process is killed, since
 * a database that is only closed has no unfinished write.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfiguration, storeOf } from '../shared/configuration.ts'
import { openStore } from '../store/store.ts'
import { createCallLedger, isAboutCalls } from '../testing/call-ledger.ts'
import { readRecords } from '../testing/ended-batches.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { afterTest, setOutcomeShare, startScriptedService, testKey } from '../testing/testing.ts'

const hourMs = 3_600_000
const environment = { SERVICE_WEBHOOK_SECRET: 'secret', SERVICE_REQUESTS_PER_MINUTE: '100000' }
/** Sources that are read at once while the gateway is killed. */
const burst = 8

test('figures and coverage equal the ledger for what was seen, also after a kill, and cost the service nothing', {
  timeout: 180_000,
  tags: ['R56'],
}, async () => {
  const start = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs
  const ledger = createCallLedger(start, environment.SERVICE_WEBHOOK_SECRET)
  const service = await startScriptedService(ledger.script)
  afterTest(service.close)
  const asked = () => service.received.filter(isAboutCalls).length
  const dataDir = temporaryFolder()
  const configuration = readConfiguration({
    SERVICE_URL: service.url,
    SERVICE_API_KEY: testKey,
    SERVICE_WORKSPACE_ID: 'ws1',
    ...environment,
  })
  const file = join(dataDir, storeOf(configuration), 'gateway.db')
  const store = await openStore({ file })
  await ledger.insertBatches(store)
  await store.destroy()

  const half = Math.floor(ledger.sources.length / 2)
  const before = ledger.sources.slice(0, half)
  const cutOff = ledger.sources.slice(half, half + burst)
  const after = [...cutOff, ...ledger.sources.slice(half + burst), ...before.slice(-3)]
  const first = await startProcess(service.url, dataDir, environment)
  const grace = await first.browser.signInAsDemo()
  for (const source of before) expect([200, 204]).toContain((await source.see(grace)).status)
  // What was told before is stored. The calls of the next answers are being written when the process is killed.
  await grace.get(`/gateway/reports/calls?from=0&to=1&by=outcome`)
  await Promise.any(cutOff.map((source) => source.see(grace)))
  await first.kill()

  const second = await startProcess(service.url, dataDir, environment)
  const later = await second.browser.signInAsDemo()
  const askedBefore = asked()
  for (const source of after) expect([200, 204]).toContain((await source.see(later)).status)
  expect(asked() - askedBefore).toBe(after.filter(({ requests }) => requests === 1).length)
  for (const unreadBatches of [3, 0]) {
    await ledger.readProgress(later, unreadBatches)
    const askedForFigures = asked()
    await ledger.expectFigures(later)
    expect(asked()).toBe(askedForFigures)
  }
  // The figures of calls that nobody opened are right too, and those of the others do not change.
  await setOutcomeShare(later, 50)
  await expect.poll(() => ledger.expectFigures(later, true).then(() => true, String), { timeout: 60_000 }).toBe(true)
  expect(await second.stop()).toBe(0)
  const records = readRecords(service)
  expect(new Set(records).size).toBe(records.length)
})
