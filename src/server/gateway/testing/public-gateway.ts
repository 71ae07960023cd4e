/** For tests of sign-in: a gateway that is reachable from the Internet, so that sign-in is required. */
import { expect } from 'vitest'
import { openTestStore } from './store.ts'
import { type openBrowser, startGatewayWithService } from './testing.ts'

export type Browser = ReturnType<typeof openBrowser>

export const ines = { name: 'Ines Duarte', email: 'ines@example.com', password: 'correct horse battery' }
export const wrongPassword = 'wrong wrong wrong'

/** Starts a gateway behind a proxy. Ines is its first administrator, and is signed in in the browser `home`. */
export async function startPublicGateway(settings: Record<string, string> = {}) {
  let advancedMs = 0
  const store = await openTestStore()
  const base = await startGatewayWithService(undefined, {
    store,
    environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1', ...settings },
    clock: { now: () => Date.now() + advancedMs, steady: () => performance.now() + advancedMs },
  })
  /** Request options for a client with this IP address. */
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const home = base.browser()
  const signedUp = await home.post('/gateway/session/link', { token: await base.gateway.firstLink(), ...ines })
  expect(signedUp.status).toBe(200)
  const signIn = (browser: Browser, address: string, password: string, email = ines.email) =>
    browser.post('/gateway/session/sign-in', { email, password }, from(address))
  /** Invites an operator, by default with role support. @returns the token of the invitation's link */
  const invite = async (invitation: object): Promise<string> => {
    const created = (await home.post('/gateway/operators', { roles: ['support'], ...invitation })).json
    return String(created.link).split('#link=')[1] ?? ''
  }
  const advance = (ms: number) => {
    advancedMs += ms
  }
  return { ...base, store, home, signIn, from, invite, advance }
}

/** Accepts an invitation with the password of Ines. By default, the name is the one in the address. */
export const signUpWithLink = (
  browser: Browser,
  token: string,
  email: string,
  { address = '198.51.100.1', name = email.split('@')[0] } = {},
) =>
  browser.post(
    '/gateway/session/link',
    { token, name, email, password: ines.password },
    { headers: { 'x-forwarded-for': address } },
  )

/** @returns the number of answers by status */
export const countStatuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
export const runSixTimes = <T>(action: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 6 }, action))
