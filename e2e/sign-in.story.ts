/** Sign-in by invitation, roles, sessions, and how access ends. */
import { chooseFile, csvOf, recipientRows } from './batches.ts'
import {
  acceptInvitation,
  firstAdministratorLink,
  inviteOperator,
  newBrowserPage,
  openLink,
  operatorPassword,
  signInByRequest,
} from './operators.ts'
import { navigateTo, pageHeading, rowInTable } from './page.ts'
import { expect, test } from './world.ts'

test.describe('if operators have to sign in', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, requiresSignIn: true } })

  test('the first administrator invites a colleague, changes their roles, ends a session and disables them at once', {
    tag: ['@team', '@U47', '@R32'],
  }, async ({ page, world, browser }) => {
    await acceptInvitation(page, await firstAdministratorLink(world), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    await navigateTo(page, '/settings/operators')

    // The last administrator cannot be disabled and keeps the role.
    const lastOne = /This is the last administrator/
    await expect(page.getByRole('button', { name: 'Disable Ada Lovelace' })).toHaveAccessibleDescription(lastOne)
    await page.getByRole('button', { name: 'Change roles of Ada Lovelace' }).click()
    const roles = page.getByRole('dialog', { name: 'Roles of Ada Lovelace' })
    await roles.getByRole('checkbox', { name: 'Administrator' }).uncheck()
    await roles.getByRole('checkbox', { name: 'Support' }).check()
    await expect(roles.getByRole('button', { name: 'Save roles' })).toHaveAccessibleDescription(lastOne)
    await roles.getByRole('button', { name: 'Cancel' }).click()

    const forBen = await inviteOperator(page, 'Reviewer')
    await expect(rowInTable(page, 'Open invitations', 'Reviewer')).toBeVisible()
    const ben = await newBrowserPage(browser, world)
    await ben.goto(forBen)
    await ben.getByLabel('Name').fill('Ben Okri')
    await ben.getByLabel('Password').fill('short')
    await ben.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(ben.getByRole('alert')).toBeFocused()
    await ben.getByRole('link', { name: 'Choose a password of at least 10 characters.' }).click()
    await expect(ben.getByLabel('Password')).toBeFocused()
    await expect(ben.getByLabel('Name')).toHaveValue('Ben Okri')
    await acceptInvitation(ben, forBen, { name: 'Ben Okri', email: 'ben@example.com' })
    await navigateTo(ben, '/calls/new')
    await expect(ben.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()

    // A new role takes effect without a reload.
    await page.getByRole('button', { name: 'Change roles of Ben Okri' }).click()
    const his = page.getByRole('dialog', { name: 'Roles of Ben Okri' })
    await his.getByRole('checkbox', { name: 'Support' }).check()
    await his.getByRole('button', { name: 'Save roles' }).click()
    await expect(rowInTable(page, 'Operators', 'Ben Okri')).toContainText('Support, Reviewer')
    await expect(ben.getByRole('button', { name: 'Call this number' })).toBeVisible()

    // Operators end their own other sessions. Administrators end anybody's.
    const [first, second] = [
      await signInByRequest(world, 'ben@example.com'),
      await signInByRequest(world, 'ben@example.com'),
    ]
    await navigateTo(ben, '/settings/sessions')
    await expect(rowInTable(ben, 'Your open sessions', 'This browser')).toContainText('Chrome on Linux')
    const mine = ben.getByRole('table', { name: 'Your open sessions' }).getByRole('row')
    await expect(mine).toHaveCount(4)
    await page.getByRole('button', { name: 'Sessions of Ben Okri' }).click()
    const sessions = page.getByRole('dialog', { name: 'Sessions of Ben Okri' })
    await sessions.getByRole('button', { name: 'End session: Unknown browser' }).first().click()
    await expect(sessions.getByRole('row')).toHaveCount(3)
    expect(new Set([await first(), await second()])).toEqual(new Set([200, 401]))
    await page.keyboard.press('Escape')
    await expect(mine).toHaveCount(3)
    await ben.getByRole('button', { name: 'End 1 other session' }).click()
    await expect(mine).toHaveCount(2)
    expect([await first(), await second()]).toEqual([401, 401])

    await page.getByRole('button', { name: 'Disable Ben Okri' }).click()
    const disabling = page.getByRole('dialog', { name: 'Disable Ben Okri?' })
    await expect(disabling.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await ben.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Live calls' }).click()
    await expect(pageHeading(ben, 'Live calls')).toBeVisible()
    await disabling.getByRole('button', { name: 'Disable Ben Okri' }).click()
    // The first refused request ends it, before the page polls the session, which it does every 5 s.
    await expect(ben.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible({ timeout: 2_500 })
    await expect(rowInTable(page, 'Operators', 'Ben Okri')).toContainText('Disabled')
    await ben.getByLabel('E-mail').fill('ben@example.com')
    await ben.getByLabel('Password').fill('a long enough password')
    await ben.getByRole('button', { name: 'Sign in' }).click()
    await expect(ben.getByRole('alert')).toContainText('The e-mail or password is wrong')

    // If somebody else signs in on his page, it reloads and shows nothing of his.
    await ben.getByLabel('E-mail').fill('ada@example.com')
    await ben.getByRole('button', { name: 'Sign in' }).click()
    await expect(ben.getByRole('button', { name: /You are Ada Lovelace/ })).toBeVisible()
    await ben.waitForFunction('performance.getEntriesByType("navigation")[0].type === "reload"')
    await ben.getByRole('button', { name: /^You are/ }).click()
    await ben.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(pageHeading(ben, 'Sign in to Switchboard')).toBeVisible()
    await expect(ben.getByRole('navigation')).toHaveCount(0)
    // If Back restores a page from the browser's cache, the page reloads.
    const reloaded = ben.waitForEvent('load')
    await ben.evaluate('setTimeout(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))')
    await reloaded
  })

  test('an invitation link works once, and a second person who opens it later sees this before they fill in anything', async ({
    page,
    world,
    browser,
  }) => {
    const link = await firstAdministratorLink(world)
    // Without a link, the page says where to find it.
    await page.goto('/')
    await expect(page.getByText('There are no accounts yet.')).toBeVisible()
    await expect(page.getByText(/in the terminal where Switchboard was started/)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    // There is no administrator yet who could create another link.
    const second = await newBrowserPage(browser, world)
    await second.goto('/sign-in#link=an-old-link')
    await expect(pageHeading(second, 'This link no longer works')).toBeVisible()
    await expect(second.getByText(/in the terminal where Switchboard was started/)).toBeVisible()
    await expect(second.getByRole('textbox')).toHaveCount(0)

    await openLink(second, link)
    await second.getByLabel('Name').fill('Eve')
    await acceptInvitation(page, link, { name: 'Ada Lovelace', email: 'ada@example.com' })
    await second.getByLabel('E-mail').fill('eve@example.com')
    await second.getByLabel('Password').fill('a long enough password')
    await second.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(second.getByRole('alert')).toContainText('This link was already used')
    await expect(second.getByLabel('Name')).toHaveValue('Eve')

    // The answer does not reveal whether the e-mail has an account.
    await openLink(second, await inviteOperator(page, 'Reviewer'))
    await second.getByLabel('Name').fill('Ben')
    await second.getByLabel('E-mail').fill('ada@example.com')
    await second.getByLabel('Password').fill('a long enough password')
    await second.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(second.getByRole('alert')).toBeFocused()
    await expect(second.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
    await expect(second.getByLabel('E-mail')).toHaveAccessibleDescription(
      /This link does not work with this e-mail address/,
    )

    await openLink(second, link)
    await expect(pageHeading(second, 'This link no longer works')).toBeVisible()
    await expect(second.getByLabel('Name')).toHaveCount(0)
    await second.getByLabel('E-mail').fill('ada@example.com')
    await second.getByLabel('Password').fill('a long enough password')
    await second.getByRole('button', { name: 'Sign in' }).click()
    await expect(pageHeading(second, 'Overview')).toBeVisible()
  })

  test('an administrator confirms their identity before inviting another, withdraws invitations, and leaves no phone numbers in the browser at sign-out', {
    tag: ['@R51'],
  }, async ({ page, world }) => {
    await acceptInvitation(page, await firstAdministratorLink(world), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    await navigateTo(page, '/settings/operators')
    await page.getByRole('button', { name: 'Invite operator' }).click()
    const inviting = page.getByRole('dialog', { name: 'Invite operator' })
    await expect(inviting.getByLabel('Your own password')).toHaveCount(0)
    await inviting.getByRole('checkbox', { name: 'Administrator' }).check()
    await inviting.getByLabel('E-mail').fill('ben@exampel.com')
    await inviting.getByRole('button', { name: 'Create link' }).click()
    await expect(inviting.getByLabel('Your own password')).toBeFocused()
    await expect(inviting.getByLabel('Your own password')).toHaveAccessibleDescription(/Enter your own password\./)
    await inviting.getByLabel('Your own password').fill('not my password')
    await inviting.getByRole('button', { name: 'Create link' }).click()
    await expect(inviting.getByLabel('Your own password')).toHaveAccessibleDescription(/This is not your password/)
    await expect(inviting.getByLabel('Your own password')).toBeFocused()
    await inviting.getByLabel('Your own password').fill(operatorPassword)
    await inviting.getByRole('button', { name: 'Create link' }).click()
    const shown = page.getByRole('dialog', { name: 'Share this link' })
    const link = await shown.getByRole('region', { name: 'Invitation link' }).locator('code').innerText()
    await shown.getByRole('button', { name: 'I have saved the link' }).click()

    const wrong = await page.request.post('/gateway/session/sign-in', {
      headers: { origin: world.url },
      data: { email: 'ada@example.com', password: 'not my password' },
    })
    expect(wrong.status()).toBe(401)

    // Both addresses are wrong. After a withdrawal, the focus moves to the next invitation, and after the last to the invite button.
    await expect(rowInTable(page, 'Open invitations', 'ben@exampel.com')).toContainText('Ada Lovelace')
    await inviteOperator(page, 'Reviewer', 'eve@exampel.com')
    const open = page.getByRole('button', { name: /^Withdraw invitation for/ })
    await expect(open).toHaveCount(2)
    const next = (await open.nth(1).textContent()) ?? ''
    await open.first().click()
    await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
    await expect(open).toHaveText([next])
    await expect(open).toBeFocused()
    await open.click()
    await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Open invitations' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Invite operator' })).toBeFocused()

    await navigateTo(page, '/settings/audit')
    const audit = page.getByRole('table', { name: 'Audit' })
    await expect(audit.getByRole('row', { name: /Ada Lovelace Withdrew an invitation/ }).first()).toBeVisible()
    await expect(audit.getByRole('row', { name: /Ada Lovelace Accepted an invitation/ })).toBeVisible()
    await expect(audit.getByRole('row', { name: /Not signed in Failed to sign in Ada Lovelace/ })).toBeVisible()

    // A batch being prepared stays in the browser: the operator who signs out decides whether to keep it.
    await navigateTo(page, '/batches/new')
    await chooseFile(page, csvOf(...recipientRows(3)), 'renewals.csv')
    await expect(page.getByRole('link', { name: 'Continue with 3 rows' })).toBeVisible()
    await page.getByRole('button', { name: /^You are/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const leaving = page.getByRole('dialog', { name: 'Keep the batch you are preparing?' })
    await expect(leaving).toContainText('renewals')
    await leaving.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('button', { name: /^You are/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await leaving.getByRole('button', { name: 'Remove it and sign out' }).click()
    await expect(pageHeading(page, 'Sign in to Switchboard')).toBeVisible()
    const kept = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('switchboard-launches')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('not opened')))
      })
      const all = database.transaction(['launches', 'files'])
      const counts = ['launches', 'files'].map(
        (name) =>
          new Promise<number>((resolve) => {
            const request = all.objectStore(name).count()
            request.addEventListener('success', () => resolve(request.result))
          }),
      )
      return Promise.all(counts)
    })
    expect(kept).toEqual([0, 0])

    // A withdrawn link no longer works.
    await openLink(page, link)
    await expect(pageHeading(page, 'This link no longer works')).toBeVisible()
  })
})
