/** Sign-in by invitation, roles, sessions, and the end of access: sessions that are ended, disabled operators, withdrawn invitations. */

import type { Page } from '@playwright/test'
import { chooseFile, csvOf, recipientRows } from './batches.ts'
import { reviewPathOf, waitingDrafts, waitUntilDecidable } from './drafts.ts'
import {
  acceptInvitation,
  chooseForOperator,
  expectRefusedForOperator,
  firstAdministratorLink,
  inviteOperator,
  newBrowserPage,
  openLink,
  operatorPassword,
  signInByRequest,
} from './operators.ts'
import { closeDocument, navigateTo, pageHeading, rowInTable } from './page.ts'
import { expect, test } from './world.ts'

/** How many records each store of a database in the browser has. */
const countInBrowser = (page: Page, databaseName: string, storeNames: string[]): Promise<number[]> =>
  page.evaluate(
    async ([databaseName, storeNames]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(databaseName)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('The database could not be opened.')))
      })
      const transaction = database.transaction(storeNames)
      const counts = storeNames.map(
        (name) =>
          new Promise<number>((resolve) => {
            const request = transaction.objectStore(name).count()
            request.addEventListener('success', () => resolve(request.result))
          }),
      )
      return Promise.all(counts)
    },
    [databaseName, storeNames] as const,
  )

