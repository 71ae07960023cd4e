/** A batch is cancelled although all 60 requests of the minute are used. */
import type { Contract, ResponseOf } from '#contract/index.ts'
import { recipientRows, startBatchByRequest, waitForBatchPage, waitForCounts } from './batches.ts'
import { openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test, type World } from './world.ts'

test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

/** When the requests of the last minute reached the service. */
async function lastMinute(world: World): Promise<number[]> {
  const requests = await world.serviceRequestTimes()
  return requests.filter((at) => at > Date.now() - 60_000)
}
/** When a service that has no requests left accepts one again. */
const roomAt = async (world: World) => Math.min(...(await lastMinute(world))) + 60_000

test('a manager cancels although the budget is used up, sees at once that the batch stopped, and when the next cancel can be sent', {
  tag: ['@R10'],
}, async ({ page, world }) => {
  test.setTimeout(300_000)
  await openAs(page, 'campaign_manager', '/batches')
  const second = await startBatchByRequest(page, world, recipientRows(20), 'Second')
  await navigateTo(page, `/batches/${second}`)
  await waitForCounts(page, ({ total }) => total === 20)
  await page.getByRole('link', { name: 'Batches', exact: true }).last().click()
  await page.getByRole('link', { name: /^Visit reminders/ }).click()
  await waitForBatchPage(page)
  await waitForCounts(page, (shown) => shown.total === 120)

  // A colleague reads until reads are refused. The rest of the budget is reserved for commands.
  const readAll = () =>
    page.evaluate(async (id) => {
      for (let at = 0; (await fetch(`/api/v1/agents/${id}-${at}`)).status !== 503; at++);
    }, crypto.randomUUID())
  await readAll()
  const cancel = page.getByRole('button', { name: /^Cancel remaining \d+ calls?$/ })
  const dialog = page.getByRole('dialog')
  const sure = dialog.getByRole('button', { name: /^Cancel \d+ calls?$/ })
  await cancel.click()
  await readAll()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    sure.click(),
  ])
  expect(answer.status()).toBe(200)
  // In the queue it would have waited for most of a minute. Network timing, so that a busy browser does not count.
  expect(answer.request().timing().responseStart).toBeLessThan(1_000)
  const { details } = (await answer.json()) as ResponseOf<Contract['batchCancel']>
  await expect(page.getByText(/^Cancelled \d+ calls\.$/)).toBeVisible()
  // No read was possible meanwhile. The page knows it from the answer.
  expect((await waitForCounts(page, (shown) => shown.waiting === 0)).cancelled).toBe(details.cancelledCalls)

  // On a slow machine, the first requests would soon make room again. Stay on a page that reads nothing until they have.
  await navigateTo(page, '/settings/keyboard')
  await expect
    .poll(async () => (await lastMinute(world)).filter((at) => at < Date.now() - 30_000).length, { timeout: 90_000 })
    .toBeLessThan(4)
  await navigateTo(page, `/batches/${second}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible()
  await cancel.click()
  await expect(sure).toBeVisible()
  // Another program with the same key uses up the reserve, so the service refuses the next cancel.
  await expect(async () => {
    await expect(async () => {
      for (;;) await world.service('agentList')
    }).rejects.toThrow('429')
    expect((await roomAt(world)) - Date.now()).toBeGreaterThan(10_000)
  }).toPass()
  await sure.click()
  const told = dialog.getByRole('status')
  await expect(told).toContainText('nothing was cancelled yet. Switchboard sends the cancellation in')
  const left = async () => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await told.textContent()) ?? '') ?? []
    return (Number(minutes) * 60 + Number(seconds)) * 1_000
  }
  const room = await roomAt(world)
  await expect.poll(async () => Math.abs(room - Date.now() - (await left()))).toBeLessThan(3_000)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})
