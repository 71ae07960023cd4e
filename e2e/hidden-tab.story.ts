/** A hidden browser tab still shows in its title that something needs attention. */

import { csvOf, recipientRows, sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { expect, test } from './world.ts'

// At real speed, so that the batch of the seed data does not end during the story. Its end would also count as new.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a hidden tab requests only the counts, and its title shows that there is an unknown outcome', {
  tag: ['@R26'],
}, async ({ page, world }) => {
  await page.clock.install()
  await openAs(page, 'campaign_manager')
  await expect(page.getByRole('region', { name: 'Calls in progress' })).toBeVisible()
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((newState) => {
      Object.defineProperty(document, 'visibilityState', { value: newState, configurable: true })
      Object.defineProperty(document, 'hidden', { value: newState === 'hidden', configurable: true })
      // As in browsers, the event is dispatched on the document and bubbles to the window.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const firstCountsResponse = page.waitForResponse('**/gateway/counts')
  await setVisibility('hidden')
  await firstCountsResponse
  // Stop the page's clock, so that it sends no request while the colleague starts a batch.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Ignore scripts, which the page preloads.
    if (!pathname.startsWith('/assets/')) requestedPaths.push(pathname)
  })

  // The answer to a colleague's start is lost.
  const agent = await readyAgent(world)
  const { error } = await sendStartRequest(
    await createColleague(world, 'admin'),
    agent.id,
    csvOf('+12025550156,Lost,Answer,gold', ...recipientRows(2)),
  )
  expect(error?.message).toContain('Some calls may already be in progress.')

  requestedPaths.length = 0
  await page.clock.fastForward(31_000)
  await expect(page).toHaveTitle(/^\(1 new\) .*Overview/)
  expect(requestedPaths).toEqual(['/gateway/counts'])
  await page.clock.resume()
  await setVisibility('visible')
  await expect(page).not.toHaveTitle(/new/)
})