test.describe('if operators have to sign in', () => {
  test.use({ settings: { plan: 'enterprise', speed: 1, env: {}, requiresSignIn: true } })

  test('the first administrator invites a colleague, changes their roles, ends one of their sessions and disables them', {
    tag: ['@U47', '@R32'],
  }, async ({ page, world, browser }) => {
    await acceptInvitation(page, await firstAdministratorLink(world), {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
    })
    await navigateTo(page, '/settings/operators')

    // The last administrator cannot be disabled and keeps the role.
    const lastAdministratorReason = /This is the last administrator/
    await expectRefusedForOperator(page, 'Disable', 'Ada Lovelace', lastAdministratorReason)
    await chooseForOperator(page, 'Change roles of', 'Ada Lovelace')
    const rolesDialog = page.getByRole('dialog', { name: 'Roles of Ada Lovelace' })
    await rolesDialog.getByRole('checkbox', { name: 'Administrator' }).uncheck()
    await rolesDialog.getByRole('checkbox', { name: 'Support' }).check()
    await expect(rolesDialog.getByRole('button', { name: 'Save roles' })).toHaveAccessibleDescription(
      lastAdministratorReason,
    )
    await rolesDialog.getByRole('button', { name: 'Cancel' }).click()

    const invitationForBen = await inviteOperator(page, 'Reviewer')
    await expect(rowInTable(page, 'Invitations', 'Reviewer')).toBeVisible()
    const bensPage = await newBrowserPage(browser, world)
    await bensPage.goto(invitationForBen)
    await bensPage.getByLabel('Name').fill('Ben Okri')
    await bensPage.getByLabel('Password').fill('short')
    await bensPage.getByRole('button', { name: 'Create account and sign in' }).click()
    await expect(bensPage.getByRole('alert')).toBeFocused()
    await bensPage.getByRole('link', { name: 'Choose a password of at least 10 characters.' }).click()
    await expect(bensPage.getByLabel('Password')).toBeFocused()
    await expect(bensPage.getByLabel('Name')).toHaveValue('Ben Okri')
    await acceptInvitation(bensPage, invitationForBen, { name: 'Ben Okri', email: 'ben@example.com' })
    await navigateTo(bensPage, '/calls/new')
    await expect(bensPage.getByText('Placing calls needs the support or campaign manager role.')).toBeVisible()

    // A new role takes effect without a reload.
    await chooseForOperator(page, 'Change roles of', 'Ben Okri')
    const bensRolesDialog = page.getByRole('dialog', { name: 'Roles of Ben Okri' })
    await bensRolesDialog.getByRole('checkbox', { name: 'Support' }).check()
    await bensRolesDialog.getByRole('button', { name: 'Save roles' }).click()
    await expect(rowInTable(page, 'Operators', 'Ben Okri')).toContainText('Support, Reviewer')
    await expect(bensPage.getByRole('button', { name: 'Call this number' })).toBeVisible()

    // Operators can end their own other sessions. Administrators can end the sessions of every operator.
    const [requestInFirstSession, requestInSecondSession] = [
      await signInByRequest(world, 'ben@example.com'),
      await signInByRequest(world, 'ben@example.com'),
    ]
    await navigateTo(bensPage, '/settings/sessions')
    await expect(rowInTable(bensPage, 'Your open sessions', 'This browser')).toContainText('Chrome on Linux')
    const bensSessionRows = bensPage.getByRole('table', { name: 'Your open sessions' }).getByRole('row')
    await expect(bensSessionRows).toHaveCount(4)
    await page.getByRole('link', { name: 'Ben Okri' }).click()
    await expect(pageHeading(page, 'Ben Okri')).toBeVisible()
    const bensSessions = page.getByRole('table', { name: 'Open sessions of Ben Okri' })
    await bensSessions.getByRole('button', { name: 'End session: Unknown browser' }).first().click()
    await expect(bensSessions.getByRole('row')).toHaveCount(3)
    // His page also shows what he did.
    await expect(page.getByRole('table', { name: 'What Ben Okri did' })).toContainText('Accepted an invitation')
    expect(new Set([await requestInFirstSession(), await requestInSecondSession()])).toEqual(new Set([200, 401]))
    await navigateTo(page, '/settings/operators')
    await expect(bensSessionRows).toHaveCount(3)
    await bensPage.getByRole('button', { name: 'End 1 other session' }).click()
    await expect(bensSessionRows).toHaveCount(2)
    expect([await requestInFirstSession(), await requestInSecondSession()]).toEqual([401, 401])

    await chooseForOperator(page, 'Disable', 'Ben Okri')
    const disableDialog = page.getByRole('dialog', { name: 'Disable Ben Okri?' })
    await expect(disableDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await bensPage.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Calls' }).click()
    await expect(pageHeading(bensPage, 'Live calls')).toBeVisible()
    const refusedPaths: string[] = []
    bensPage.on('response', (response) => {
      if (response.status() === 401) refusedPaths.push(new URL(response.url()).pathname)
    })
    await disableDialog.getByRole('button', { name: 'Disable Ben Okri' }).click()
    await expect(bensPage.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    // The page notices at the first refused request, so it sends none of them again.
    expect(refusedPaths).toEqual([...new Set(refusedPaths)])
    await expect(rowInTable(page, 'Operators', 'Ben Okri')).toContainText('Disabled')
    await bensPage.getByLabel('E-mail').fill('ben@example.com')
    await bensPage.getByLabel('Password').fill('a long enough password')
    await bensPage.getByRole('button', { name: 'Sign in' }).click()
    await expect(bensPage.getByRole('alert')).toContainText('The e-mail or password is wrong')

    // If another operator signs in on Ben's page, it reloads and shows nothing of Ben's work.
    await bensPage.getByLabel('E-mail').fill('ada@example.com')
    await bensPage.getByRole('button', { name: 'Sign in' }).click()
    await expect(bensPage.getByRole('button', { name: /You are Ada Lovelace/ })).toBeVisible()
    await bensPage.waitForFunction('performance.getEntriesByType("navigation")[0].type === "reload"')
    await bensPage.getByRole('button', { name: /^You are/ }).click()
    await bensPage.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(pageHeading(bensPage, 'Sign in to Switchboard')).toBeVisible()
    await expect(bensPage.getByRole('navigation')).toHaveCount(0)
    // If Back restores a page from the browser's cache, the page reloads.
    const reload = bensPage.waitForEvent('load')
    await bensPage.evaluate('setTimeout(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))')
    await reload
  })

  test('an invitation link works once or until it is withdrawn, and an administrator keeps or removes unfinished work at sign-out', {
    tag: ['@R51'],
  }, async ({ page, world, browser }) => {
    await test.step('an invitation link works only once, and a person who opens it later sees this instead of the form', async () => {
      const link = await firstAdministratorLink(world)
      // Without a link, the page says where to find it.
      await page.goto('/overview')
      await expect(page.getByText('There are no accounts yet.')).toBeVisible()
      await expect(page.getByText(/in the terminal where Switchboard was started/)).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      // A wrong link says the same, because there is no administrator yet who could create another link.
      const secondPage = await newBrowserPage(browser, world)
      await secondPage.goto('/sign-in#link=an-old-link')
      await expect(pageHeading(secondPage, 'This link no longer works')).toBeVisible()
      await expect(secondPage.getByText(/in the terminal where Switchboard was started/)).toBeVisible()
      await expect(secondPage.getByRole('textbox')).toHaveCount(0)

      await openLink(secondPage, link)
      await secondPage.getByLabel('Name').fill('Eve')
      await acceptInvitation(page, link, { name: 'Ada Lovelace', email: 'ada@example.com' })
      await secondPage.getByLabel('E-mail').fill('eve@example.com')
      await secondPage.getByLabel('Password').fill('a long enough password')
      await secondPage.getByRole('button', { name: 'Create account and sign in' }).click()
      await expect(secondPage.getByRole('alert')).toContainText('This link was already used')
      await expect(secondPage.getByLabel('Name')).toHaveValue('Eve')

      // The error does not reveal whether the e-mail address has an account.
      await openLink(secondPage, await inviteOperator(page, 'Reviewer'))
      await secondPage.getByLabel('Name').fill('Ben')
      await secondPage.getByLabel('E-mail').fill('ada@example.com')
      await secondPage.getByLabel('Password').fill('a long enough password')
      await secondPage.getByRole('button', { name: 'Create account and sign in' }).click()
      await expect(secondPage.getByRole('alert')).toBeFocused()
      await expect(secondPage.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
      await expect(secondPage.getByLabel('E-mail')).toHaveAccessibleDescription(
        /This link does not work with this e-mail address/,
      )

      await openLink(secondPage, link)
      await expect(pageHeading(secondPage, 'This link no longer works')).toBeVisible()
      await expect(secondPage.getByLabel('Name')).toHaveCount(0)
      await secondPage.getByLabel('E-mail').fill('ada@example.com')
      await secondPage.getByLabel('Password').fill('a long enough password')
      await secondPage.getByRole('button', { name: 'Sign in' }).click()
      await expect(pageHeading(secondPage, 'Overview')).toBeVisible()
    })

    await test.step('an administrator enters their password to invite another, withdraws invitations, and keeps or removes unfinished work at sign-out', async () => {
      await page.getByRole('button', { name: /^Withdraw invitation for/ }).click()
      await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Invitations' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Invite operator' }).click()
      const inviteDialog = page.getByRole('dialog', { name: 'Invite operator' })
      await expect(inviteDialog.getByLabel('Your own password')).toHaveCount(0)
      await inviteDialog.getByRole('checkbox', { name: 'Administrator' }).check()
      await inviteDialog.getByLabel('E-mail').fill('ben@exampel.com')
      await inviteDialog.getByRole('button', { name: 'Create link' }).click()
      await expect(inviteDialog.getByLabel('Your own password')).toBeFocused()
      await expect(inviteDialog.getByLabel('Your own password')).toHaveAccessibleDescription(
        /Enter your own password\./,
      )
      await inviteDialog.getByLabel('Your own password').fill('not my password')
      await inviteDialog.getByRole('button', { name: 'Create link' }).click()
      await expect(inviteDialog.getByLabel('Your own password')).toHaveAccessibleDescription(
        /This is not your password/,
      )
      await expect(inviteDialog.getByLabel('Your own password')).toBeFocused()
      await inviteDialog.getByLabel('Your own password').fill(operatorPassword)
      await inviteDialog.getByRole('button', { name: 'Create link' }).click()
      const linkDialog = page.getByRole('dialog', { name: 'Share this link' })
      const link = await linkDialog.getByRole('region', { name: 'Invitation link' }).locator('code').innerText()
      await linkDialog.getByRole('button', { name: 'I have saved the link' }).click()

      const failedSignIn = await page.request.post('/gateway/session/sign-in', {
        headers: { origin: world.url },
        data: { email: 'ada@example.com', password: 'not my password' },
      })
      expect(failedSignIn.status()).toBe(401)

      // After an invitation is withdrawn, the focus moves to the next one, and after the last one to the button that invites an operator.
      await expect(rowInTable(page, 'Invitations', 'ben@exampel.com')).toContainText('Ada Lovelace')
      await inviteOperator(page, 'Reviewer', 'eve@exampel.com')
      const withdrawButtons = page.getByRole('button', { name: /^Withdraw invitation for/ })
      await expect(withdrawButtons).toHaveCount(2)
      const nextButtonText = (await withdrawButtons.nth(1).textContent()) ?? ''
      await withdrawButtons.first().click()
      await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
      await expect(withdrawButtons).toHaveText([nextButtonText])
      await expect(withdrawButtons).toBeFocused()
      await withdrawButtons.click()
      await page.getByRole('button', { name: 'Withdraw invitation', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Invitations' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Invite operator' })).toBeFocused()

      await navigateTo(page, '/settings/audit')
      const audit = page.getByRole('table', { name: 'Audit' })
      await expect(audit.getByRole('row', { name: /Withdrew an invitation .*Ada Lovelace/ }).first()).toBeVisible()
      await expect(audit.getByRole('row', { name: /Accepted an invitation .*Ada Lovelace/ })).toBeVisible()
      await expect(audit.getByRole('row', { name: /Failed to sign in Ada Lovelace Not signed in/ })).toBeVisible()

      // The browser stores an unsent edit, a new agent and a batch being prepared. At sign-out, the operator decides whether to keep them.
      await navigateTo(page, '/agents/new')
      await page.getByLabel('Name', { exact: true }).fill('Nora')
      await closeDocument(page)
      const [draft] = await waitingDrafts(world)
      if (!draft) throw new Error('no draft')
      await navigateTo(page, reviewPathOf(draft))
      await waitUntilDecidable(page, draft)
      await page.keyboard.press('e')
      await page.keyboard.type(' Kind regards')
      await navigateTo(page, '/batches/new')
      await chooseFile(page, csvOf(...recipientRows(3)), 'renewals.csv')
      await expect(page.getByRole('link', { name: 'Continue with 3 rows' })).toBeVisible()
      const signOut = async () => {
        await page.getByRole('button', { name: /^You are/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
      }
      await signOut()
      const signOutDialog = page.getByRole('dialog', { name: 'Keep your unfinished work on this device?' })
      await expect(signOutDialog).toContainText('renewals')
      await expect(signOutDialog).toContainText('1 unsent edit')
      await expect(signOutDialog).toContainText('New agent, not created')
      await signOutDialog.getByRole('button', { name: 'Stay signed in' }).click()
      await signOut()
      await signOutDialog.getByRole('button', { name: 'Keep and sign out' }).click()
      await expect(pageHeading(page, 'Sign in to Switchboard')).toBeVisible()
      const signIn = async () => {
        await page.getByLabel('E-mail').fill('ada@example.com')
        await page.getByLabel('Password').fill(operatorPassword)
        await page.getByRole('button', { name: 'Sign in' }).click()
      }
      await signIn()
      await navigateTo(page, reviewPathOf(draft))
      await expect(page.getByRole('textbox', { name: 'Your edit' })).toHaveValue(/ Kind regards$/)
      // A session that ends while the edit is on the page does not store it a second time, for nobody.
      await page.request.post('/gateway/session/sign-out', { headers: { origin: world.url } })
      const sessionEnded = page.getByRole('dialog', { name: 'Your session has ended' })
      await expect(sessionEnded).toBeVisible()
      await signIn()
      await expect(sessionEnded).toBeHidden()
      expect(await countInBrowser(page, 'switchboard-edits', ['edits'])).toEqual([1])
      await signOut()
      await signOutDialog.getByRole('button', { name: 'Remove and sign out' }).click()
      await expect(pageHeading(page, 'Sign in to Switchboard')).toBeVisible()
      const stores = {
        'switchboard-launches': ['launches', 'files'],
        'switchboard-edits': ['edits'],
        'switchboard-records': ['drafts'],
      }
      for (const [name, storeNames] of Object.entries(stores))
        expect(await countInBrowser(page, name, storeNames)).toEqual(storeNames.map(() => 0))

      // A withdrawn link no longer works.
      await openLink(page, link)
      await expect(pageHeading(page, 'This link no longer works')).toBeVisible()
    })
  })
})
