/** Helpers to sign in, to switch users and to invite operators. */
import { type Browser, expect, type Page, request } from '@playwright/test'
import type { Role } from '#contract/index.ts'
import { heading, visit } from './page.ts'
import type { World } from './world.ts'

/** The password of every operator in a story. */
export const password = 'a long enough password'

/** Sends requests to the gateway with a session: a page, or a program without a browser. */
export type ApiClient = Pick<Page, 'request'>

/** Switches to the demo operator with this role, as the operator menu does. The first request creates the session. */
export async function switchSessionTo({ request }: ApiClient, role: Role) {
  const session = await request.get('/gateway/session')
  const { switchable } = (await session.json()) as { switchable: { id: string; roles: string[] }[] }
  const answer = await request.post('/gateway/session/switch', {
    headers: { origin: new URL(session.url()).origin },
    data: { operatorId: switchable.find(({ roles }) => roles.includes(role))?.id },
  })
  expect(answer.status()).toBe(200)
}

/** Waits for the page, which appears after the document. */
const waitForPage = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

/** Switches the role on an open page, and reloads it. */
export async function switchOpenPageTo(page: Page, role: Role) {
  // The page's first request creates the session. A request at the same time would create a second one.
  await waitForPage(page)
  await switchSessionTo(page, role)
  await page.reload()
  await waitForPage(page)
}

/** Opens a page with this role. */
export async function openAs(page: Page, role: Role, path = '/') {
  await switchSessionTo(page, role)
  await page.goto(path)
  await waitForPage(page)
  if (path === '/') await expect(heading(page, 'Overview')).toBeVisible()
}

/** Another operator with this role, who sends requests without a browser. */
export async function colleague({ url }: World, role: Role): Promise<ApiClient> {
  const client = { request: await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } }) }
  await switchSessionTo(client, role)
  return client
}

/** The link for the first administrator, which a gateway prints last when it starts. */
export async function firstAdministratorLink(world: World): Promise<string> {
  const path = () => /\/sign-in#link=\S+(?=\s)/.exec(world.output())?.[0] ?? ''
  await expect.poll(path).not.toBe('')
  return world.url + path()
}

/** Opens a one-time link in a new document. Without this, a browser keeps the document if only the part after # changes. */
export async function openLink(page: Page, link: string) {
  await page.goto('about:blank')
  await page.goto(link)
}

/** Opens a one-time link and creates an account. */
export async function acceptInvitation(page: Page, link: string, { name, email }: { name: string; email: string }) {
  await page.goto(link)
  await expect(heading(page, 'Welcome to Switchboard')).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and sign in' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
}

/** A page of another person, on another computer. */
export const newBrowserPage = async (browser: Browser, world: World) =>
  (await browser.newContext({ baseURL: world.url, locale: 'en-GB', timezoneId: 'Europe/London' })).newPage()

/** Signs in without a browser. @returns a function that sends a request with this session and returns its status */
export async function signIn({ url }: World, email: string): Promise<() => Promise<number>> {
  const answer = await fetch(`${url}/gateway/session/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async () => (await fetch(`${url}/gateway/effects`, { headers: { cookie } })).status
}

/** Invites an operator as an administrator does. @returns the link */
export async function invite(page: Page, role: string, email = ''): Promise<string> {
  if (!page.url().endsWith('/settings/operators')) await visit(page, '/settings/operators')
  await page.getByRole('button', { name: 'Invite operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite operator' })
  await dialog.getByRole('checkbox', { name: role }).check()
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const shown = page.getByRole('dialog', { name: 'Share this link' })
  await expect(shown).toContainText('This link is shown only once.')
  const link = await shown.getByRole('region', { name: 'Invitation link' }).locator('code').innerText()
  await shown.getByRole('button', { name: 'I have saved the link' }).click()
  return link
}
