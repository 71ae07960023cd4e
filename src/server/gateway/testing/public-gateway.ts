/** For tests of sign-in: a gateway that strangers can reach. */
import { expect } from 'vitest'
import { openTestStore } from './store.ts'
import { type openBrowser, world } from './testing.ts'

export type Browser = ReturnType<typeof openBrowser>

export const ines = { name: 'Ines Duarte', email: 'ines@example.com', password: 'correct horse battery' }
export const wrongPassword = 'wrong wrong wrong'

/** Starts a gateway behind a proxy that requires sign-in, with Ines as its first administrator, signed in in the browser `home`. */
export async function startPublicGateway() {
  let ahead = 0
  const store = await openTestStore()
  const here = await world(undefined, {
    store,
    environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' },
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
  })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const home = here.browser()
  const linked = await home.post('/gateway/session/link', { token: await here.gateway.firstLink(), ...ines })
  expect(linked.status).toBe(200)
  const signIn = (browser: Browser, address: string, password: string, email = ines.email) =>
    browser.post('/gateway/session/sign-in', { email, password }, from(address))
  const invite = async (body: object): Promise<string> => {
    const invited = (await home.post('/gateway/operators', { roles: ['support'], ...body })).json
    return String(invited.link).split('#link=')[1] ?? ''
  }
  const advance = (ms: number) => {
    ahead += ms
  }
  return { ...here, store, home, signIn, from, invite, turn: advance }
}

export const useLink = (browser: Browser, token: string, email: string, address = '198.51.100.1') =>
  browser.post('/gateway/session/link', { ...ines, token, email }, { headers: { 'x-forwarded-for': address } })

export const statuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
export const sixTimes = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 6 }, act))
