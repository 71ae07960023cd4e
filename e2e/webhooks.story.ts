/** Webhook events of the embedded service update pages at once, with few requests. */

import { startBatchOnPage, waitForCounts } from './batches.ts'
import { confirmCallButton, openConfirmDialog, openPlaceCallPage } from './calls.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.describe('with service events', () => {
  // Slow enough that the longest call lasts for the whole story.
  test.use({ settings: { plan: 'enterprise', speed: 2, env: {} } })

  test('the end of a batch call appears at once without polling, the settings show the events, and an unknown call what the service reported', async ({
    page,
    world,
  }) => {
    await test.step('the end of a batch call appears at once without polling, and the settings show the events', async () => {
      // Calls to this number have the maximum duration.
      const batchId = await startBatchOnPage(page, ['+12025550105,Long,Talker,gold'])
      await waitForCounts(page, (counts) => counts['in progress'] === 1)
      const { calls } = await world.service('batchCallList', { params: { batchId } })
      // The call does not change, so the list of calls is not read again, and its age grows.
      await expect(page.getByRole('banner').getByText(/^Checked ([5-9]|[1-4]\d) s ago$/)).toBeVisible()
      const endedAt = Date.now()
      await world.service('activeCallEnd', { params: { roomName: calls[0]?.roomName ?? '' }, body: {} })
      await waitForCounts(page, ({ completed, failed }) => completed + failed === 1)
      // Without the event, the gateway would read the batch only 45 seconds after the last time.
      expect(Date.now() - endedAt).toBeLessThan(20_000)
      // One request is the story's own, which ended the call. The others read the batch and its calls again.
      const requestsSoon = (await world.serviceRequestTimes()).filter(
        (time) => time >= endedAt && time < endedAt + 4_000,
      )
      expect(requestsSoon.length).toBeLessThanOrEqual(5)

      await navigateTo(page, '/settings/webhooks')
      const serviceEvents = page.getByRole('region', { name: 'Service events' })
      await expect(serviceEvents).toContainText(`${world.url}/webhooks/service`)
      await expect(serviceEvents.getByRole('list', { name: /last hour/ })).toContainText('Call started')
      const deliveries = page.getByRole('table', { name: 'Deliveries' })
      await expect(
        deliveries
          .getByRole('row')
          .filter({ hasText: /Call started.*Delivered/ })
          .first(),
      ).toBeVisible()
      await expect(page.getByText(/^whsec_/)).toHaveCount(0)
      await page.getByRole('button', { name: 'Show webhook secret' }).click()
      await expect(page.getByText(/^whsec_/)).toBeVisible()
    })

    await test.step('the dialog that resolves the unknown outcome of a call shows the call that the service reported', async () => {
      await openPlaceCallPage(page, world)
      const dialog = await openConfirmDialog(page, '56')
      await confirmCallButton(dialog).click()
      await expect(page.getByText(/did not confirm/).first()).toBeVisible({ timeout: 30_000 })
      await navigateTo(page, '/calls')
      await page.getByRole('button', { name: 'Resolve outcome' }).click()
      const evidence = page.getByRole('dialog', { name: 'Was the call placed?' })
      await expect(evidence).toContainText('The service reported a call by this agent to this number at')
      await evidence.getByRole('link', { name: 'View call' }).click()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    })
  })
})
