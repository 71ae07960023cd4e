/** Helpers to sign in, to switch users and to invite operators. */
import { type Browser, type Locator, type Page, request } from '@playwright/test'
import type { Role } from '#contract/index.ts'
import { expect } from './expect.ts'
import { closeDocument, navigateTo, pageHeading, skipPreloading } from './page.ts'
import type { World } from './world.ts'

/** The password of every operator in a story. */
export const operatorPassword = 'a long enough password'

/** A page, or a client without a browser. Its requests to the gateway have a session. */
export type ApiClient = Pick<Page, 'request'>

/** Switches to the demo operator with this role, as the operator menu does. The first request creates the session. */
export async function switchSessionTo({ request }: ApiClient, role: Role) {
  // The gateway may close an idle connection at the moment at which it is used again.
  const session = await request.get('/gateway/session', { maxRetries: 2 })
  const { switchable } = (await session.json()) as { switchable: { id: string; roles: string[] }[] }
  const answer = await request.post('/gateway/session/switch', {
    headers: { origin: new URL(session.url()).origin },
    data: { operatorId: switchable.find(({ roles }) => roles.includes(role))?.id },
  })
  expect(answer.status()).toBe(200)
}

/** Waits for the page, which appears after the document has loaded. */
const waitForPageHeading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

/** Switches to the demo operator with this role on an open page, and opens it again. */
export async function switchOpenPageTo(page: Page, role: Role) {
  // The page's first request creates the session. A request at the same time would create a second one.
  await waitForPageHeading(page)
  const url = page.url()
  // It would reload by itself when somebody else signs in, and could abort the next navigation.
  await closeDocument(page)
  await switchSessionTo(page, role)
  await page.goto(url)
  await waitForPageHeading(page)
}

/** Opens a page as the demo operator with this role. */
export async function openAs(page: Page, role: Role, path = '/overview') {
  await closeDocument(page)
  await switchSessionTo(page, role)
  await page.goto(path)
  await waitForPageHeading(page)
  if (path === '/overview') await expect(pageHeading(page, 'Overview')).toBeVisible()
}

/** Creates a client without a browser, with a session of the demo operator with this role. */
export async function createColleague({ url }: World, role: Role): Promise<ApiClient> {
  const client = { request: await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } }) }
  await switchSessionTo(client, role)
  return client
}

/** The invitation link for the first administrator, which the gateway prints when it starts. */
export async function firstAdministratorLink(world: World): Promise<string> {
  const printedPath = () => /\/sign-in#link=\S+(?=\s)/.exec(world.output())?.[0] ?? ''
  await expect.poll(printedPath).not.toBe('')
  return world.url + printedPath()
}

/** Opens an invitation link in a new document. The browser would keep the document if only the part after # changed. */
export async function openLink(page: Page, link: string) {
  await closeDocument(page)
  await page.goto(link)
}

/** Opens an invitation link and creates an account. */
export async function acceptInvitation(page: Page, link: string, { name, email }: { name: string; email: string }) {
  await page.goto(link)
  await expect(pageHeading(page, 'Welcome to Switchboard')).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(operatorPassword)
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(page.getByRole('button', { name: /^You are/ })).toBeVisible()
}

/** Opens a page in a new browser context, like another person on another computer. */
export async function newBrowserPage(browser: Browser, { url }: Pick<World, 'url'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'Europe/London' })
  await skipPreloading(context)
  return context.newPage()
}

/** Signs in without a browser. @returns a function that sends a request with this session and returns its status */
export async function signInByRequest({ url }: World, email: string): Promise<() => Promise<number>> {
  const answer = await fetch(`${url}/gateway/session/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: operatorPassword }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(';')[0])
    .join('; ')
  return async () => (await fetch(`${url}/gateway/effects`, { headers: { cookie } })).status
}

/** What the page of operators offers for an operator. */
type OperatorAction = 'Change roles of' | 'Disable'

/** Opens an operator's menu on the page of operators. @returns the action in it */
async function findForOperator(page: Page, action: OperatorAction, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  return page.getByRole('menuitem', { name: `${action} ${name}` })
}

/** Chooses what to do with an operator on the page of operators. */
export const chooseForOperator = async (page: Page, action: OperatorAction, name: string) =>
  (await findForOperator(page, action, name)).click()

/** Expects that nobody can do this with an operator now, and that the page says why. */
export async function expectRefusedForOperator(page: Page, action: OperatorAction, name: string, reason: RegExp) {
  const item = await findForOperator(page, action, name)
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await expect(item).toContainText(reason)
  await page.keyboard.press('Escape')
}

/** Invites an operator on the page of an administrator. @returns the invitation link */
export async function inviteOperator(page: Page, role: string, email = ''): Promise<string> {
  if (!page.url().endsWith('/settings/operators')) await navigateTo(page, '/settings/operators')
  await page.getByRole('button', { name: 'Invite operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite operator' })
  await dialog.getByRole('checkbox', { name: role }).check()
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const linkDialog = page.getByRole('dialog', { name: 'Share this link' })
  await expect(linkDialog).toContainText('This link is shown only once.')
  const link = await linkDialog.getByRole('region', { name: 'Invitation link' }).locator('code').innerText()
  await linkDialog.getByRole('button', { name: 'I have saved the link' }).click()
  return link
}
