/** Support places one call, and is told what became of it, whatever it was. */
import { call, openPlace, prepare, readyAgent, timesRung } from './calls.ts'
import { arrive } from './operators.ts'
import { visit } from './page.ts'
import { expect, test } from './world.ts'

/** Sentences of an alert, as they are seen: each has a line of its own. */
const asSeen = { useInnerText: true }

test.describe('support', () => {
  // Both calls still go on when they are looked for.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('calls a number, calls it again only after being told of the first, and finds both among the recents', {
    tag: ['@U45'],
  }, async ({ page, world }) => {
    const agent = await openPlace(page, world)
    await call(await prepare(page, '05')).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await world.service('activeCallShow', { params: { roomName } })).customerPhone).toBe('+12025550105')

    await visit(page, `/calls/new?agent=${agent.id}`)
    const recents = page.getByRole('table', { name: 'Recent calls' })
    await expect(recents).toContainText('Sam Whitfield')
    await recents.getByRole('button', { name: 'Use +1 202 555 0105' }).click()
    await expect(page.getByRole('textbox', { name: 'Number to call' })).toBeFocused()
    await page.getByRole('button', { name: 'Call +1 202 555 0105', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Call +1 202 555 0105 now?' })
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText(/Sam Whitfield called this number \d+ (s|min) ago/)
    await expect(call(dialog)).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await timesRung(world, '2025550105')).toBe(1)

    await dialog.getByRole('button', { name: 'Call again' }).click()
    await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
    expect(await timesRung(world, '2025550105')).toBe(2)
    await visit(page, '/calls')
    for (const { roomName: room } of (await world.service('callHistory', { query: { search: '2025550105' } })).calls) {
      await expect(page.getByRole('list', { name: 'Calls' }).locator(`a[href="/calls/${room}"]`)).toBeVisible()
    }
  })

  test('comes from anywhere by the palette, is told each reason in words of its own, waits out a pause by its clock, and nobody is rung', {
    tag: ['@U45'],
  }, async ({ page, world }) => {
    await page.clock.install()
    const agent = await readyAgent(world)
    await arrive(page, 'support', '/flows')
    await expect(page.getByRole('heading', { level: 1, name: 'Flows' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('place a c')
    await expect(page.getByRole('option', { name: 'Place a call' })).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Place a call' })).toBeFocused()

    // What is wrong before anything is sent is said at its field.
    await page.getByRole('combobox', { name: 'Agent' }).fill(agent.name)
    await page.getByRole('option', { name: agent.name }).first().click()
    await page.getByRole('textbox', { name: 'Number to call' }).fill('4155550134')
    await page.getByRole('button', { name: 'Call this number' }).click()
    const summary = page.getByRole('alert', { name: /No call was placed\. One field needs your attention/ })
    await expect(summary).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('4155550134')

    for (const [last, reason] of [
      ['40', 'The agent has no phone number configured. No call was placed.'],
      ['44', 'This agent no longer exists, or Switchboard’s API key cannot use it. No call was placed.'],
      ['50', 'The service could not place the call. The carrier did not accept the call. No call was placed.'],
    ] as const) {
      const dialog = await prepare(page, last)
      await call(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText(reason, asSeen)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
    }

    // An answer was lost: the same call again leads to where it is settled.
    const lost = await prepare(page, '56')
    await call(lost).click()
    await expect(lost.getByRole('alert')).toContainText('The service did not confirm this call.', asSeen)
    await lost.getByRole('button', { name: 'Cancel' }).click()
    const repeated = await prepare(page, '56')
    await call(repeated).click()
    await expect(repeated.getByRole('alert')).toContainText('nobody knows yet whether it happened', asSeen)
    await expect(repeated.getByRole('link', { name: 'Show live calls' })).toBeVisible()
    await repeated.getByRole('button', { name: 'Cancel' }).click()

    // The service says 429 and how long: the pause ticks in the confirm and on the page, and ends by itself.
    const dialog = await prepare(page, '49')
    await page.clock.pauseAt(Date.now() + 5_000)
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'The service does not accept more requests right now. No call was placed.',
      asSeen,
    )
    const left = async () => Number((await page.getByRole('timer').innerText()).replace('0:', ''))
    const before = await left()
    await page.clock.runFor(1_000)
    await expect.poll(left).toBe(before - 1)
    await expect(call(dialog)).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.clock.runFor(200)
    const button = page.getByRole('button', { name: 'Call +1 202 555 0149' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText(/^You can try again in 0:0\d\.$/)).toBeVisible()
    await page.clock.resume()
    await expect(page.getByRole('timer')).toHaveCount(0, { timeout: 30_000 })
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')

    for (const last of ['40', '44', '50', '49']) expect(await timesRung(world, `20255501${last}`)).toBe(0)
    await visit(page, '/settings/budget')
    await expect(page.getByRole('term').filter({ hasText: 'Last refused (429)' })).toBeVisible()
    await expect(page.getByText('None since Switchboard started')).toHaveCount(0)
  })
})

test.describe('a reviewer', () => {
  test.use({ readOnly: true, settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('sees who was called, and why they may not call', async ({ page }) => {
    await arrive(page, 'reviewer', '/calls/new')
    await expect(page.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent calls' })).toBeVisible()
  })
})

test.describe('support on a plan of one call', () => {
  test.use({ settings: { plan: 'developer', speed: 1, env: {} } })

  test('hears that the line is busy, which is no failure', { tag: ['@U45'] }, async ({ page, world }) => {
    await openPlace(page, world)
    const dialog = await prepare(page, '05')
    await call(dialog).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Your plan allows one call at a time, and one is in progress. No call was placed. Wait until a call ends.',
      asSeen,
    )
    expect(await timesRung(world, '2025550105')).toBe(0)
  })
})
