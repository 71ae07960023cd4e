/** Every page: opens from its address, survives a reload and Back, and says so when nobody answers. */
import type { Page } from '@playwright/test'
import { longCall } from './calls.ts'
import { heading } from './page.ts'
import { expect, test, type World } from './world.ts'

interface Stop {
  title: string | RegExp
  path: string
}

type Part = 'live calls' | 'batches and messages' | 'agents and flows' | 'settings'

const settings = {
  service: 'Service',
  budget: 'Request budget',
  unknown: 'Unknown outcomes',
  operators: 'Operators',
  audit: 'Audit',
  webhooks: 'Webhooks',
  sessions: 'Your sessions',
  appearance: 'Appearance',
  keyboard: 'Keyboard',
}

async function stopsOf(world: World): Promise<Record<Part, Stop[]>> {
  const agent = (await world.service('agentList', { query: { limit: '1' } })).agents[0]
  const flow = (await world.service('flowList', { query: { limit: '1' } })).flows[0]
  const { roomName } = await longCall(world)
  return {
    'live calls': [
      { title: 'Overview', path: '/' },
      { title: 'Live calls', path: '/calls' },
      { title: '+1 202 555 0105', path: `/calls/${roomName}` },
      { title: 'Place a call', path: '/calls/new' },
      { title: 'No such call', path: '/calls/no-such-room' },
    ],
    'batches and messages': [
      { title: 'Batches', path: '/batches' },
      { title: /new batch/i, path: '/batches/new' },
      { title: 'Review', path: '/review' },
      { title: 'Conversations', path: '/conversations' },
    ],
    'agents and flows': [
      { title: 'Agents', path: '/agents' },
      { title: /new agent/i, path: '/agents/new' },
      { title: agent?.name ?? /./, path: `/agents/${agent?.id}` },
      { title: 'Flows', path: '/flows' },
      { title: /new flow/i, path: '/flows/new' },
      { title: flow?.name ?? /./, path: `/flows/${flow?.id}` },
      { title: `Edit ${flow?.name}`, path: `/flows/${flow?.id}/edit?node=start` },
    ],
    settings: Object.entries(settings).map(([part, title]) => ({ title, path: `/settings/${part}` })),
  }
}
const parts: readonly Part[] = ['live calls', 'batches and messages', 'agents and flows', 'settings']

test.describe('every page', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  for (const part of parts) {
    test(`opens from its address, survives a reload, and Back goes where one came from: ${part}`, async ({
      page,
      world,
    }) => {
      let before: Stop | null = null
      for (const stop of (await stopsOf(world))[part]) {
        await test.step(stop.path, async () => {
          await page.goto(stop.path)
          await expect(heading(page, stop.title)).toBeVisible()
          await page.reload()
          await expect(heading(page, stop.title)).toBeVisible()
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
    await page.goto('/')
    await ofPage.click()
    await expect(heading(page, 'Batches')).toBeFocused()
    await page.goBack()
    await expect(ofPage).toBeFocused()
  })

  test('asks for nothing twice when it opens', async ({ page, world }) => {
    const asked = new Set<string>()
    const twice = new Set<string>()
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.clear()
      if (request.resourceType() !== 'fetch') return
      const { pathname, search } = new URL(request.url())
      if (asked.has(pathname + search)) twice.add(pathname)
      asked.add(pathname + search)
    })
    // The clock stands still, so that nothing is asked for again by a poll, however long a page takes to open.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const stops = await stopsOf(world)
    for (const { path } of [...stops['live calls'], ...stops['batches and messages']]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    }
    expect([...twice]).toEqual([])
  })

  test('heals an address that says something impossible', async ({ page }) => {
    await page.goto('/calls?sentiment=furious&agent=')
    await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible()
    await page.goto('/settings/nothing')
    await expect(heading(page, 'Service')).toBeVisible()
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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

  test(
    'a call that is placed then is not placed later',
    { tag: ['@R25', '@offline-sends-nothing'] },
    async ({ page, world }, testInfo) => {
      const agents = (await world.service('agentList', { query: { limit: '100' } })).agents
      const flows = (await world.service('flowList', { query: { limit: '100' } })).flows
      const ready = agents.find(
        ({ id, phoneNumber }) =>
          phoneNumber && flows.some((flow) => flow.agentId === id && flow.isActive && flow.direction !== 'inbound'),
      )
      const history = async () => (await world.service('callHistory', { query: { search: '7700900999' } })).calls.length
      await page.goto(`/calls/new?agent=${ready?.id}`)
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+44 7700 900999')
      await page.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      const confirm = page.getByRole('dialog')
      await expect(confirm).toContainText(/simulation/i)
      await expect(confirm).toContainText(ready?.name ?? '')

      const separate = testInfo.project.name === 'separate'
      await (separate ? world.stopService() : page.context().setOffline(true))
      await confirm.getByRole('button', { name: 'Call +44 7700 900999' }).click()
      await expect(confirm.getByRole('alert')).toContainText(/nothing was sent|no call was placed/i)
      await (separate ? world.startService() : page.context().setOffline(false))
      await confirm.getByRole('button', { name: 'Keep editing' }).click()
      await expectSignedIn(page)
      // It mends itself, what was typed is still there, and what was refused stays undone.
      await expect(page.getByText(/You are offline|calling service is not responding/)).toBeHidden({ timeout: 30_000 })
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('+44 7700 900999')
      expect(await history()).toBe(0)
    },
  )
})

test.describe('when the service refuses the key', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test(
    'an administrator is told where to look, everybody stays signed in, and old answers stay',
    { tag: ['@both', '@R17'] },
    async ({ page, world }, testInfo) => {
      // Only in front of a service of its own can the key be another: elsewhere the gateway makes both ends.
      if (testInfo.project.name === 'separate') {
        await world.stop()
        await world.startGateway({ SERVICE_API_KEY: 'another_key_0123456789' })
        await page.goto('/agents')
        const banner = page.getByRole('paragraph').filter({ hasText: 'refuses Switchboard’s API key' })
        await expect(banner).toBeVisible({ timeout: 20_000 })
        await banner.getByRole('link', { name: 'See the connection' }).click()
        await expect(page.getByText('Refuses the API key')).toBeVisible()
      } else {
        await page.goto('/settings/service')
        await expect(page.getByText('Answering')).toBeVisible()
      }
      await expectSignedIn(page)
    },
  )
})
