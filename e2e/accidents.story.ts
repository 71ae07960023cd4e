/** What befalls a person at work, at no fault of theirs: a wrong clock, a session that ends, a service that refuses. */
import type { Route } from '@playwright/test'
import { acceptInvitation, arrive, firstLink } from './operators.ts'
import { visit } from './page.ts'
import { addressOf, approve, pending, presetUndoWindow, ready, recordOf, rows, waitingAt } from './reviewing.ts'
import { expect, test } from './world.ts'

test.describe('whose clock is years wrong, in a zone of half hours, in the night in which clocks change', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} }, timezoneId: 'Australia/Lord_Howe' })

  test('a reviewer sees the same countdown, and the ages of what they see', {
    tag: ['@R24', '@moments-by-true-clock', '@reads-by-own-clock'],
  }, async ({ page, world }) => {
    // Clocks go back by half an hour at 15:00 UTC.
    await page.clock.install({ time: new Date('2037-04-04T14:59:57Z') })
    await presetUndoWindow(page, 5)
    const [draft] = await waitingAt(world)
    if (!draft) throw new Error('no draft waits')
    await arrive(page, 'reviewer', '/review')
    await ready(page, draft)
    await page.keyboard.press('Control+Enter')
    await expect(pending(page).getByRole('listitem')).toHaveText([/Sending to \+[\d ]+ in [1-5] s\.$/])
    await expect(pending(page)).toContainText('Sent to', { timeout: 45_000 })
    await expect(rows(page).first()).toBeVisible()
    // What was changed a moment ago was changed a moment ago, and was read then too.
    const agentId = (await world.service('agentList')).agents[0]?.id ?? ''
    await world.service('agentUpdate', { params: { agentId }, body: { personality: 'Calm.' } })
    await visit(page, `/agents/${agentId}`)
    await expect(page.getByRole('main').getByText(/^Updated (now|\d+ s ago)/)).toBeVisible()
    await visit(page, '/')
    await expect(
      page
        .getByRole('main')
        .getByText(/^(now|\d+ s ago)$/)
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/\d{3} days ago/)).toHaveCount(0)
  })
})

test.describe('whose session ends while they type', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, wall: true } })

  test('an administrator signs in over the page, finds what was typed, and nothing is sent without another word', {
    tag: ['@R18'],
  }, async ({ page, world, context }) => {
    await presetUndoWindow(page, 5)
    await acceptInvitation(page, await firstLink(world), { name: 'Ada Lovelace', email: 'ada@example.com' })
    await visit(page, '/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Nora')
    await page.getByLabel('Voice provider').fill('rime')
    await page.getByLabel('Voice ID').fill('luna')
    const named = async () => (await world.service('agentList', { query: { search: 'Nora' } })).agents.length
    const before = await named()
    const signInAgain = async () => {
      const over = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(over).toBeVisible()
      await over.getByLabel('E-mail').fill('ada@example.com')
      await over.getByLabel('Password').fill('a long enough password')
      await over.getByRole('button', { name: 'Sign in' }).click()
      await expect(over).toHaveCount(0)
    }
    const commands = /\/api\/v1\/agents|\/gateway\/decisions/
    /** It ends between a click and its command: a poll that found it out before would take the click away. */
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
    expect(await named()).toBe(before)
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
    expect(await named()).toBe(before + 1)

    // A confirm stays, with what was typed in it, and waits for another word.
    await page.getByRole('button', { name: 'Delete agent' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete the agent “Nora”?' })
    await confirm.getByRole('textbox').fill('Nora')
    await end(() => confirm.getByRole('button', { name: 'Delete agent' }).click())
    await expect(confirm.getByRole('textbox')).toHaveValue('Nora')
    expect(await named()).toBe(before + 1)
    await confirm.getByRole('button', { name: 'Delete agent' }).click()
    await expect(confirm).toHaveCount(0)
    expect(await named()).toBe(before)

    // A decision that was refused leaves the draft; one that was held before goes its way.
    const [draft] = await waitingAt(world)
    if (!draft) throw new Error('no draft waits')
    await visit(page, addressOf(draft))
    await ready(page, draft)
    await end(() => approve(page).click())
    await ready(page, draft)
    await expect(pending(page).getByRole('listitem')).toHaveCount(0)
    expect((await recordOf(world, draft)).status).toBe(draft.message.status)
    await approve(page).click()
    await expect(pending(page)).toContainText('Sending to')
    await context.clearCookies()
    await signInAgain()
    await expect(pending(page)).toContainText('Sent to', { timeout: 45_000 })
    expect((await recordOf(world, draft)).sent).toBe(true)
  })
})

test.describe('to whom the service refuses a page', () => {
  test.use({ readOnly: true })

  test('asks once, and once again when they say so, however often they come back to the window', {
    tag: ['@R14', '@refused-read-is-not-repeated', '@focus-sends-no-read'],
  }, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const refused = () => asked.filter((path) => path === '/api/v1/agents/simulate_500').length
    await page.clock.install()
    await page.goto('/agents/simulate_500')
    await expect(page.getByRole('main')).toContainText('an error of its own')
    expect(refused()).toBe(1)
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
    // Nor later, when whoever waits a little before each try would have come back. Longer, and the gateway would count as gone.
    for (let second = 0; second < 5; second += 1) {
      await page.evaluate(() => fetch('/healthz'))
      await page.clock.runFor(1_000)
    }
    expect(refused()).toBe(2)
  })
})
