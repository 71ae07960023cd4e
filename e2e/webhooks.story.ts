/** Webhook events of the embedded service update pages at once, with few requests. */

import { confirmCallButton, openConfirmDialog, openPlaceCallPage } from './calls.ts'
import { launch, waitForCounts } from './launching.ts'
import { visit } from './page.ts'
import { expect, test } from './world.ts'

test.describe('with service events', () => {
  // Slow enough that the longest call lasts for the whole story.
  test.use({ settings: { plan: 'enterprise', speed: 2, env: {} } })

  test('a call of a batch that ends is seen at once without polling its list, and the settings show the events', async ({
    page,
    world,
  }) => {
    // This call has the maximum duration.
    const batchId = await launch(page, ['+12025550105,Long,Talker,gold'])
    await waitForCounts(page, (shown) => shown['in progress'] === 1)
    const { calls } = await world.service('batchCallList', { params: { batchId } })
    // Nothing changes, so the list is not read again, and its age grows.
    await expect(page.getByText(/^([5-9]|[1-4]\d) s ago$/).first()).toBeVisible()
    const since = Date.now()
    await world.service('activeCallEnd', { params: { roomName: calls[0]?.roomName ?? '' }, body: {} })
    await waitForCounts(page, ({ completed, failed }) => completed + failed === 1)
    // Without the event, it would have been read after 45 seconds.
    expect(Date.now() - since).toBeLessThan(4_000)
    // One request is our own. The others read the batch and its calls again.
    expect((await world.requests()).filter((at) => at >= since).length).toBeLessThanOrEqual(5)

    await visit(page, '/settings/webhooks')
    const ofService = page.getByRole('region', { name: 'Service events' })
    await expect(ofService).toContainText(`${world.url}/webhooks/service`)
    await expect(ofService.getByRole('list', { name: /last hour/ })).toContainText('Call started')
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

  test('a call with an unknown outcome shows the evidence where it is resolved', async ({ page, world }) => {
    await openPlaceCallPage(page, world)
    const dialog = await openConfirmDialog(page, '56')
    await confirmCallButton(dialog).click()
    await expect(page.getByText(/did not confirm/).first()).toBeVisible({ timeout: 30_000 })
    await visit(page, '/calls')
    await page.getByRole('button', { name: 'Resolve outcome' }).click()
    const evidence = page.getByRole('dialog', { name: 'Was the call placed?' })
    await expect(evidence).toContainText('The service reported a call by this agent to this number at')
    await evidence.getByRole('link', { name: 'View call' }).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
  })
})
