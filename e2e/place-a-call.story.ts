/** Support places a single call: it succeeds, is refused, or its answer is lost. */
import { confirmCallButton, countCallsTo, openConfirmDialog, openPlaceCallPage, readyAgent } from './calls.ts'
import { createColleague, openAs } from './operators.ts'
import { navigateTo } from './page.ts'
import { expect, test } from './world.ts'

/** Compares the text as it is shown, with line breaks: each sentence of an alert is on a line of its own. */
const withLineBreaks = { useInnerText: true }

/** The ISO weekday (1 is Monday) in three days. It is not this weekday in any time zone today, nor while these stories run. */
const distantWeekday = ((new Date().getUTCDay() + 2) % 7) + 1

test.describe('support', () => {
  // At real speed, so that both calls are still in progress at the end. The batch in progress uses at most 16 of the 20 lines.
  test.use({ settings: { plan: 'enterprise', speed: 1, env: { SERVICE_CONCURRENT_CALLS: '20' } } })

  test('places calls again only after a warning, sees the reason of each refusal, waits after a 429, and gives a reason outside the calling hours', {
    tag: ['@U45'],
  }, async ({ page, world }) => {
    await test.step('calls a number, calls it again only after a warning, and finds both calls on the wall', async () => {
      const rules = Promise.withResolvers<void>()
      await page.route('**/gateway/calling-rules', async (route) => {
        await rules.promise
        await route.continue()
      })
      const agent = await openPlaceCallPage(page, world)
      // The country of the code is known before the whole number is typed, and the page says in words what will happen.
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+1 20')
      await expect(page.getByText('+1: United States or 24 other countries')).toBeVisible()
      const inWords = page.getByRole('region', { name: 'This call' })
      await expect(inWords).toContainText(`${agent.name} calls the number that you type`)
      await page.getByRole('textbox', { name: 'Number to call' }).fill('+1 (202) 555-0105')
      await expect(inWords).toContainText(/calls \+1 202 555 0105 from \+\d/)
      // While the calling hours are not known, the page does not say that it is inside them.
      await expect(inWords).toContainText(/United States \(.*\): it is \d.* there\./)
      rules.resolve()
      await expect(inWords).toContainText(/United States \(.*\): it is \d.* there, inside the calling hours\./)
      await expect(inWords).toContainText(/The agent .*says:|own words/)
      await confirmCallButton(await openConfirmDialog(page, '05')).click()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
      const roomName = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect((await world.service('activeCallShow', { params: { roomName } })).customerPhone).toBe('+12025550105')

      await navigateTo(page, `/calls/new?agent=${agent.id}`)
      const recentCalls = page.getByRole('table', { name: 'Recent calls' })
      await expect(recentCalls).toContainText('Sam Whitfield')
      await recentCalls.getByRole('button', { name: 'Use +1 202 555 0105' }).click()
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toBeFocused()
      await page.getByRole('button', { name: 'Call +1 202 555 0105', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Call +1 202 555 0105 now?' })
      await confirmCallButton(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText(/Sam Whitfield called this number \d+ (s|min) ago/)
      await expect(confirmCallButton(dialog)).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      expect(await countCallsTo(world, '2025550105')).toBe(1)

      await dialog.getByRole('button', { name: 'Call again' }).click()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
      expect(await countCallsTo(world, '2025550105')).toBe(2)
      await navigateTo(page, '/calls')
      for (const { roomName: room } of (await world.service('callHistory', { query: { search: '2025550105' } }))
        .calls) {
        await expect(page.getByRole('list', { name: 'Calls' }).locator(`a[href="/calls/${room}"]`)).toBeVisible()
      }
    })

    await test.step('sees recent calls, and why they may not place one', async () => {
      await openAs(page, 'reviewer', '/calls/new')
      await expect(page.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Recent calls' })).toBeVisible()
    })

    await test.step('opens the page from the command palette, sees the reason of each refusal, and has to wait after a 429; nobody is called', async () => {
      await page.clock.install()
      const agent = await readyAgent(world)
      await openAs(page, 'support', '/flows')
      await expect(page.getByRole('heading', { level: 1, name: 'Flows' })).toBeVisible()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill('place a c')
      await expect(page.getByRole('option', { name: 'Place a call' })).toHaveAttribute('data-highlighted')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Place a call' })).toBeFocused()

      // Errors in the form are shown at their fields, and nothing is sent.
      await page.getByRole('combobox', { name: 'Agent' }).fill(agent.name)
      await page.getByRole('option', { name: agent.name }).first().click()
      await page.getByRole('textbox', { name: 'Number to call' }).fill('4155550134')
      await page.getByRole('button', { name: 'Call this number' }).click()
      const errorSummary = page.getByRole('alert', { name: /No call was placed\. One field needs your attention/ })
      await expect(errorSummary).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Number to call' })).toHaveValue('4155550134')

      for (const [lastDigits, reason] of [
        ['40', 'The agent has no phone number configured. No call was placed.'],
        ['44', 'This agent no longer exists, or Switchboard’s API key cannot use it. No call was placed.'],
        ['50', 'The service could not place the call. The carrier did not accept the call. No call was placed.'],
      ] as const) {
        const dialog = await openConfirmDialog(page, lastDigits)
        await confirmCallButton(dialog).click()
        await expect(dialog.getByRole('alert')).toContainText(reason, withLineBreaks)
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
      }

      // After a lost answer, repeating the call is refused, with a link to the page where its outcome is resolved.
      const firstDialog = await openConfirmDialog(page, '56')
      await confirmCallButton(firstDialog).click()
      await expect(firstDialog.getByRole('alert')).toContainText(
        'The service did not confirm this call.',
        withLineBreaks,
      )
      await firstDialog.getByRole('button', { name: 'Cancel' }).click()
      const secondDialog = await openConfirmDialog(page, '56')
      await confirmCallButton(secondDialog).click()
      await expect(secondDialog.getByRole('alert')).toContainText('its outcome is unknown', withLineBreaks)
      await expect(secondDialog.getByRole('link', { name: 'Show live calls' })).toBeVisible()
      await secondDialog.getByRole('button', { name: 'Cancel' }).click()

      // After a 429, the dialog and the page count down the time of Retry-After. Afterwards, calling is possible again.
      const dialog = await openConfirmDialog(page, '49')
      await page.clock.pauseAt(Date.now() + 5_000)
      await confirmCallButton(dialog).click()
      await expect(dialog.getByRole('alert')).toContainText(
        'The service does not accept more requests right now. No call was placed.',
        withLineBreaks,
      )
      const readRemainingSeconds = async () => Number((await page.getByRole('timer').innerText()).replace('0:', ''))
      const secondsBefore = await readRemainingSeconds()
      await page.clock.runFor(1_000)
      await expect.poll(readRemainingSeconds).toBe(secondsBefore - 1)
      await expect(confirmCallButton(dialog)).toHaveAttribute('aria-disabled', 'true')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.clock.runFor(200)
      const callButton = page.getByRole('button', { name: 'Call +1 202 555 0149' })
      await expect(callButton).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText(/^You can try again in 0:0\d\.$/)).toBeVisible()
      await page.clock.resume()
      await expect(page.getByRole('timer')).toHaveCount(0, { timeout: 30_000 })
      await expect(callButton).not.toHaveAttribute('aria-disabled', 'true')

      for (const lastDigits of ['40', '44', '50', '49'])
        expect(await countCallsTo(world, `20255501${lastDigits}`)).toBe(0)
      await navigateTo(page, '/reports/budget')
      await expect(page.getByRole('term').filter({ hasText: 'Last refusal' })).toBeVisible()
      await expect(page.getByText('None since Switchboard started')).toHaveCount(0)
    })

    await test.step('gives a reason for a call, which the audit shows', async () => {
      const { request } = await createColleague(world, 'admin')
      const { hours } = (await (await request.get('/gateway/calling-rules')).json()) as { hours: object }
      const saved = await request.put('/gateway/calling-rules', {
        data: { hours: { ...hours, weekdays: [distantWeekday] } },
      })
      expect(saved.status()).toBe(200)
      await openPlaceCallPage(page, world)
      const dialog = await openConfirmDialog(page, '00')
      await expect(dialog).toContainText('This is outside the calling hours.')
      await expect(confirmCallButton(dialog)).toHaveAttribute('aria-disabled', 'true')
      expect(await countCallsTo(world, '2025550100')).toBe(0)
      await dialog.getByRole('textbox', { name: 'Reason for calling now' }).fill('They asked for it.')
      await confirmCallButton(dialog).click()
      await expect(page).toHaveURL(/\/calls\/[\w-]+-\w{10}$/)
      expect(await countCallsTo(world, '2025550100')).toBe(1)
      await openAs(page, 'admin', '/settings/audit')
      await expect(page.getByText('Outside the calling hours: They asked for it.')).toBeVisible()
    })
  })
})
