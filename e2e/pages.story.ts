/** Every page opens by its URL, works after a reload and Back, and says so if the service or the gateway does not answer. */
import type { Page } from '@playwright/test'
import { countCallsTo, readyAgent } from './calls.ts'
import { navigateTo, pageHeading } from './page.ts'
import { areas, type DashboardPage, pagesByArea } from './page-list.ts'
import { expect, test } from './world.ts'

/**
 * Collects the paths that a document requests more than once for nothing: without knowing the first answer, or although nothing has
 * changed since. Data of a simulation change at any moment, and then the page reads them again. Ignores requests of the previous document,
 * and the session: the page reads it again when it changes, for example while the gateway finds out what the service offers.
 */
async function collectRepeatedRequests(page: Page): Promise<Set<string>> {
  const requestedPaths = new Set<string>()
  const conditionalPaths = new Map<string, string>()
  const repeatedPaths = new Set<string>()
  let documentId = ''
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Network.requestWillBeSent', ({ type, loaderId, requestId, request: { url, headers } }) => {
    if (type === 'Document') {
      documentId = loaderId
      for (const paths of [requestedPaths, conditionalPaths, repeatedPaths]) paths.clear()
    }
    if (type !== 'Fetch' || loaderId !== documentId) return
    const { pathname, search } = new URL(url)
    if (requestedPaths.has(pathname + search) && pathname !== '/gateway/session') {
      if (Object.keys(headers).some((name) => name.toLowerCase() === 'if-none-match'))
        conditionalPaths.set(requestId, pathname)
      else repeatedPaths.add(pathname)
    }
    requestedPaths.add(pathname + search)
  })
  devTools.on('Network.responseReceived', ({ requestId, response: { status } }) => {
    const path = conditionalPaths.get(requestId)
    if (path !== undefined && status === 304) repeatedPaths.add(path)
  })
  await devTools.send('Network.enable')
  return repeatedPaths
}

/** Opens a path in a new document. Back leads to the page before it, within this document. */
async function openByUrl(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  await page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    history.pushState({ idx: idx + 1 }, '', to)
  }, path)
  await page.reload()
}

test.describe('every page', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  for (const group of [areas.slice(0, 2), areas.slice(2, 4), areas.slice(4)]) {
    test(`opens by its URL, requests nothing twice, and Back returns to the previous page: ${group.join(', ')}`, async ({
      page,
      world,
    }) => {
      const repeatedPaths = await collectRepeatedRequests(page)
      // Stop the clock, so that no poll repeats a request, however long a page takes to open.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1_000)
      const dashboardPages: DashboardPage[] = (await Promise.all(group.map((area) => pagesByArea[area](world)))).flat()
      for (const dashboardPage of dashboardPages) {
        await test.step(dashboardPage.path, async () => {
          await openByUrl(page, dashboardPage.path)
          await expect(pageHeading(page, dashboardPage.title)).toBeVisible()
          // With a stopped clock, the diagram of a flow stays busy.
          if (!/^\/flows\/(new|[0-9a-f]{24})/.test(dashboardPage.path))
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          expect([...repeatedPaths]).toEqual([])
        })
      }
      for (const { path, title } of dashboardPages.toReversed().slice(1))
        await test.step(`back to ${path}`, async () => {
          await page.goBack()
          await expect(pageHeading(page, title)).toBeVisible()
        })
    })
  }

  test('a link moves the focus and sets the title, Back returns both, and an unknown path has a page', async ({
    page,
  }) => {
    await test.step('a link moves the focus to the heading of its page and sets the title, and Back returns the focus to the link', async () => {
      await page.goto('/calls')
      const link = page.getByRole('link', { name: 'Place a call' })
      await link.click()
      await expect(pageHeading(page, 'Place a call')).toBeFocused()
      await expect(page).toHaveTitle('Place a call · Switchboard')
      await page.goBack()
      await expect(link).toBeFocused()
      // Back returns the focus to the same link, although the sidebar has another link to the same page.
      const linkOnPage = page.getByRole('main').getByRole('link', { name: 'All batches' })
      await navigateTo(page, '/overview')
      await linkOnPage.click()
      await expect(pageHeading(page, 'Batches')).toBeFocused()
      await page.goBack()
      await expect(linkOnPage).toBeFocused()
    })

    await test.step('ignores invalid query parameters and opens a page for every unknown path', async () => {
      await page.goto('/calls?sentiment=furious&agent=')
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
      await navigateTo(page, '/settings/nothing')
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await navigateTo(page, '/nowhere')
      await expect(pageHeading(page, 'Not found')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Overview' }).first()).toBeVisible()
    })
  })
})

