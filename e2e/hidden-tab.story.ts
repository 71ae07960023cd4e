/** News in a hidden tab. */

import { csvOf, recipientRows, sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { expect, test } from './world.ts'

// At real speed, so that the batch of the seed data does not end meanwhile, which would count as well.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

test('a hidden tab reads only the counts, and its title shows that there is an unknown outcome', {
  tag: ['@R26'],
}, async ({ page, world }) => {
  await page.clock.install()
  await openAs(page, 'campaign_manager')
  await expect(page.getByRole('region', { name: 'Calls in progress' })).toBeVisible()
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      Object.defineProperty(document, 'hidden', { value: now === 'hidden', configurable: true })
      // As in browsers, the event is dispatched on the document and bubbles to the window.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  const first = page.waitForResponse('**/gateway/counts')
  await setVisibility('hidden')
  await first
  // Stop the page's clock while the colleague works.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Preloaded scripts do not count.
    if (!pathname.startsWith('/assets/')) requested.push(pathname)
  })

  // The answer to a colleague's start is lost.
  const agent = await readyAgent(world)
  const { error } = await sendStartRequest(
    await createColleague(world, 'admin'),
    agent.id,
    csvOf('+12025550156,Lost,Answer,gold', ...recipientRows(2)),
  )
  expect(error?.message).toContain('Some calls may already be in progress.')

  requested.length = 0
  await page.clock.fastForward(31_000)
  await expect(page).toHaveTitle(/^\(1 new\) .*Overview/)
  expect(requested).toEqual(['/gateway/counts'])
  await page.clock.resume()
  await setVisibility('visible')
  await expect(page).not.toHaveTitle(/new/)
})
