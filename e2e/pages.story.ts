/** Every page opens by its URL, survives a reload and Back, and says so if the service or the gateway does not answer. */
import type { Page } from '@playwright/test'
import { countCallsTo, readyAgent } from './calls.ts'
import { navigateTo, pageHeading } from './page.ts'
import { areas, type DashboardPage, pagesByArea } from './page-list.ts'
import { expect, test } from './world.ts'

/**
 * Collects the paths that a document requests more than once. Requests of the previous document do not count. Neither does the session,
 * which is read again when the gateway's status says that it changed, for example while the gateway learns what the service offers.
 */
async function repeatedRequests(page: Page): Promise<Set<string>> {
  const requested = new Set<string>()
  const repeated = new Set<string>()
  let document = ''
  const browser = await page.context().newCDPSession(page)
  browser.on('Network.requestWillBeSent', ({ type, loaderId, request: { url } }) => {
    if (type === 'Document') {
      document = loaderId
      for (const before of [requested, repeated]) before.clear()
    }
    if (type !== 'Fetch' || loaderId !== document) return
    const { pathname, search } = new URL(url)
    if (requested.has(pathname + search) && pathname !== '/gateway/session') repeated.add(pathname)
    requested.add(pathname + search)
  })
  await browser.send('Network.enable')
  return repeated
}

test.describe('every page', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  for (const part of areas) {
    test(`opens by its URL, requests nothing twice, and Back returns to the previous page: ${part}`, async ({
      page,
      world,
    }) => {
      const repeated = await repeatedRequests(page)
      // With the clock stopped, no poll repeats a request, however long a page takes to open.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1_000)
      let before: DashboardPage | null = null
      for (const stop of await pagesByArea[part](world)) {
        await test.step(stop.path, async () => {
          await navigateTo(page, stop.path)
          await expect(pageHeading(page, stop.title)).toBeVisible()
          await page.reload()
          await expect(pageHeading(page, stop.title)).toBeVisible()
          // Drawing a flow needs the clock.
          if (part !== 'agents and flows') await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          expect([...repeated]).toEqual([])
          if (before) {
            await page.goBack()
            await expect(pageHeading(page, before.title)).toBeVisible()
            await page.goForward()
            await expect(pageHeading(page, stop.title)).toBeVisible()
          }
        })
        before = stop
      }
    })
  }

  test('a link moves the focus to the heading of its page and sets the title, and Back returns the focus to the link', async ({
    page,
  }) => {
    await page.goto('/calls')
    const link = page.getByRole('link', { name: 'Place a call' })
    await link.click()
    await expect(pageHeading(page, 'Place a call')).toBeFocused()
    await expect(page).toHaveTitle('Place a call · Switchboard')
    await page.goBack()
    await expect(link).toBeFocused()
    // To the same link, although the sidebar has a link to the same page.
    const ofPage = page.getByRole('main').getByRole('link', { name: 'All batches' })
    await navigateTo(page, '/')
    await ofPage.click()
    await expect(pageHeading(page, 'Batches')).toBeFocused()
    await page.goBack()
    await expect(ofPage).toBeFocused()
  })

  test('ignores invalid parts of a URL', async ({ page }) => {
    await page.goto('/calls?sentiment=furious&agent=')
    await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
    await navigateTo(page, '/settings/nothing')
    await expect(pageHeading(page, 'Service')).toBeVisible()
    await navigateTo(page, '/nowhere')
    await expect(pageHeading(page, 'Not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Overview' }).first()).toBeVisible()
  })
})

/** The top bar shows an operator. */
const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: /^You are/ })).toBeVisible()