test.describe('every other page', () => {
  // A page also notices that its files are gone when it loads the code of the other pages in advance.
  test.use({ readOnly: true, preloadsPages: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('its code is loaded while the browser is idle, so that it opens without a connection; after an update it says so until somebody reloads it', async ({
    page,
  }) => {
    await test.step('the first page loads the code of the others, so that they open even without a connection', async () => {
      const lastPage = page.waitForResponse(/\/assets\/operator-page-[^/]+\.js$/)
      await page.goto('/overview')
      await expect(pageHeading(page, 'Overview')).toBeVisible()
      await (await lastPage).finished()
      await page.context().setOffline(true)
      const navigation = page.getByRole('navigation', { name: 'Pages' })
      for (const title of ['Calls', 'Batches', 'Review', 'Conversations', 'Agents', 'Flows']) {
        await navigation.getByRole('link', { name: new RegExp(`^${title}`) }).click()
        await expect(pageHeading(page, title === 'Calls' ? 'Live calls' : title)).toBeVisible()
      }
      await page.context().setOffline(false)
    })

    await test.step('the page says so and stays until somebody reloads it, and a page whose files are gone says why', async () => {
      /** Replaces the dashboard's version in the gateway's status; null: the real version. */
      let reportedVersion: string | null = null
      await page.route('**/gateway/status', async (route) => {
        const headers = { ...route.request().headers() }
        delete headers['if-none-match']
        const response = await route.fetch({ headers })
        const status = (await response.json()) as { dashboard: string }
        await route.fulfill({ response, json: { ...status, dashboard: reportedVersion ?? status.dashboard } })
      })
      await page.goto('/calls/new')
      const numberField = page.getByRole('textbox', { name: 'Number to call' })
      await numberField.fill('+44 7700 900999')
      const notice = page.getByRole('status').filter({ hasText: 'A new version of Switchboard is available.' })
      const waitForStatus = () => page.waitForResponse('**/gateway/status')

      // An earlier version comes from a gateway that is not updated yet.
      reportedVersion = '2020-01-01T00:00:00.000Z 00000000'
      await waitForStatus()
      await waitForStatus()
      await expect(notice).toHaveCount(0)
      reportedVersion = '2999-01-01T00:00:00.000Z ffffffff'
      await expect(notice).toBeVisible()
      // The notice stays, although the next answers come from a gateway that is not updated yet.
      reportedVersion = null
      await waitForStatus()
      await waitForStatus()
      await expect(notice).toBeVisible()
      await expect(numberField).toHaveValue('+44 7700 900999')

      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(notice).toHaveCount(0)

      // The update was reverted, so the files of this version are gone.
      reportedVersion = '2020-01-01T00:00:00.000Z 00000000'
      await page.route('**/assets/review-page-*.js', (route) => route.fulfill({ status: 404 }))
      await page.reload()
      await expect(notice).toBeVisible()
      await page.getByRole('link', { name: 'Review' }).click()
      await expect(page.getByRole('alert')).toContainText('Reload to open the new version.')
      await page.unroute('**/assets/review-page-*.js')
      await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
      await expect(pageHeading(page, 'Review')).toBeVisible()
    })
  })
})

/** Expects that the top bar shows an operator. */
const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: /^You are/ })).toBeVisible()

test.describe('if the gateway or the service does not answer', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test(
    'a banner on every page says so, nobody is signed out, and the pages recover without a reload',
    { tag: ['@both', '@U03'] },
    async ({ page, world }, testInfo) => {
      // Open the page once while the gateway still answers: later its scripts could not be loaded.
      await page.goto('/settings/service')
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await page.getByRole('link', { name: 'Calls', exact: true }).click()
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
      const isSeparate = testInfo.project.name === 'separate'
      const bannerText = isSeparate ? 'The calling service is not responding' : 'Switchboard is not responding.'
      await (isSeparate ? world.stopService() : world.killGateways())
      const banner = page.getByText(bannerText)
      await expect(banner).toBeVisible()

      // Calls stay visible and are marked as last known.
      await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()).toContainText('last known')
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(pageHeading(page, 'Service')).toBeVisible()
      await expect(banner).toBeVisible()
      await expectSignedIn(page)
      await page.goBack()
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()

      await (isSeparate ? world.startService() : world.startGateway())
      await expect(banner).toBeHidden()
      await expect(page.getByRole('list', { name: 'Calls' }).getByText('last known')).toHaveCount(0)
    },
  )

  test.describe('because the browser is offline', () => {
    test.use({ readOnly: true })

    test('a call that somebody tries to place is not placed later', {
      tag: ['@R25', '@offline-sends-nothing'],
    }, async ({ page, world }) => {
      const agent = await readyAgent(world)
      // A call of the seed data may have been to this number.
      const callsBefore = await countCallsTo(world, '7700900999')
      await page.goto(`/calls/new?agent=${agent.id}`)
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+44 7700 900999')
      await page.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      const confirmDialog = page.getByRole('dialog')
      await expect(confirmDialog).toContainText(/simulation/i)
      await expect(confirmDialog).toContainText(agent.name)

      await page.context().setOffline(true)
      await confirmDialog.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      await expect(confirmDialog.getByRole('alert')).toContainText(/nothing was sent|no call was placed/i)
      await page.context().setOffline(false)
      await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
      await expectSignedIn(page)
      // The page recovers and keeps the number, and the refused call is not placed.
      await expect(page.getByText('You are offline')).toBeHidden()
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('+44 7700 900999')
      expect(await countCallsTo(world, '7700900999')).toBe(callsBefore)
    })
  })
})

test.describe('if Switchboard is updated while a page is open', () => {
  // A page notices that its files are gone when it loads the code of the other pages in advance.
  test.use({ readOnly: true, preloadsPages: true, settings: { plan: 'enterprise', speed: 1, env: {} } })
})

test.describe('if the service refuses the API key', () => {
  // A named workspace, so that the service runs in a process of its own: a gateway always has the key of its embedded service.
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
