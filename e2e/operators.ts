/** Coming in, and becoming somebody else, in any story. */
import { type Browser, expect, type Page, request } from '@playwright/test'
import type { Role } from '#contract/index.ts'
import { heading, visit } from './page.ts'
import type { World } from './world.ts'

/** Of everybody in a story. */
export const password = 'a long enough password'

/** Whoever asks the gateway with a session: a page, or a program of somebody's own. */
export type Asking = Pick<Page, 'request'>

/** Becomes one of the ready operators by what the menu under one's name asks. The first question makes the session. */
export async function switchTo({ request }: Asking, role: Role) {
  const session = await request.get('/gateway/session')
  const { switchable } = (await session.json()) as { switchable: { id: string; roles: string[] }[] }
  const answer = await request.post('/gateway/session/switch', {
    headers: { origin: new URL(session.url()).origin },
    data: { operatorId: switchable.find(({ roles }) => roles.includes(role))?.id },
  })
  expect(answer.status()).toBe(200)
}

/** The document is there before the page is. */
const isThere = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

/** Becomes somebody else on an open page. */
export async function become(page: Page, role: Role) {
  // The page's own first question makes the session; asked at the same time, there would be two.
  await isThere(page)
  await switchTo(page, role)
  await page.reload()
  await isThere(page)
}

/** Opens a page as somebody with this role. */
export async function arrive(page: Page, role: Role, path = '/') {
  await switchTo(page, role)
  await page.goto(path)
  await isThere(page)
  if (path === '/') await expect(heading(page, 'Overview')).toBeVisible()
}

/** A colleague with this role at another computer, of whose work a story shows only what comes of it: without a browser. */
export async function colleague({ url }: World, role: Role): Promise<Asking> {
  const asking = { request: await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } }) }
  await switchTo(asking, role)
  return asking
}

/** The link that the first administrator comes in by: the last that a gateway prints as it starts. */
export async function firstLink(world: World): Promise<string> {
  const path = () => /\/sign-in#link=\S+(?=\s)/.exec(world.output())?.[0] ?? ''
  await expect.poll(path).not.toBe('')
  return world.url + path()
}

/** Opens a one-time link in a new document: where only what follows # is new, a browser stays in the one that it has. */
export async function openLink(page: Page, link: string) {
  await page.goto('about:blank')
  await page.goto(link)
}

/** Opens a one-time link and becomes an operator. */
export async function comeIn(page: Page, link: string, { name, email }: { name: string; email: string }) {
  await page.goto(link)
  await expect(heading(page, 'Welcome to Switchboard')).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create the account and sign in' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
}

/** Another person, at another computer. */
export const elsewhere = async (browser: Browser, world: World) =>
  (await browser.newContext({ baseURL: world.url, locale: 'en-GB', timezoneId: 'Europe/London' })).newPage()

/** The same person, at a program that is no browser. @returns what status it is answered with from now on */
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

/** Invites somebody, as an administrator does. */
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
