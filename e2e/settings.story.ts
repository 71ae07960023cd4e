/** Settings: connection test, simulation keys, operators, audit, unknown outcomes, workspaces. */
import { readFileSync } from 'node:fs'
import {
  acceptInvitation,
  chooseForOperator,
  inviteOperator,
  newBrowserPage,
  openAs,
  switchOpenPageTo,
} from './operators.ts'
import { navigateTo, pageHeading, rowInTable } from './page.ts'
import { expect, test } from './world.ts'

test.describe('in a simulation', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test(
    'an administrator tests the connection, creates a key that works at the service, and revokes it',
    { tag: ['@both', '@U51'] },
    async ({ page, world }, testInfo) => {
      await page.goto('/settings/service')
      await page.getByRole('button', { name: 'Test connection (6 requests)' }).click()
      const connectionTest = page.getByRole('region', { name: 'Connection test' })
      await expect(connectionTest).toContainText('Connected')
      await expect(connectionTest).toContainText('6 requests', { timeout: 30_000 })
      await expect(connectionTest).toContainText(/[0-9a-f]{8}/)
      const { url, apiKey } = await world.serviceAccess()
      expect(await page.content()).not.toContain(apiKey)

      const keysRegion = page.getByRole('region', { name: 'Simulation keys' })
      if (testInfo.project.name !== 'embedded') {
        // Only an embedded service shows its keys.
        await expect(page.getByRole('region', { name: 'Optional features' })).toBeVisible()
        await expect(keysRegion).toHaveCount(0)
        return
      }
      const popup = page.waitForEvent('popup')
      await page.getByRole('link', { name: 'All endpoints, and how to simulate failures' }).click()
      const reference = await popup
      await expect(pageHeading(reference, 'Voice and Messaging Agent Service')).toBeVisible()
      await expect(reference.getByRole('navigation', { name: 'Contents' })).toHaveCSS('position', 'sticky')
      await reference.close()
      await keysRegion.getByRole('button', { name: 'Create key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await expect(dialog).toContainText('Enter a name for the key.')
      await dialog.getByLabel('Name').fill('Night script')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeFocused()
      const key = await dialog.getByRole('region', { name: 'Simulation key' }).locator('code').innerText()
      await dialog.getByRole('button', { name: 'I have saved the key' }).click()
      const statusWithKey = async () =>
        (await fetch(`${url}/api/v1/agents?limit=1`, { headers: { 'x-api-key': key } })).status
      expect(await statusWithKey()).toBe(200)
      await page.reload()
      await expect(rowInTable(page, 'Simulation keys', 'Night script')).toBeVisible()
      expect(await page.content()).not.toContain(key)
      await page.getByRole('button', { name: 'Revoke key Night script' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
      await expect(rowInTable(page, 'Simulation keys', 'Night script')).toHaveCount(0)
      // The row disappears before the service has revoked the key, so wait until the key no longer works.
      await expect.poll(statusWithKey).toBe(401)
      await expect(page.getByRole('button', { name: /^Revoke key The installation/ })).toHaveAccessibleDescription(
        'Switchboard itself uses this key.',
      )
    },
  )

  test('an unknown outcome is resolved with a reason, an invited operator signs in, the audit is filtered and exported, and support sees why it is closed', {
    tag: ['@R08', '@U49', '@U09'],
  }, async ({ page, world, browser }) => {
    await test.step('an administrator resolves an unknown outcome with a reason, and the audit shows the reason', async () => {
      await page.goto('/agents/new')
      await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
      await page.getByLabel('Voice provider').fill('rime')
      await page.getByLabel('Voice ID').fill('luna')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('alert')).toBeVisible()

      await page.goto('/overview')
      const problems = page.getByRole('region', { name: 'Needs attention' })
      await expect(problems).toContainText('We do not know whether an agent was created. Requested by Grace Okafor.')
      await problems.getByRole('link', { name: 'Resolve outcome' }).click()
      await expect(pageHeading(page, 'Unfinished')).toBeVisible()
      await page.getByRole('button', { name: 'Resolve outcome' }).click()
      const dialog = page.getByRole('dialog', { name: 'Do you know whether an agent was created?' })
      await dialog.getByRole('radio', { name: 'It happened' }).check()
      await dialog.getByLabel('How you know').fill('The list of agents shows it.')
      await dialog.getByRole('button', { name: 'Record that it happened' }).click()
      // While the dialog is open, the page behind it has no roles.
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('list', { name: 'Unconfirmed actions' })).toHaveCount(0)

      await navigateTo(page, '/settings/audit?state=settled')
      const latestEntry = page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1)
      await expect(latestEntry).toContainText('Created an agent')
      await expect(latestEntry).toContainText('Resolved: it happened')
      await expect(latestEntry).toContainText('The list of agents shows it.')
    })

    await test.step('an invited operator signs in with a link, and later with their account; the audit of this can be filtered and exported', async () => {
      const link = await inviteOperator(page, 'Campaign manager')
      const cleosPage = await newBrowserPage(browser, world)
      await acceptInvitation(cleosPage, link, { name: 'Cleo Hart', email: 'cleo@example.com' })
      await expect(cleosPage.getByRole('button', { name: /Cleo Hart/ })).toBeVisible()
      await switchOpenPageTo(cleosPage, 'support')
      await cleosPage.getByRole('button', { name: /^You are/ }).click()
      await cleosPage.getByRole('menuitem', { name: 'Sign in with an account' }).click()
      await cleosPage.getByLabel('E-mail').fill('cleo@example.com')
      await cleosPage.getByLabel('Password').fill('a long enough password')
      await cleosPage.getByRole('button', { name: 'Sign in' }).click()
      await expect(cleosPage.getByRole('button', { name: /Cleo Hart/ })).toBeVisible()
      await expect(pageHeading(cleosPage, 'Batches')).toBeVisible()
      await cleosPage.close()

      await chooseForOperator(page, 'Disable', 'Cleo Hart')
      await page.getByRole('dialog').getByRole('button', { name: 'Disable Cleo Hart' }).click()
      await expect(rowInTable(page, 'Operators', 'Cleo Hart')).toContainText('Disabled')

      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit' }).click()
      const audit = page.getByRole('table', { name: 'Audit' })
      await expect(audit).toBeVisible()
      // Another choice of columns stays with the older entries.
      await navigateTo(page, '/settings/audit?before=1')
      await expect(page.getByText('No older entries', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Columns' }).press('Enter')
      await page.getByRole('menuitemcheckbox', { name: 'Target' }).press('Enter')
      await expect(page).toHaveURL(/\/settings\/audit\?before=1&columns=/)
      await page.getByRole('menuitem', { name: 'Show the usual columns' }).press('Enter')
      await expect(page).toHaveURL(/\/settings\/audit\?before=1$/)
      await page.getByRole('link', { name: 'Newest entries' }).press('Enter')
      const completedRow = (action: string) =>
        audit.getByRole('row').filter({ hasText: action }).filter({ hasText: 'Done' })
      await expect(completedRow('Disabled an operator')).toContainText(
        /Cleo Hart.*Grace Okafor.*\d\d:\d\d:\d\d (GMT|BST)/,
      )
      await expect(completedRow('Invited an operator')).toContainText('Grace Okafor')

      const openFilters = async () => {
        await page.getByRole('button', { name: /^Filter( |$)/ }).click()
        return page.getByRole('dialog', { name: 'Filters' })
      }
      const target = page.getByRole('combobox', { name: 'Target' })
      await openFilters()
      await target.fill('cleo')
      await page.getByRole('option', { name: 'Cleo Hart, operator' }).click()
      await expect(completedRow('Invited an operator')).toHaveCount(0)
      await expect(completedRow('Disabled an operator')).toBeVisible()
      const fromField = page.getByLabel('From', { exact: true })
      await fromField.fill('2099-01-31T08:30')
      // At once: the filters may close before the pause after typing is over.
      await page.keyboard.press('Escape')
      await expect(page.getByText('No entries match these filters')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Remove filter Target: Cleo Hart' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Remove filter From: 31 Jan 2099' })).toBeVisible()
      const filters = await openFilters()
      await expect(fromField).toHaveValue('2099-01-31T08:30')
      await expect(target).toHaveValue('Cleo Hart, operator')
      await filters.getByRole('button', { name: 'Clear filters' }).click()
      await expect(fromField).toHaveValue('')
      await page.getByRole('combobox', { name: 'Action' }).click()
      await page.getByRole('option', { name: 'Invited an operator' }).click()
      await expect(completedRow('Disabled an operator')).toHaveCount(0)
      await expect(page).toHaveURL(/endpoint=operatorInvite/)
      await page.reload()
      await expect(completedRow('Invited an operator')).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      const file = readFileSync(await (await download).path(), 'utf8')
      expect(file).toMatch(/Grace Okafor,Invited an operator,invitation \S+,Done,/)
      expect(file).not.toContain('operatorUpdate')
    })

    await test.step('sees that operators and the audit exist, and why they are not accessible', async () => {
      await openAs(page, 'support', '/settings/operators')
      const reason = 'Managing operators needs the administrator role. Ask an administrator.'
      await expect(page.getByRole('main').getByText(reason).filter({ visible: true })).toHaveCount(1)
      const settingsNavigation = page.getByRole('navigation', { name: 'Settings' })
      await expect(settingsNavigation.getByRole('button', { name: 'Operators' })).toHaveAccessibleDescription(reason)
      await expect(settingsNavigation.getByRole('button', { name: 'Audit' })).toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill('create flow')
      await expect(page.getByRole('option', { name: /Create flow/ })).toContainText('needs the administrator role')
    })

    await test.step('finds the prices of calls from the settings, and by searching for them', async () => {
      await page.getByRole('combobox', { name: 'Search' }).fill('tariff')
      await expect(page.getByRole('option')).toHaveText([/^Prices \(in Reports\)/])
      await page.keyboard.press('Escape')
      await page
        .getByRole('navigation', { name: 'Settings' })
        .getByRole('link', { name: /^Prices/ })
        .click()
      await expect(pageHeading(page, 'Cost')).toBeVisible()
    })
  })
})