test.describe('if nothing answers', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test(
    'every page says so, nobody is signed out, and the pages recover without a reload',
    { tag: ['@both', '@U03'] },
    async ({ page, world }, testInfo) => {
      // A page has to be loaded before. Otherwise it could not open now.
      await page.goto('/settings/service')
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await page.getByRole('link', { name: 'Live calls' }).click()
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
      const separate = testInfo.project.name === 'separate'
      const sentence = separate ? 'The calling service is not responding' : 'Switchboard is not responding.'
      await (separate ? world.stopService() : world.killGateways())
      const banner = page.getByText(sentence)
      await expect(banner).toBeVisible({ timeout: 20_000 })

      // Calls stay visible, marked as last known.
      await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()).toContainText('last known')
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await expect(banner).toBeVisible()
      await expectSignedIn(page)
      await page.goBack()
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()

      await (separate ? world.startService() : world.startGateway())
      await expect(banner).toBeHidden({ timeout: 30_000 })
      await expect(page.getByRole('list', { name: 'Calls' }).getByText('last known')).toHaveCount(0)
    },
  )

  test.describe('for a moment', () => {
    test.use({ readOnly: true })

    test('a call that somebody places meanwhile is not placed later', {
      tag: ['@R25', '@offline-sends-nothing'],
    }, async ({ page, world }) => {
      const agent = await readyAgent(world)
      await page.goto(`/calls/new?agent=${agent.id}`)
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+44 7700 900999')
      await page.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      const confirm = page.getByRole('dialog')
      await expect(confirm).toContainText(/simulation/i)
      await expect(confirm).toContainText(agent.name)

      await page.context().setOffline(true)
      await confirm.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      await expect(confirm.getByRole('alert')).toContainText(/nothing was sent|no call was placed/i)
      await page.context().setOffline(false)
      await confirm.getByRole('button', { name: 'Cancel' }).click()
      await expectSignedIn(page)
      // The page recovers and keeps the number, and the refused call is not placed.
      await expect(page.getByText('You are offline')).toBeHidden()
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('+44 7700 900999')
      expect(await countCallsTo(world, '7700900999')).toBe(0)
    })
  })
})

test.describe('if Switchboard is updated while a page is open', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('the page says so and stays until somebody reloads it, and a page whose files are gone says why', async ({
    page,
  }) => {
    /** The version that the gateway reports; null: its own. */
    let version: string | null = null
    await page.route('**/gateway/status', async (route) => {
      const headers = { ...route.request().headers() }
      delete headers['if-none-match']
      const response = await route.fetch({ headers })
      const status = (await response.json()) as { dashboard: string }
      await route.fulfill({ response, json: { ...status, dashboard: version ?? status.dashboard } })
    })
    await page.goto('/calls/new')
    const number = page.getByRole('textbox', { name: 'Number to call' })
    await number.fill('+44 7700 900999')
    const notice = page.getByRole('status').filter({ hasText: 'A new version of Switchboard is available.' })
    const answered = () => page.waitForResponse('**/gateway/status')

    // An earlier version comes from a gateway that is not updated yet.
    version = '2020-01-01T00:00:00.000Z 00000000'
    await answered()
    await answered()
    await expect(notice).toHaveCount(0)
    version = '2999-01-01T00:00:00.000Z ffffffff'
    await expect(notice).toBeVisible()
    // The notice stays although the next answer comes from a gateway that is not updated yet.
    version = null
    await answered()
    await answered()
    await expect(notice).toBeVisible()
    await expect(number).toHaveValue('+44 7700 900999')

    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(notice).toHaveCount(0)

    // The update was reverted, so the files of this version are gone.
    version = '2020-01-01T00:00:00.000Z 00000000'
    await page.route('**/assets/review-page-*.js', (route) => route.fulfill({ status: 404 }))
    await page.reload()
    await expect(notice).toBeVisible()
    await page.getByRole('link', { name: 'Review' }).click()
    await expect(page.getByRole('alert')).toContainText('Reload to open the new version.')
    await page.unroute('**/assets/review-page-*.js')
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(pageHeading(page, 'Review')).toBeVisible()
    // A pending status request would fail when the story ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('if the service refuses the API key', () => {
  // Needs a service in a process of its own, because the gateway gives an embedded service its own key.
  const env = { SERVICE_API_KEY: 'another_key_0123456789' }
  test.use({ settings: { plan: 'enterprise', speed: 1, env, workspaces: 'story' } })

  test('an administrator sees where to check it, and stays signed in', { tag: ['@R17'] }, async ({ page }) => {
    await page.goto('/agents')
    const banner = page.getByRole('paragraph').filter({ hasText: 'rejects Switchboard’s API key' })
    await expect(banner).toBeVisible()
    await banner.getByRole('link', { name: 'Open service settings' }).click()
    await expect(page.getByText('Rejects the API key')).toBeVisible()
    await expectSignedIn(page)
  })
})
