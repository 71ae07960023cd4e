/** A gateway that is killed while it reads what came of calls goes on after its next start. A process, since only one that is killed has unfinished writes. */
import { expect, test } from 'vitest'
import type { BatchResults } from '#contract/index.ts'
import { readRecords, scriptEndedBatches } from '../testing/ended-batches.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { afterTest, startScriptedService } from '../testing/testing.ts'

const environment = { SERVICE_REQUESTS_PER_MINUTE: '6000' }

test('the results of 200 rows are known although the gateway is killed in between, and no record is read for nothing', {
  tags: ['R54'],
}, async () => {
  const service = await startScriptedService(scriptEndedBatches({ b1: 200 }))
  afterTest(service.close)
  const dataDir = temporaryFolder()
  const first = await startProcess(service.url, dataDir, environment)
  const grace = await first.browser.signInAsDemo()
  await grace.post('/gateway/batches', { batchId: 'b1' })
  await grace.get('/v1/api/batch-calls/b1/status')
  await expect.poll(() => readRecords(service).length).toBeGreaterThan(40)
  await first.kill()
  expect(readRecords(service).length).toBeLessThan(160)

  const second = await startProcess(service.url, dataDir, environment)
  const later = await second.browser.signInAsDemo()
  const results = async () => (await later.get('/gateway/batches/b1/results')).json as unknown as BatchResults
  await expect.poll(async () => (await results()).seen).toBe(200)
  const { outcomes, answered } = await results()
  expect(outcomes).toEqual({ agreed: 120, mailbox: 40, no_answer: 40 })
  expect(answered).toBe(120)
  const records = readRecords(service)
  expect(new Set(records).size).toBe(160)
  // Only what was under way when the process was killed is read again.
  expect(records.length).toBeLessThanOrEqual(162)
  expect(await second.stop()).toBe(0)
})
