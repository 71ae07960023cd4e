/** Sign-in with the company's OpenID provider. A test provider runs in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { acceptInvitation, firstAdministratorLink, inviteOperator, newBrowserPage } from './operators.ts'
import { test as base, expect } from './world.ts'

const test = base.extend<{ provider: { issuer: string } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern, and this one has none
  provider: async ({}, provide) => {
    const child = spawn('node', ['src/server/gateway/testing/provider.ts'], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    const issuer = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const [address] = /^http:\S+$/m.exec(output) ?? []
        if (address) resolve(address)
      })
    })
    await provide({ issuer })
    child.kill()
    await once(child, 'exit')
  },
  settings: async ({ provider }, provide) => {
    const env = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'switchboard',
      OIDC_CLIENT_SECRET: 'client secret for the Switchboard tests',
    }
    await provide({ plan: 'enterprise', speed: 1, env, requiresSignIn: true })
  },
})

/** Signs in on the provider's page, which then redirects to Switchboard. */
async function signInWithProvider(page: Page, email: string) {
  // Block the font that the provider's page would load from the internet.
  await page.route(/googleapis/, (route) => route.abort())
  await page.getByRole('button', { name: /^Sign in with 127/ }).click()
  await page.getByPlaceholder('Enter any login').fill(email)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a person whose e-mail address was invited can sign in with the provider, and other people cannot', {
  tag: ['@U47'],
}, async ({ page, world, browser }) => {
  const link = await firstAdministratorLink(world)
  await acceptInvitation(page, link, { name: 'Ada Lovelace', email: 'ada@example.com' })
  await inviteOperator(page, 'Reviewer', 'ines@example.com')
  await expect(page.getByRole('table', { name: 'Invitations' })).toContainText('ines@example.com')

  const invitedPage = await newBrowserPage(browser, world)
  await invitedPage.goto('/review')
  await signInWithProvider(invitedPage, 'ines@example.com')
  await expect(invitedPage.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Operators' })).toContainText('ines@example.com')

  const uninvitedPage = await newBrowserPage(browser, world)
  await uninvitedPage.goto('/')
  await signInWithProvider(uninvitedPage, 'eve@example.com')
  await expect(uninvitedPage.getByRole('alert')).toContainText('There is no invitation for your e-mail address.')
})
