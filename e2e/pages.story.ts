/** Every page: opens from its address, survives a reload and Back, and says so when nobody answers. */
import type { Page } from '@playwright/test'
import { readyAgent, timesRung } from './calls.ts'
import { heading, visit } from './page.ts'
import { everyPart, parts, type Stop } from './stops.ts'
import { expect, test } from './world.ts'

/**
 * What a document asks for again though it has just asked. A document that is being left still asks, and does not count. Neither does the
 * session: it is read again when the gateway's status says that it has changed, as it does while the gateway learns what the service offers.
 */
async function askedTwice(page: Page): Promise<Set<string>> {
  const asked = new Set<string>()
  const twice = new Set<string>()
  let document = ''
  const browser = await page.context().newCDPSession(page)
  browser.on('Network.requestWillBeSent', ({ type, loaderId, request: { url } }) => {
    if (type === 'Document') {
      document = loaderId
      for (const before of [asked, twice]) before.clear()
    }
    if (type !== 'Fetch' || loaderId !== document) return
    const { pathname, search } = new URL(url)
    if (asked.has(pathname + search) && pathname !== '/gateway/session') twice.add(pathname)
    asked.add(pathname + search)
  })
  await browser.send('Network.enable')
  return twice
}

test.describe('every page', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  for (const part of everyPart) {
    test(`opens from its address and asks for nothing twice, and Back goes where one came from: ${part}`, async ({
      page,
      world,
    }) => {
      const twice = await askedTwice(page)
      // The clock stands still, so that nothing is asked for again by a poll, however long a page takes to open.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1_000)
      let before: Stop | null = null
      for (const stop of await parts[part](world)) {
        await test.step(stop.path, async () => {
          await visit(page, stop.path)
          await expect(heading(page, stop.title)).toBeVisible()
          await page.reload()
          await expect(heading(page, stop.title)).toBeVisible()
          // A flow is drawn by the clock.
          if (part !== 'agents and flows') await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          expect([...twice]).toEqual([])
          if (before) {
            await page.goBack()
            await expect(heading(page, before.title)).toBeVisible()
            await page.goForward()
            await expect(heading(page, stop.title)).toBeVisible()
          }
        })
        before = stop
      }
    })
  }

  test('leads on by links: the heading has the focus and the title the name, and Back returns to the link', async ({
    page,
  }) => {
    await page.goto('/calls')
    const link = page.getByRole('link', { name: 'Place a call' })
    await link.click()
    await expect(heading(page, 'Place a call')).toBeFocused()
    await expect(page).toHaveTitle('Place a call · Switchboard')
    await page.goBack()
    await expect(link).toBeFocused()
    // To the link itself, also where the rail has one to the same place.
    const ofPage = page.getByRole('main').getByRole('link', { name: 'All batches' })
    await visit(page, '/')
    await ofPage.click()
    await expect(heading(page, 'Batches')).toBeFocused()
    await page.goBack()
    await expect(ofPage).toBeFocused()
  })

  test('heals an address that says something impossible', async ({ page }) => {
    await page.goto('/calls?sentiment=furious&agent=')
    await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
    await visit(page, '/settings/nothing')
    await expect(heading(page, 'Service')).toBeVisible()
    await visit(page, '/nowhere')
    await expect(heading(page, 'Not found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Overview' }).first()).toBeVisible()
  })
})

/** Somebody is still there, as the frame says. */
const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: /^You are/ })).toBeVisible()

test.describe('when nobody answers', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test(
    'every page says so, nobody is signed out, and it mends itself',
    { tag: ['@both', '@U03'] },
    async ({ page, world }, testInfo) => {
      // Seen before: a page that was never opened cannot come from nowhere.
      await page.goto('/settings/service')
      await expect(heading(page, 'Service')).toBeVisible()
      await page.getByRole('link', { name: 'Live calls' }).click()
      await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
      const separate = testInfo.project.name === 'separate'
      const sentence = separate ? 'The calling service is not responding' : 'Switchboard is not answering.'
      await (separate ? world.stopService() : world.kill())
      const banner = page.getByText(sentence)
      await expect(banner).toBeVisible({ timeout: 20_000 })

      // What was known stays, and claims nothing: no lamp is lit.
      await expect(page.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()).toContainText('last known')
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(heading(page, 'Service')).toBeVisible()
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

    test('a call that is placed then is not placed later', { tag: ['@R25', '@offline-sends-nothing'] }, async ({
      page,
      world,
    }) => {
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
      // It mends itself, what was typed is still there, and what was refused stays undone.
      await expect(page.getByText('You are offline')).toBeHidden()
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('+44 7700 900999')
      expect(await timesRung(world, '7700900999')).toBe(0)
    })
  })
})

test.describe('when Switchboard is renewed while a page is open', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('the page says so and stays as it is until the person reloads it, and a page whose files are gone says why', async ({
    page,
  }) => {
    /** What this gateway or one that was renewed answers. */
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
    const told = page.getByRole('status').filter({ hasText: 'A new version of Switchboard is available.' })
    const answered = () => page.waitForResponse('**/gateway/status')

    // An earlier version is a gateway that has not been renewed yet.
    version = '2020-01-01T00:00:00.000Z 00000000'
    await answered()
    await answered()
    await expect(told).toHaveCount(0)
    version = '2999-01-01T00:00:00.000Z ffffffff'
    await expect(told).toBeVisible()
    // The next answer is of a gateway that has not been renewed: it stays.
    version = null
    await answered()
    await answered()
    await expect(told).toBeVisible()
    await expect(number).toHaveValue('+44 7700 900999')

    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(told).toHaveCount(0)

    // Somebody went back to an earlier version, and the files of this one are gone.
    version = '2020-01-01T00:00:00.000Z 00000000'
    await page.route('**/assets/review-page-*.js', (route) => route.fulfill({ status: 404 }))
    await page.reload()
    await expect(told).toBeVisible()
    await page.getByRole('link', { name: 'Review' }).click()
    await expect(page.getByRole('alert')).toContainText('Reload to open the new version.')
    await page.unroute('**/assets/review-page-*.js')
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(heading(page, 'Review')).toBeVisible()
    // A status that is on its way would end with the story, as an error of none.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('when the service refuses the key', () => {
  // Only in front of a service of its own can the key be another: elsewhere the gateway makes both ends.
  const env = { SERVICE_API_KEY: 'another_key_0123456789' }
  test.use({ settings: { plan: 'enterprise', speed: 1, env, workspaces: 'story' } })

  test('an administrator is told where to look, and stays signed in', { tag: ['@R17'] }, async ({ page }) => {
    await page.goto('/agents')
    const banner = page.getByRole('paragraph').filter({ hasText: 'refuses Switchboard’s API key' })
    await expect(banner).toBeVisible()
    await banner.getByRole('link', { name: 'See the connection' }).click()
    await expect(page.getByText('Refuses the API key')).toBeVisible()
    await expectSignedIn(page)
  })
})
