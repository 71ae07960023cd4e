/** A hidden browser tab still shows in its title that something needs attention. */
import type { Page } from '@playwright/test'
import { csvOf, recipientRows, sendStartRequest } from './batches.ts'
import { readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { expect, test } from './world.ts'

// At real speed, so that the batch of the seed data does not end during the story. Its end would also count as new.
test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((newState) => {
    Object.defineProperty(document, 'visibilityState', { value: newState, configurable: true })
    Object.defineProperty(document, 'hidden', { value: newState === 'hidden', configurable: true })
    // As in browsers, the event is dispatched on the document and bubbles to the window.
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('a hidden tab requests only the counts, tells of what went wrong, and a click shows it', {
  tag: ['@R26'],
}, async ({ page, world, context }) => {
  await test.step('a hidden tab requests only the counts, and its title shows that there is an unknown outcome', async () => {
    await page.clock.install()
    // The sidebar's own. Its next one comes 10 s later.
    const sidebarsResponse = page.waitForResponse('**/gateway/counts')
    await openAs(page, 'campaign_manager')
    await expect(page.getByRole('region', { name: 'Live calls' })).toBeVisible()
    await sidebarsResponse
    const firstCountsResponse = page.waitForResponse('**/gateway/counts')
    await setVisibility(page, 'hidden')
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
    await setVisibility(page, 'visible')
    await expect(page).not.toHaveTitle(/new/)
  })

  await test.step('a hidden tab of somebody who asked for it tells of calls that go wrong, and a click shows them', async () => {
    await context.grantPermissions(['notifications'])
    // Keeps the notifications, because the browser of the stories shows none.
    await page.addInitScript(() => {
      const shown: { body: string; click: () => void }[] = []
      class Shown extends EventTarget {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(_: string, { body = '' }: NotificationOptions) {
          super()
          shown.push({ body, click: () => this.dispatchEvent(new Event('click')) })
        }
        close() {}
      }
      Object.assign(window, { Notification: Shown, shownNotifications: shown })
    })
    await openAs(page, 'support', '/settings/appearance')
    const callSwitch = page.getByRole('switch', { name: 'Notifications about calls that go wrong' })
    await expect(callSwitch).not.toBeChecked()
    await callSwitch.click()
    await expect(callSwitch).toBeChecked()
    await page.goto('/overview')
    const calls = page.getByRole('region', { name: 'Live calls' })
    await expect(calls.locator('a[href^="/calls/"]').first()).toBeVisible()
    const firstNotices = page.waitForResponse('**/gateway/call-notices')
    await setVisibility(page, 'hidden')
    await firstNotices
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)

    const admin = await createColleague(world, 'admin')
    await admin.request.put('/gateway/call-concerns', { data: { watchedWords: commonWords } })
    await page.clock.fastForward(16_000)
    await expect(page).toHaveTitle(/^\(\d+ new\) .*Overview/)
    // Several calls have one notification together.
    const clickFirst = () =>
      page.evaluate(() => {
        const [first] = (window as unknown as { shownNotifications: { body: string; click: () => void }[] })
          .shownNotifications
        first?.click()
        return first?.body ?? ''
      })
    const body = await clickFirst()
    expect(body).toMatch(/^(Words that your team watches for were said in a call|\d+ calls go wrong)\.$/)
    await expect(page).toHaveURL(body.includes('calls go') ? /\/calls$/ : /\/calls\/[\w-]+$/)
  })
})

/** In almost every line of every call. */
const commonWords = ['a', 'and', 'I', 'is', 'it', 'the', 'to', 'you', 'your']
