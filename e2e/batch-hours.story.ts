/** The calling hours end while a batch is running. */
import { batchIdFromUrl, csvOf, dialledNumbers, phoneNumbersIn, sendStartRequest, waitForBatchPage } from './batches.ts'
import { readyAgent } from './calls.ts'
import { createShiftedClock, timeTomorrow } from './shifted-clock.ts'
import { expect, test } from './world.ts'

/** Iceland always has UTC, so its local time is known. */
const rowsInIceland = Array.from({ length: 90 }, (_, index) => `+35454510${10 + index},Ava${index + 1},Nguyen,gold`)

const clock = createShiftedClock(timeTomorrow(19, 50))
test.use({
  settings: clock.settings({
    plan: 'enterprise',
    // Slow enough that calls are waiting when the calling hours end.
    speed: 15,
    env: { CALLING_HOURS: '08:00-20:00 1234567' },
  }),
})

test('if the calling hours end while Switchboard is down, a running batch stops, and its other calls start the next morning', async ({
  page,
  world,
}) => {
  const agent = await readyAgent(world)
  const firstBatch = await sendStartRequest(page, agent.id, csvOf(...rowsInIceland), 'Renewals', {
    afterHours: 'gateway',
  })
  await page.goto(`/batches/${firstBatch.batchId}`)
  await waitForBatchPage(page)
  await expect(
    page.getByText(/^Calling hours end .*; the batch then stops and continues automatically later$/),
  ).toBeVisible()
  await world.killGateways()
  clock.set(timeTomorrow(20, 1))
  await world.startGateway()
  await expect(page.getByText(/^Calling hours ended at 20:00 in Iceland/)).toBeVisible()
  const remainingCalls = page.getByRole('region', { name: /^The other \d+ calls in Renewals start / })
  await expect(remainingCalls.getByText('Starts automatically')).toBeVisible()

  await world.killGateways()
  clock.set(timeTomorrow(24 + 8))
  await world.startGateway()
  await page.getByRole('link', { name: 'Renewals, later' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Renewals, later' })).toBeVisible()
  await expect(remainingCalls).toBeHidden()
  const secondBatchId = batchIdFromUrl(page)
  const { calls } = await world.service('batchCallList', {
    params: { batchId: secondBatchId },
    query: { limit: '100' },
  })
  const secondBatchNumbers = calls.map(({ phone_number }) => phone_number)
  const firstBatchNumbers = await dialledNumbers(world, firstBatch.batchId ?? '')
  expect([...firstBatchNumbers, ...secondBatchNumbers].toSorted()).toEqual(phoneNumbersIn(rowsInIceland).toSorted())
  await expect.poll(() => dialledNumbers(world, secondBatchId)).not.toEqual([])
})
