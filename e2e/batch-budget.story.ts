/** A manager cancels a batch although the request budget, 60 requests a minute, is used up. */
import type { Contract, ResponseOf } from '#contract/index.ts'
import { recipientRows, startBatchByRequest, waitForBatchPage, waitForCounts } from './batches.ts'
import { openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test, type World } from './world.ts'

test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

/** When the requests of the last minute reached the service, epoch ms. */
async function requestTimesOfLastMinute(world: World): Promise<number[]> {
  const requests = await world.serviceRequestTimes()
  return requests.filter((time) => time > Date.now() - 60_000)
}
/** When the service accepts the next request after its budget was used up, epoch ms. */
const nextFreeRequestTime = async (world: World) => Math.min(...(await requestTimesOfLastMinute(world))) + 60_000

test('a manager cancels a batch although the budget is used up, and if a cancel has to wait, sees when it will be sent', {
  tag: ['@R10'],
}, async ({ page, world }) => {
  test.setTimeout(300_000)
  await openAs(page, 'campaign_manager', '/batches')
  const secondBatchId = await startBatchByRequest(page, world, recipientRows(20), 'Second')
  await navigateTo(page, `/batches/${secondBatchId}`)
  await waitForCounts(page, ({ total }) => total === 20)
  await page.getByRole('link', { name: 'Batches', exact: true }).last().click()
  await page.getByRole('link', { name: /^Visit reminders/ }).click()
  await waitForBatchPage(page)
  await waitForCounts(page, (counts) => counts.total === 120)

  // Read until reads are refused. The rest of the budget is reserved for commands.
  const useUpReads = () =>
    page.evaluate(async (id) => {
      for (let index = 0; (await fetch(`/api/v1/agents/${id}-${index}`)).status !== 503; index++);
    }, crypto.randomUUID())
  await useUpReads()
  const cancelButton = page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ })
  const dialog = page.getByRole('dialog')
  const confirmCancelButton = dialog.getByRole('button', { name: /^Cancel \d+ calls?$/ })
  await cancelButton.click()
  await useUpReads()
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    confirmCancelButton.click(),
  ])
  expect(response.status()).toBe(200)
  // In the request queue, the cancel would have waited for most of a minute. Network timing ignores delays of a busy browser.
  expect(response.request().timing().responseStart).toBeLessThan(1_000)
  const { details } = (await response.json()) as ResponseOf<Contract['batchCancel']>
  await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()
  // No read was possible meanwhile, so the page has these counts from the answer to the cancel.
  expect((await waitForCounts(page, (counts) => counts.waiting === 0)).cancelled).toBe(details.cancelledCalls)

  // On a slow machine, the oldest requests would soon leave the minute and free budget. Wait for that on a page that reads nothing.
  await navigateTo(page, '/settings/keyboard')
  await expect
    .poll(async () => (await requestTimesOfLastMinute(world)).filter((time) => time < Date.now() - 30_000).length, {
      timeout: 90_000,
    })
    .toBeLessThan(4)
  await navigateTo(page, `/batches/${secondBatchId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()
  await cancelButton.click()
  await expect(confirmCancelButton).toBeVisible()
  // Another program with the same key uses up the reserve, so the service refuses the next cancel.
  await expect(async () => {
    await expect(async () => {
      for (;;) await world.service('agentList')
    }).rejects.toThrow('429')
    expect((await nextFreeRequestTime(world)) - Date.now()).toBeGreaterThan(10_000)
  }).toPass()
  await confirmCancelButton.click()
  const countdown = dialog.getByRole('status')
  await expect(countdown).toContainText(
    'Nothing has been cancelled yet: the request limit is reached. Switchboard sends the cancellation in',
  )
  const remainingMs = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await countdown.textContent()) ?? '') ?? []
    return (Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  const freeAt = await nextFreeRequestTime(world)
  await expect.poll(async () => Math.abs(freeAt - Date.now() - (await remainingMs()))).toBeLessThan(3_000)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})
