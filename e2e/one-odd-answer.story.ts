/** One odd answer about a live call ends nothing, its true end does; and an accepted End call that does not come true says so. */
import { placeLongCall } from './calls.ts'
import { openAs } from './operators.ts'
import { firstFlow } from './page-list.ts'
import { startProxy } from './proxy.ts'
import { expect, test } from './world.ts'

const json: [string, string][] = [
  ['content-type', 'application/json'],
  ['x-simulation', 'story'],
]

/** Starts a proxy between the gateway and the service that can hide a room once, or show calls as they were before. */
async function startOddProxy(serviceUrl: string) {
  const state = { hides: 0, hidden: 0, readsSince: 0, standsStill: false }
  const before = new Map<string, Awaited<ReturnType<Parameters<Parameters<typeof startProxy>[1]>[1]>>>()
  const proxy = await startProxy(serviceUrl, async ({ method, path }, forward) => {
    const isRoom = /^\/v2\/api\/active-calls\/[^/?]+$/.test(path)
    if (method !== 'GET' || !path.startsWith('/v2/api/active-calls')) return forward()
    const known = before.get(path)
    if (state.standsStill && known) return known
    if (isRoom && state.hides > 0) {
      Object.assign(state, { hides: state.hides - 1, hidden: state.hidden + 1, readsSince: 0 })
      const body = JSON.stringify({ error: { code: 'not_found', message: 'No such call.' } })
      return { status: 404, headers: json, body }
    }
    if (isRoom) state.readsSince += 1
    const answer = await forward()
    before.set(path, answer)
    return answer
  })
  return { ...proxy, state }
}

test.describe('a live call behind a proxy', () => {
  // A named workspace, so that the service runs in a process of its own, with a proxy before it.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'story' } })

  test('one 404 ends no call and deletes no record; when a call has truly ended, or goes on after an accepted End call, every page says so', async ({
    page,
    world,
  }) => {
    await test.step('a form behind one 404 says of nothing that it was deleted, and saves', async () => {
      const state = { hides: 0 }
      const { id, name } = await firstFlow(world)
      const proxy = await startProxy((await world.serviceAccess()).url, async ({ method, path }, forward) => {
        if (method !== 'GET' || state.hides === 0 || path !== `/api/v1/flows/${id}`) return forward()
        state.hides -= 1
        return {
          status: 404,
          headers: json,
          body: JSON.stringify({ error: { code: 'not_found', message: 'No such flow.' } }),
        }
      })
      try {
        await world.killGateways()
        await world.startGateway({ SERVICE_URL: proxy.url })
        state.hides = 1
        await openAs(page, 'admin', `/flows/${id}`)
        await expect(page.getByText(/not found just now/i)).toBeVisible()
        // The page asks again by itself.
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await page.goto(`/flows/${id}/edit`)
        const nameField = page.getByLabel('Name', { exact: true })
        await expect(nameField).toHaveValue(name)
        await nameField.fill('Shorter call')
        state.hides = 1
        await page.keyboard.press('Control+s')
        await expect(page.getByRole('alert').filter({ hasText: 'No such flow.' })).toBeVisible()
        await expect(page.getByText('was deleted')).toHaveCount(0)
        await page.keyboard.press('Control+s')
        await expect
          .poll(async () => (await world.service('flowShow', { params: { flowId: id } })).name)
          .toBe('Shorter call')
      } finally {
        proxy.close()
      }
    })

    await test.step('goes on after one 404, everywhere; when it has truly ended, or goes on after an accepted End call, every page says so', async () => {
      const proxy = await startOddProxy((await world.serviceAccess()).url)
      try {
        await world.killGateways()
        await world.startGateway({ SERVICE_URL: proxy.url })
        const { roomName } = await placeLongCall(world)
        await openAs(page, 'support', `/calls/${roomName}`)
        const endCall = page.getByRole('button', { name: 'End call' })
        const ended = page.getByRole('status').filter({ hasText: 'Call ended' })
        await expect(endCall).toBeEnabled()
        await expect.poll(() => proxy.state.readsSince).toBeGreaterThan(1)

        proxy.state.hides = 1
        await expect.poll(() => proxy.state.hidden).toBe(1)
        await expect.poll(() => proxy.state.readsSince).toBeGreaterThan(1)
        await expect(endCall).toBeEnabled()
        await expect(ended).toHaveCount(0)
        await page.reload()
        await expect(endCall).toBeEnabled()
        const row = page.getByRole('row').filter({ has: page.locator(`a[href="/calls/${roomName}"]`) })
        await page.goto('/calls/ended')
        await expect(page.getByRole('table', { name: 'Ended calls' }).getByRole('row').nth(1)).toBeVisible()
        await expect(row).toHaveCount(0)

        await page.goto(`/calls/${roomName}`)
        await expect(endCall).toBeEnabled()
        await world.service('activeCallEnd', { params: { roomName } })
        await expect(ended).toBeVisible()
        await expect(endCall).toHaveCount(0)
        await page.goto('/calls/ended')
        await expect(row).toBeVisible()

        const { roomName: nextRoom } = await placeLongCall(world)
        proxy.state.readsSince = 0
        await page.goto(`/calls/${nextRoom}`)
        await expect.poll(() => proxy.state.readsSince).toBeGreaterThan(1)
        proxy.state.standsStill = true
        await page.getByRole('button', { name: 'End call' }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^End the call/ })
          .click()
        await expect(page.getByRole('status').filter({ hasText: 'Still going on' })).toContainText('End it again')
        await expect(page.getByRole('button', { name: 'End call' })).toBeEnabled()
        await page.goto('/calls')
        const card = page
          .getByRole('list', { name: 'Calls' })
          .getByRole('listitem')
          .filter({ has: page.locator(`a[href="/calls/${nextRoom}"]`) })
        await expect(card).toContainText('Still going on')
      } finally {
        proxy.close()
      }
    })
  })
})
