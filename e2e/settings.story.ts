/** Those who keep the house: who may come in, what was done, what it is connected to. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { become, comeIn, elsewhere, firstLink, invite, signIn } from './operators.ts'
import { heading } from './page.ts'
import { expect, test } from './world.ts'

const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })

test.describe('where one has to sign in', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, wall: true } })

  test('U47 R32 the first administrator invites a colleague, changes their roles and shuts them out at once', async ({
    page,
    world,
    browser,
  }) => {
    await comeIn(page, await firstLink(world), { name: 'Ada Lovelace', email: 'ada@example.com' })
    await page.goto('/settings/operators')

    // Nobody else could manage operators.
    const lastOne = /This is the last administrator/
    await expect(page.getByRole('button', { name: 'Disable Ada Lovelace' })).toHaveAccessibleDescription(lastOne)
    await page.getByRole('button', { name: 'Change roles of Ada Lovelace' }).click()
    const roles = page.getByRole('dialog', { name: 'Roles of Ada Lovelace' })
    await roles.getByRole('checkbox', { name: 'Administrator' }).uncheck()
    await roles.getByRole('checkbox', { name: 'Support' }).check()
    await expect(roles.getByRole('button', { name: 'Save the roles' })).toHaveAccessibleDescription(lastOne)
    await roles.getByRole('button', { name: 'Keep the roles' }).click()

    const forBen = await invite(page, 'Reviewer')
    await expect(rowOf(page, 'Open invitations', 'Reviewer')).toBeVisible()
    const ben = await elsewhere(browser, world)
    await ben.goto(forBen)
    await ben.getByLabel('Name').fill('Ben Okri')
    await ben.getByLabel('Password').fill('short')
    await ben.getByRole('button', { name: 'Create the account and sign in' }).click()
    await expect(ben.getByRole('alert')).toBeFocused()
    await ben.getByRole('link', { name: 'Choose a password of at least 10 characters.' }).click()
    await expect(ben.getByLabel('Password')).toBeFocused()
    await expect(ben.getByLabel('Name')).toHaveValue('Ben Okri')
    await comeIn(ben, forBen, { name: 'Ben Okri', email: 'ben@example.com' })
    await ben.goto('/calls/new')
    await expect(ben.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()

    // A role counts at once, without a reload.
    await page.getByRole('button', { name: 'Change roles of Ben Okri' }).click()
    const his = page.getByRole('dialog', { name: 'Roles of Ben Okri' })
    await his.getByRole('checkbox', { name: 'Support' }).check()
    await his.getByRole('button', { name: 'Save the roles' }).click()
    await expect(rowOf(page, 'Operators', 'Ben Okri')).toContainText('Support, Reviewer')
    await expect(ben.getByRole('button', { name: 'Place the call' })).toBeVisible()

    // A session that one has elsewhere is ended from here; an administrator ends anybody's.
    const [first, second] = [await signIn(world, 'ben@example.com'), await signIn(world, 'ben@example.com')]
    await ben.goto('/settings/sessions')
    await expect(rowOf(ben, 'Your open sessions', 'This one')).toContainText('Chrome on Linux')
    const mine = ben.getByRole('table', { name: 'Your open sessions' }).getByRole('row')
    await expect(mine).toHaveCount(4)
    await page.getByRole('button', { name: 'Sessions of Ben Okri' }).click()
    const sessions = page.getByRole('dialog', { name: 'Sessions of Ben Okri' })
    await sessions.getByRole('button', { name: 'End the session: Unknown browser' }).first().click()
    await expect(sessions.getByRole('row')).toHaveCount(3)
    expect(new Set([await first(), await second()])).toEqual(new Set([200, 401]))
    await page.keyboard.press('Escape')
    await expect(mine).toHaveCount(3)
    await ben.getByRole('button', { name: 'End 1 other session' }).click()
    await expect(mine).toHaveCount(2)
    expect([await first(), await second()]).toEqual([401, 401])

    await page.getByRole('button', { name: 'Disable Ben Okri' }).click()
    const shut = page.getByRole('dialog', { name: 'Shut Ben Okri out?' })
    await expect(shut.getByRole('button', { name: 'Leave enabled' })).toBeFocused()
    await ben.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Live calls' }).click()
    await expect(heading(ben, 'Live calls')).toBeVisible()
    await shut.getByRole('button', { name: 'Disable Ben Okri' }).click()
    // By the first thing that is refused: his page looks at the session itself every 5 s.
    await expect(ben.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible({ timeout: 4_500 })
    await expect(rowOf(page, 'Operators', 'Ben Okri')).toContainText('Disabled')
    await ben.getByLabel('E-mail').fill('ben@example.com')
    await ben.getByLabel('Password').fill('a long enough password')
    await ben.getByRole('button', { name: 'Sign in' }).click()
    await expect(ben.getByRole('alert')).toContainText('E-mail or password is wrong')

    // Whoever else signs in over his page has nothing of it.
    await ben.getByLabel('E-mail').fill('ada@example.com')
    await ben.getByRole('button', { name: 'Sign in' }).click()
    await expect(ben.getByRole('button', { name: /You are Ada Lovelace/ })).toBeVisible()
    await ben.waitForFunction('performance.getEntriesByType("navigation")[0].type === "reload"')
    await ben.getByRole('button', { name: /^You are/ }).click()
    await ben.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(heading(ben, 'Sign in to Switchboard')).toBeVisible()
    await expect(ben.getByRole('navigation')).toHaveCount(0)
  })

  test('a link makes one operator: the second who opens it is told so', async ({ page, world, browser }) => {
    const link = await firstLink(world)
    await comeIn(page, link, { name: 'Ada Lovelace', email: 'ada@example.com' })
    const late = await elsewhere(browser, world)
    await late.goto(link)
    await late.getByLabel('Name').fill('Eve')
    await late.getByLabel('E-mail').fill('ada@example.com')
    await late.getByLabel('Password').fill('a long enough password')
    await late.getByRole('button', { name: 'Create the account and sign in' }).click()
    // What only Switchboard can know is said at the field too.
    await expect(late.getByRole('alert')).toBeFocused()
    await expect(late.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
    await expect(late.getByLabel('E-mail')).toHaveAccessibleDescription(/There is an operator with this e-mail already/)
    await late.getByLabel('E-mail').fill('eve@example.com')
    await late.getByRole('button', { name: 'Create the account and sign in' }).click()
    await expect(late.getByRole('alert')).toContainText('This link was used before')
    await expect(late.getByLabel('Name')).toHaveValue('Eve')
  })
})

test.describe('in a simulation', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {} } })

  test('an invited operator comes in by their own link, and finds the way back to their account', async ({
    page,
    world,
    browser,
  }) => {
    const link = await invite(page, 'Campaign manager')
    const cleo = await elsewhere(browser, world)
    await comeIn(cleo, link, { name: 'Cleo Hart', email: 'cleo@example.com' })
    await expect(cleo.getByRole('button', { name: /Cleo Hart/ })).toBeVisible()
    await become(cleo, 'support')
    await cleo.getByRole('button', { name: /^You are/ }).click()
    await cleo.getByRole('menuitem', { name: 'Sign in with an account' }).click()
    await cleo.getByLabel('E-mail').fill('cleo@example.com')
    await cleo.getByLabel('Password').fill('a long enough password')
    await cleo.getByRole('button', { name: 'Sign in' }).click()
    await expect(cleo.getByRole('button', { name: /Cleo Hart/ })).toBeVisible()
    await expect(heading(cleo, 'Overview')).toBeVisible()
  })

  test(
    'U51 an administrator tests the connection, and makes and revokes a key that really opens the service',
    { tag: '@both' },
    async ({ page, world }, testInfo) => {
      await page.goto('/settings/service')
      const opening = page.waitForEvent('popup')
      await page.getByRole('link', { name: 'Every endpoint, and how to try out failures' }).click()
      const reference = await opening
      await expect(heading(reference, 'Voice and Messaging Agent Service')).toBeVisible()
      await expect(reference.getByRole('navigation', { name: 'Contents' })).toHaveCSS('position', 'sticky')
      await reference.close()
      await page.getByRole('button', { name: 'Test the connection (6 requests)' }).click()
      const tested = page.getByRole('region', { name: 'Connection test' })
      await expect(tested).toContainText('Answering')
      await expect(tested).toContainText('6 requests', { timeout: 30_000 })
      await expect(tested).toContainText(/[0-9a-f]{8}/)
      const { url, apiKey } = await world.access()
      expect(await page.content()).not.toContain(apiKey)

      const keys = page.getByRole('region', { name: 'Keys of the simulation' })
      if (testInfo.project.name === 'separate') {
        // Somebody else's service keeps its keys itself.
        await expect(page.getByRole('region', { name: 'Beyond the specification' })).toBeVisible()
        await expect(keys).toHaveCount(0)
        return
      }
      await keys.getByRole('button', { name: 'Create a key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create the key' }).click()
      await expect(dialog).toContainText('Give the key a name.')
      await dialog.getByLabel('Name').fill('Night script')
      await dialog.getByRole('button', { name: 'Create the key' }).click()
      await expect(dialog.getByRole('button', { name: 'Copy the key' })).toBeFocused()
      const key = await dialog.getByRole('region', { name: 'The key' }).locator('code').innerText()
      await dialog.getByRole('button', { name: 'I have kept it' }).click()
      const asked = async () => (await fetch(`${url}/api/v1/agents?limit=1`, { headers: { 'x-api-key': key } })).status
      expect(await asked()).toBe(200)
      await page.reload()
      await expect(rowOf(page, 'Keys of the simulation', 'Night script')).toBeVisible()
      expect(await page.content()).not.toContain(key)
      await page.getByRole('button', { name: 'Revoke the key Night script' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
      await expect(rowOf(page, 'Keys of the simulation', 'Night script')).toHaveCount(0)
      // Behind the dialog no row can be seen, revoked or not.
      await expect.poll(asked).toBe(401)
      await expect(page.getByRole('button', { name: /^Revoke the key The installation/ })).toHaveAccessibleDescription(
        'Switchboard itself uses this key.',
      )
    },
  )

  test('U49 the audit names who did what to which thing, how it ended, and can be filtered and exported', async ({
    page,
    world,
    browser,
  }) => {
    await comeIn(await elsewhere(browser, world), await invite(page, 'Support'), {
      name: 'Dev Patel',
      email: 'dev@example.com',
    })
    await page.getByRole('button', { name: 'Disable Dev Patel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable Dev Patel' }).click()
    await expect(rowOf(page, 'Operators', 'Dev Patel')).toContainText('Disabled')

    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit' }).click()
    const audit = page.getByRole('table', { name: 'Audit' })
    const done = (what: string) => audit.getByRole('row').filter({ hasText: what }).filter({ hasText: 'Done' })
    await expect(done('Disabled an operator')).toContainText(/\d\d:\d\d:\d\d GMT.*Grace Okafor.*Dev Patel/)
    await expect(done('Invited an operator')).toContainText('Grace Okafor')

    await page.getByRole('combobox', { name: 'Which' }).fill('dev')
    await page.getByRole('option', { name: 'Dev Patel, operator' }).click()
    await expect(done('Invited an operator')).toHaveCount(0)
    await expect(done('Disabled an operator')).toBeVisible()
    const from = page.getByLabel('From')
    await from.fill('2099-01-31T08:30')
    await expect(page.getByText('Nothing in the audit fits')).toBeVisible()
    await page.reload()
    await expect(from).toHaveValue('2099-01-31T08:30')
    await expect(page.getByRole('combobox', { name: 'Which' })).toHaveValue('Dev Patel, operator')
    await page.getByRole('link', { name: 'Show the whole audit' }).click()
    await expect(from).toHaveValue('')
    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Invited an operator' }).click()
    await expect(done('Disabled an operator')).toHaveCount(0)
    await expect(page).toHaveURL(/endpoint=operatorInvite/)
    await page.reload()
    await expect(done('Invited an operator')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain('Grace Okafor,operatorInvite,done')
    expect(file).not.toContain('operatorUpdate')
  })

  test('R08 what was never answered is settled by somebody who looked, and the audit keeps their reason', async ({
    page,
  }) => {
    await page.goto('/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Echo (simulate lost)')
    await page.getByLabel('Voice provider').fill('rime')
    await page.getByLabel('Voice ID').fill('luna')
    await page.getByRole('button', { name: 'Create agent' }).click()
    await expect(page.getByRole('alert')).toBeVisible()

    await page.goto('/')
    const wrong = page.getByRole('region', { name: 'What is wrong' })
    await expect(wrong).toContainText('We do not know whether an agent was created. Asked for by Grace Okafor.')
    await wrong.getByRole('link', { name: 'Settle it' }).click()
    await expect(heading(page, 'Unknown outcomes')).toBeVisible()
    await page.getByRole('button', { name: 'Settle what happened' }).click()
    const dialog = page.getByRole('dialog', { name: 'Do you know whether an agent was created?' })
    await dialog.getByRole('radio', { name: 'It happened' }).check()
    await dialog.getByLabel('How you know').fill('It stands in the list of agents.')
    await dialog.getByRole('button', { name: 'Record that it happened' }).click()
    await expect(page.getByText('Everything was answered')).toBeVisible()

    await page.goto('/settings/audit?state=settled')
    const settled = page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1)
    await expect(settled).toContainText('Created an agent')
    await expect(settled).toContainText('Settled: it happened')
    await expect(settled).toContainText('It stands in the list of agents.')
  })

  test('U09 support sees that there are operators and an audit, and why they are not open', async ({ page }) => {
    await page.goto('/settings/operators')
    await become(page, 'support')
    const reason = 'Managing operators needs the administrator role. Ask an administrator.'
    await expect(page.getByRole('main').getByText(reason).filter({ visible: true })).toHaveCount(1)
    const nav = page.getByRole('navigation', { name: 'Settings' })
    await expect(nav.getByRole('button', { name: 'Operators' })).toHaveAccessibleDescription(reason)
    await expect(nav.getByRole('button', { name: 'Audit' })).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('create a flow')
    await expect(page.getByRole('option', { name: /Create a flow/ })).toContainText('needs the administrator role')
  })
})

test.describe('an organisation with two workspaces', () => {
  test.use({
    settings: { plan: 'enterprise', speed: 1, env: {}, workspaces: 'north=Northfield,south=Southgate' },
  })

  test('R13 one tab is in one of them, and shows nothing of the other', async ({ page, world }) => {
    await page.goto('/review')
    await expect(page).toHaveTitle(/^\(\d+\) Review/)
    await page.getByRole('button', { name: 'Workspace: Northfield' }).click()
    await page.getByRole('menuitem', { name: /Southgate/ }).click()
    await expect(heading(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Workspace: Southgate' })).toBeVisible()
    await page.goto('/review')
    await expect(page.getByText('No messages waiting').first()).toBeVisible()
    await expect(page).toHaveTitle(/^Review/)
    await page.goto('/settings/webhooks')
    const address = page.getByRole('definition').filter({ hasText: `${world.url}/webhooks/service?workspace=south` })
    await expect(address).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(`${world.url}/review`)
    await expect(other.getByRole('button', { name: 'Workspace: Northfield' })).toBeVisible()
    await expect(other).toHaveTitle(/^\(\d+\) Review/)
  })
})
