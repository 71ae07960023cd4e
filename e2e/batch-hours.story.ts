/** The calling hours end while a batch is running. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { batchIdFromUrl, csvOf, dialledNumbers, phoneNumbersIn, sendStartRequest, waitForBatchPage } from './batches.ts'
import { readyAgent } from './calls.ts'
import { setClock, shiftedClockEnv } from './shifted-clock.ts'
import { expect, test } from './world.ts'

/** Iceland always has UTC. */
const people = Array.from({ length: 90 }, (_, at) => `+35454510${10 + at},Ava${at + 1},Nguyen,gold`)
const dayMs = 24 * 3_600_000
const midnight = (Math.floor(Date.now() / dayMs) + 1) * dayMs
const at = (hours: number, minutes = 0) => midnight + (hours * 60 + minutes) * 60_000

const clockFile = join(mkdtempSync(join(tmpdir(), 'switchboard-clock-')), 'ahead')
setClock(clockFile, at(19, 50))
test.use({
  settings: {
    plan: 'enterprise',
    speed: 60,
    env: { ...shiftedClockEnv(clockFile), CALLING_HOURS: '08:00-20:00 1234567' },
  },
})

test('the calling hours of a running batch end while Switchboard is down, and it continues the next morning', async ({
  page,
  world,
}) => {
  const agent = await readyAgent(world)
  const first = await sendStartRequest(page, agent.id, csvOf(...people), 'Renewals', { afterHours: 'gateway' })
  await page.goto(`/batches/${first.batchId}`)
  await waitForBatchPage(page)
  await expect(
    page.getByText(/^Calling hours end .*; the batch then stops and continues automatically later$/),
  ).toBeVisible()
  await world.killGateways()
  setClock(clockFile, at(20, 1))
  await world.startGateway()
  await expect(page.getByText(/^Calling hours ended at 20:00 in Iceland/)).toBeVisible()
  const rest = page.getByRole('region', { name: /^The other \d+ calls in Renewals start / })
  await expect(rest.getByText('Starts automatically')).toBeVisible()

  await world.killGateways()
  setClock(clockFile, at(24 + 8))
  await world.startGateway()
  await page.getByRole('link', { name: 'Renewals, later' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Renewals, later' })).toBeVisible()
  await expect(rest).toBeHidden()
  const second = batchIdFromUrl(page)
  const { calls } = await world.service('batchCallList', { params: { batchId: second }, query: { limit: '100' } })
  const waited = calls.map(({ phone_number }) => phone_number)
  const called = await dialledNumbers(world, first.batchId ?? '')
  expect([...called, ...waited].toSorted()).toEqual(phoneNumbersIn(people).toSorted())
  await expect.poll(() => dialledNumbers(world, second)).not.toEqual([])
})
