/** Interruptions that are nobody's fault: a wrong clock, a session that ends, a service that refuses. */
import type { Route } from '@playwright/test'
import {
  approveButton,
  pendingDecisions,
  presetUndoWindow,
  queueRows,
  readMessage,
  reviewPathOf,
  waitingDrafts,
  waitUntilDecidable,
} from './drafts.ts'
import { acceptInvitation, firstAdministratorLink, openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.describe('with a clock that is years wrong, in the night of a half-hour clock change', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} }, timezoneId: 'Australia/Lord_Howe' })

  test('a reviewer sees the correct countdown and correct ages', {
    tag: ['@R24', '@moments-by-true-clock', '@reads-by-own-clock'],
  }, async ({ page, world }) => {
    // Clocks go back by half an hour at 15:00 UTC.
    await page.clock.install({ time: new Date('2037-04-04T14:59:57Z') })
    await presetUndoWindow(page, 5)
    const [draft] = await waitingDrafts(world)
    if (!draft) throw new Error('no draft waits')
    await openAs(page, 'reviewer', '/review')
    await waitUntilDecidable(page, draft)
    await page.keyboard.press('Control+Enter')
    await expect(pendingDecisions(page).getByRole('listitem')).toHaveText([/Sending to \+[\d ]+ in [1-5] s\.$/])
    await expect(pendingDecisions(page)).toContainText('Sent to', { timeout: 45_000 })
    await expect(queueRows(page).first()).toBeVisible()
    // A change and a read of a moment ago are shown as such.
    const agentId = (await world.service('agentList')).agents[0]?.id ?? ''
    await world.service('agentUpdate', { params: { agentId }, body: { personality: 'Calm.' } })
    await navigateTo(page, `/agents/${agentId}`)
    await expect(page.getByRole('main').getByText(/^Updated (now|\d+ s ago)/)).toBeVisible()
    await navigateTo(page, '/')
    await expect(
      page
        .getByRole('main')
        .getByText(/^(now|\d+ s ago)$/)
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/\d{3} days ago/)).toHaveCount(0)
  })
})

test.describe('if a session ends while somebody types', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, requiresSignIn: true } })

  test('an administrator signs in again on the same page, keeps what they typed, and nothing is sent until they press the button again', {
    tag: ['@R18'],
  }, async ({ page, world, context }) => {
    await presetUndoWindow(page, 5)
    await acceptInvitation(page, await firstAdministratorLink(world), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    await navigateTo(page, '/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Nora')
    await page.getByLabel('Voice provider').fill('rime')
    await page.getByLabel('Voice ID').fill('luna')
    const countNora = async () => (await world.service('agentList', { query: { search: 'Nora' } })).agents.length
    const before = await countNora()
    const signInAgain = async () => {
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(dialog).toBeVisible()
      await dialog.getByLabel('E-mail').fill('ada@example.com')
      await dialog.getByLabel('Password').fill('a long enough password')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toHaveCount(0)
    }
    const commands = /\/api\/v1\/agents|\/gateway\/decisions/
    /** Ends the session between a click and its command. Before that, a poll could notice it and prevent the click. */
    const end = async (act: () => Promise<void>) => {
      let isOver = false
      const cut = async (route: Route) => {
        if (!isOver && route.request().method() !== 'GET') {
          isOver = true
          await context.clearCookies()
        }
        await route.continue()
      }
      await page.route(commands, cut)
      await act()
      await signInAgain()
      await page.unroute(commands, cut)
    }
    await end(() => page.getByRole('button', { name: 'Create agent' }).click())
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nora')
    expect(await countNora()).toBe(before)
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
    expect(await countNora()).toBe(before + 1)

    // A confirm dialog stays with its input, and sends nothing until the button is pressed again.
    await page.getByRole('button', { name: 'Delete agent' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete the agent “Nora”?' })
    await confirm.getByRole('textbox').fill('Nora')
    await end(() => confirm.getByRole('button', { name: 'Delete agent' }).click())
    await expect(confirm.getByRole('textbox')).toHaveValue('Nora')
    expect(await countNora()).toBe(before + 1)
    await confirm.getByRole('button', { name: 'Delete agent' }).click()
    await expect(confirm).toHaveCount(0)
    expect(await countNora()).toBe(before)

    // A refused decision leaves the draft as it was. A decision that was already held is sent.
    const [draft] = await waitingDrafts(world)
    if (!draft) throw new Error('no draft waits')
    await navigateTo(page, reviewPathOf(draft))
    await waitUntilDecidable(page, draft)
    await end(() => approveButton(page).click())
    await waitUntilDecidable(page, draft)
    await expect(pendingDecisions(page).getByRole('listitem')).toHaveCount(0)
    expect((await readMessage(world, draft)).status).toBe(draft.message.status)
    await approveButton(page).click()
    await expect(pendingDecisions(page)).toContainText('Sending to')
    await context.clearCookies()
    await signInAgain()
    await expect(pendingDecisions(page)).toContainText('Sent to', { timeout: 45_000 })
    expect((await readMessage(world, draft)).sent).toBe(true)
  })
})

test.describe('if the service refuses a read', () => {
  test.use({ readOnly: true })

  test('the page reads once, and again only when somebody presses Try again, however often the window gets the focus', {
    tag: ['@R14', '@refused-read-is-not-repeated', '@focus-sends-no-read'],
  }, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const reads = () => requested.filter((path) => path === '/api/v1/agents/simulate_500').length
    await page.clock.install()
    await page.goto('/agents/simulate_500')
    await expect(page.getByRole('main')).toContainText('an internal error')
    expect(reads()).toBe(1)
    const again = page.waitForResponse(/simulate_500/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await (await again).finished()
    await page.evaluate(async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        window.dispatchEvent(new Event('blur'))
        window.dispatchEvent(new Event('focus'))
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        window.dispatchEvent(new Event('offline'))
        window.dispatchEvent(new Event('online'))
      }
    })
    // Nor does a delayed retry follow. After more than five seconds, the gateway would count as unreachable.
    for (let second = 0; second < 5; second += 1) {
      await page.evaluate(() => fetch('/healthz'))
      await page.clock.runFor(1_000)
    }
    expect(reads()).toBe(2)
  })
})
