/** Accounts: a forgotten password, and one's own name and password. */
import {
  acceptInvitation,
  firstAdministratorLink,
  inviteOperator,
  newBrowserPage,
  openLink,
  operatorPassword,
} from './operators.ts'
import { navigateTo, pageHeading } from './page.ts'
import { expect, test } from './world.ts'

const newPassword = 'a new long password'

test.describe('if operators have to sign in', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, requiresSignIn: true } })

  test('people who forgot their password choose a new one with a link, change it and their name, and use a passkey', {
    tag: ['@R51'],
  }, async ({ page, world, browser }) => {
    await test.step('an operator who forgot their password chooses a new one with a link, and changes it and their name later', async () => {
      await acceptInvitation(page, await firstAdministratorLink(world), {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
      })
      const bensPage = await newBrowserPage(browser, world)
      const invitation = await inviteOperator(page, 'Reviewer')
      await acceptInvitation(bensPage, invitation, { name: 'Ben Okri', email: 'ben@example.com' })

      // Ben forgot his password. The sign-in page says whom to ask.
      const otherPage = await newBrowserPage(browser, world)
      await otherPage.goto('/sign-in')
      await otherPage.getByText('Forgot your password?').click()
      await expect(otherPage.getByText(/Ask an administrator of Switchboard for a link/)).toBeVisible()

      await page.getByRole('link', { name: 'Ben Okri' }).click()
      await expect(pageHeading(page, 'Ben Okri')).toBeVisible()
      await page.getByRole('button', { name: 'Reset password' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
      const shared = page.getByRole('region', { name: 'Link for a new password' })
      const link = await shared.locator('code').innerText()
      // Escape does not close a link that is shown only once.
      await page.keyboard.press('Escape')
      await expect(shared).toBeVisible()
      await page.getByRole('button', { name: 'I have saved the link' }).click()
      await expect(page.getByText(/Made by Ada Lovelace, works until/)).toBeVisible()

      await openLink(otherPage, link)
      await expect(pageHeading(otherPage, 'Choose a new password')).toBeVisible()
      await expect(otherPage.getByText('For ben@example.com.')).toBeVisible()
      await otherPage.getByLabel('New password').fill('short')
      await otherPage.getByRole('button', { name: 'Save password and sign in' }).click()
      await expect(otherPage.getByLabel('New password')).toBeFocused()
      await otherPage.getByLabel('New password').fill(newPassword)
      await otherPage.getByRole('button', { name: 'Save password and sign in' }).click()
      // A reviewer starts in Review.
      await expect(pageHeading(otherPage, 'Review')).toBeVisible()
      // His earlier session is over, and the link is used.
      await expect(bensPage.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
      await openLink(bensPage, link)
      await expect(pageHeading(bensPage, 'This link no longer works')).toBeVisible()
      await expect(page.getByText(/Made by Ada Lovelace, works until/)).toHaveCount(0)

      await navigateTo(otherPage, '/settings/account')
      await otherPage.getByLabel('Current password').fill(operatorPassword)
      await otherPage.getByLabel('New password').fill('yet another password')
      await otherPage.getByRole('button', { name: 'Change password' }).click()
      await expect(otherPage.getByLabel('Current password')).toHaveAccessibleDescription(/This is not your password/)
      await otherPage.getByLabel('Current password').fill(newPassword)
      await otherPage.getByRole('button', { name: 'Change password' }).click()
      await expect(otherPage.getByText('Your password is changed.')).toBeVisible()
      await otherPage.getByRole('textbox', { name: 'Name' }).fill('Benjamin Okri')
      await otherPage.getByRole('button', { name: 'Save name and e-mail' }).click()
      await expect(otherPage.getByRole('button', { name: 'You are Benjamin Okri' })).toBeVisible()

      // A link that was sent to the wrong place: the new one works, the earlier one does not.
      const earlier = await inviteOperator(page, 'Support', 'cleo@example.com')
      await page.getByRole('button', { name: 'Renew invitation for cleo@example.com' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create new link' }).click()
      const renewed = await page.getByRole('region', { name: 'Invitation link' }).locator('code').innerText()
      await page.getByRole('button', { name: 'I have saved the link' }).click()
      await expect(page.getByRole('button', { name: 'Invite operator' })).toBeFocused()
      await openLink(bensPage, earlier)
      await expect(pageHeading(bensPage, 'This link no longer works')).toBeVisible()
      await openLink(bensPage, renewed)
      await expect(pageHeading(bensPage, 'Welcome to Switchboard')).toBeVisible()

      // What he did is on his page, also under his former name.
      await page.getByRole('link', { name: 'Benjamin Okri' }).click()
      await expect(pageHeading(page, 'Benjamin Okri')).toBeVisible()
      const actions = page.getByRole('table', { name: 'What Benjamin Okri did' })
      for (const action of ['Changed their name', 'Changed their password', 'Chose a new password with a link'])
        await expect(actions).toContainText(action)
      await expect(actions.getByRole('row', { name: /Accepted an invitation .*Ben Okri/ })).toBeVisible()
      await page.getByRole('link', { name: 'Open in the audit' }).click()
      await expect(page.getByRole('table', { name: 'Audit' })).toContainText('Accepted an invitation')
    })

    await test.step('the last administrator, who forgot their password, gets a link at the terminal and signs in with it', async () => {
      await page.getByRole('button', { name: /^You are/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByText('Forgot your password?').click()
      await expect(page.getByText(/npm run reset-password/)).toBeVisible()

      const printed = await world.runCommand('reset-password')
      const path = /\/sign-in#reset=\S+/.exec(printed)?.[0] ?? printed
      await openLink(page, world.url + path)
      await expect(page.getByText('For ada@example.com.')).toBeVisible()
      await page.getByLabel('New password').fill(newPassword)
      await page.getByRole('button', { name: 'Save password and sign in' }).click()
      await expect(pageHeading(page, 'Overview')).toBeVisible()

      await navigateTo(page, '/settings/audit')
      const audit = page.getByRole('table', { name: 'Audit' })
      await expect(audit.getByRole('row', { name: /Made a link for a new password .*Terminal/ })).toBeVisible()
      await expect(
        audit.getByRole('row', { name: /Chose a new password with a link .*Ada Lovelace Done/ }),
      ).toBeVisible()
      // The link works once, and the forgotten password no longer.
      await page.getByRole('button', { name: /^You are/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByLabel('E-mail').fill('ada@example.com')
      await page.getByLabel('Password').fill(operatorPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('The e-mail or password is wrong')
      await openLink(page, world.url + path)
      await expect(pageHeading(page, 'This link no longer works')).toBeVisible()
    })

    await test.step('an operator adds a passkey, signs in with it, and removes it', async () => {
      // Passkeys need a domain name.
      const url = world.url.replace('127.0.0.1', 'localhost')
      const page = await newBrowserPage(browser, { url })
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('WebAuthn.enable')
      await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill('ada@example.com')
      await page.getByLabel('Password').fill(newPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(pageHeading(page, 'Overview')).toBeVisible()
      await navigateTo(page, '/settings/account')
      await page.getByRole('button', { name: 'Add passkey' }).click()
      await expect(page.getByLabel('Name of the passkey')).toBeFocused()
      await page.getByRole('button', { name: 'Create passkey' }).click()
      await expect(page.getByLabel('Name of the passkey')).toHaveAccessibleDescription(/Enter a name for the passkey/)
      await page.getByLabel('Name of the passkey').fill('Laptop')
      await page.getByLabel('Your password').fill(newPassword)
      await page.getByRole('button', { name: 'Create passkey' }).click()
      const passkeys = page.getByRole('list', { name: 'Passkeys' })
      await expect(passkeys).toContainText('Laptop')
      await expect(passkeys).toContainText('never used')

      // The virtual device would answer the browser's suggestion at once, before the button is pressed.
      await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
      await page.getByRole('button', { name: /^You are/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(pageHeading(page, 'Sign in to Switchboard')).toBeVisible()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(pageHeading(page, 'Overview')).toBeVisible()

      await navigateTo(page, '/settings/operators')
      await page.getByRole('link', { name: 'Ada Lovelace' }).click()
      await expect(page.getByText('Password, 1 passkey')).toBeVisible()
      await expect(page.getByRole('table', { name: 'What Ada Lovelace did' })).toContainText('Signed in with a passkey')
      await navigateTo(page, '/settings/account')
      await expect(passkeys).toContainText('last used')
      await page.getByRole('button', { name: 'Remove passkey: Laptop' }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Remove passkey: Laptop' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
      await expect(passkeys).toHaveCount(0)
    })
  })
})
