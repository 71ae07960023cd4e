/** Interruptions while somebody works: a wrong clock, a session that ends, a service that refuses reads. */
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
import { chooseRareAction, navigateTo } from './page.ts'
import { expect, test } from './world.ts'

test.describe('if the browser’s clock is years ahead, and changes to daylight saving time by half an hour', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} }, timezoneId: 'Australia/Lord_Howe' })

  test('a reviewer sees the correct countdown and correct ages', {
    tag: ['@R24', '@moments-by-true-clock', '@reads-by-own-clock'],
  }, async ({ page, world }) => {
    // On Lord Howe Island, daylight saving time ends at 15:00 UTC: clocks go back by half an hour.
    await page.clock.install({ time: new Date('2037-04-04T14:59:57Z') })
    await presetUndoWindow(page, 9)
    const [draft] = await waitingDrafts(world)
    if (!draft) throw new Error('no draft waits')
    await openAs(page, 'reviewer', '/review?sort=oldest')
    await waitUntilDecidable(page, draft)
    await page.keyboard.press('Control+Enter')
    await expect(pendingDecisions(page).getByRole('listitem')).toHaveText([/Sending to \+[\d ]+ in [1-9] s\.$/])
    await expect(pendingDecisions(page)).toContainText('Sent to', { timeout: 45_000 })
    await expect(queueRows(page).first()).toBeVisible()
    // The ages of a recent change and of a recent read are correct.
    const agentId = (await world.service('agentList')).agents[0]?.id ?? ''
    await world.service('agentUpdate', { params: { agentId }, body: { personality: 'Calm.' } })
    await navigateTo(page, `/agents/${agentId}`)
    await expect(page.getByRole('main').getByText(/^Updated (now|\d+ s ago)/)).toBeVisible()
    await navigateTo(page, '/overview')
    await expect(page.getByRole('banner').getByText(/^Checked (now|\d+ s ago)$/)).toBeVisible()
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
    const countBefore = await countNora()
    const signInAgain = async () => {
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(dialog).toBeVisible()
      await dialog.getByLabel('E-mail').fill('ada@example.com')
      await dialog.getByLabel('Password').fill('a long enough password')
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await expect(dialog).toHaveCount(0)
    }
    const commandUrls = /\/api\/v1\/agents|\/gateway\/decisions/
    /** Ends the session between a click and its command. If it ended earlier, a poll could notice it and prevent the click. */
    const endSessionDuring = async (sendCommand: () => Promise<void>) => {
      let hasEnded = false
      const endSessionOnCommand = async (route: Route) => {
        if (!hasEnded && route.request().method() !== 'GET') {
          hasEnded = true
          await context.clearCookies()
        }
        await route.continue()
      }
      await page.route(commandUrls, endSessionOnCommand)
      await sendCommand()
      await signInAgain()
      await page.unroute(commandUrls, endSessionOnCommand)
    }
    await endSessionDuring(() => page.getByRole('button', { name: 'Create agent' }).click())
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nora')
    expect(await countNora()).toBe(countBefore)
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
    expect(await countNora()).toBe(countBefore + 1)

    // A confirm dialog stays open with its input, and sends nothing until the button is pressed again.
    await chooseRareAction(page, 'Delete agent')
    const deleteDialog = page.getByRole('dialog', { name: 'Delete the agent “Nora”?' })
    await deleteDialog.getByRole('textbox').fill('Nora')
    await endSessionDuring(() => deleteDialog.getByRole('button', { name: 'Delete agent' }).click())
    await expect(deleteDialog.getByRole('textbox')).toHaveValue('Nora')
    expect(await countNora()).toBe(countBefore + 1)
    await deleteDialog.getByRole('button', { name: 'Delete agent' }).click()
    await expect(deleteDialog).toHaveCount(0)
    expect(await countNora()).toBe(countBefore)

    // A decision without a session is refused and does not change the draft. A decision in its undo window is sent all the same.
    const [draft] = await waitingDrafts(world)
    if (!draft) throw new Error('no draft waits')
    await navigateTo(page, reviewPathOf(draft))
    await waitUntilDecidable(page, draft)
    await endSessionDuring(() => approveButton(page).click())
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

  test('a page reads once, and again only when somebody presses “Try again”, even if the window gets the focus repeatedly', {
    tag: ['@R14', '@refused-read-is-not-repeated', '@focus-sends-no-read'],
  }, async ({ page }) => {
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    const countReads = () => requestedPaths.filter((path) => path === '/api/v1/agents/simulate_500').length
    await page.clock.install()
    await page.goto('/agents/simulate_500')
    await expect(page.getByRole('main')).toContainText('an internal error')
    expect(countReads()).toBe(1)
    const secondResponse = page.waitForResponse(/simulate_500/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await (await secondResponse).finished()
    await page.evaluate(async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        window.dispatchEvent(new Event('blur'))
        window.dispatchEvent(new Event('focus'))
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
        window.dispatchEvent(new Event('offline'))
        window.dispatchEvent(new Event('online'))
      }
    })
    // No delayed retry follows. Advance only five seconds: after that, the page would consider the gateway unreachable.
    for (let second = 0; second < 5; second += 1) {
      await page.evaluate(() => fetch('/healthz'))
      await page.clock.runFor(1_000)
    }
    expect(countReads()).toBe(2)
  })
})
