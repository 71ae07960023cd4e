/** Signing in at an OpenID provider, tested against a real one on this machine. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Session } from '#contract/index.ts'
import { startTestProvider, testClient } from '../testing/provider.ts'
import { afterTest, type openBrowser, origin, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const back = `${origin}/gateway/session/provider/return`
const live = () => ({ body: { agents: [] }, headers: { 'x-simulation': null } })

/** The test provider logs many warnings. */
beforeAll(() => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterAll(() => void vi.restoreAllMocks())

/** A gateway that requires signing in, its administrator Ada, and a provider. */
async function withProvider({ named, secret = testClient.clientSecret }: { named?: string; secret?: string } = {}) {
  const provider = await startTestProvider(named)
  let open = true
  const close = async () => {
    if (open) await provider.close()
    open = false
  }
  afterTest(close)
  let ahead = 0
  const environment = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.clientId,
    OIDC_CLIENT_SECRET: secret,
  }
  const here = await startGatewayWithService(live, {
    environment,
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
  })
  const ada = here.browser()
  const link = { token: await here.gateway.firstLink(), name: 'Ada', email: 'ada@example.com' }
  await ada.post('/gateway/session/link', { ...link, password: 'correct horse battery' })
  const turn = (ms: number) => {
    ahead += ms
  }
  return { ...here, ada, close, turn }
}

const addressIn = ({ json }: { json: unknown }) => (json as { address: string }).address
const begin = async (person: Browser, to = '/review') => person.post('/gateway/session/provider', { back: to })

/** Signs in on the provider's pages. @returns the URL to which it redirects the browser */
async function atProvider(address: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = address
  let form: URLSearchParams | null = null
  for (let step = 0; step < 12; step += 1) {
    const answer: Response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(form && { body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location: string | null = answer.headers.get('location')
    form = null
    if (location) {
      next = new URL(location, next).href
      if (next.startsWith(back)) return next
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`the provider says: ${page}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
    next = new URL(action, next).href
  }
  throw new Error('the provider never sent the browser back')
}

const pathOf = (address: string) => address.slice(origin.length)
const followReturn = async (person: Browser, address: string) =>
  (await person.get(pathOf(address))).headers.get('location') ?? ''
async function signIn(person: Browser, login: string): Promise<string> {
  const address = addressIn(await begin(person))
  return followReturn(person, await atProvider(address, login))
}
const sessionOf = async (person: Browser) => (await person.get('/gateway/session')).json as unknown as Session
const invite = (ada: Browser, email: string, roles = ['reviewer']) => ada.post('/gateway/operators', { roles, email })
const problem = (code: string) => expect.stringMatching(new RegExp(`^/sign-in#problem=${code}&reference=[a-z0-9]{8}$`))

describe('sign-in at the provider', () => {
  test('creates an operator from an invitation for the e-mail, opens the requested page, and signs in again later', async () => {
    const { ada, browser } = await withProvider()
    await invite(ada, 'Ines@Example.com')
    const ines = browser()
    expect((await sessionOf(ines)).provider).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(await signIn(ines, 'ines@example.com')).toBe('/review')
    expect((await sessionOf(ines)).operator).toMatchObject({ name: 'ines of the provider', roles: ['reviewer'] })
    // The invitation is used up; from now on, the account at the provider identifies the operator.
    const { operators, invitations } = (await ada.get('/gateway/operators')).json as unknown as {
      operators: unknown[]
      invitations: unknown[]
    }
    expect([operators.length, invitations.length]).toEqual([2, 0])
    const elsewhere = browser()
    expect(await signIn(elsewhere, 'ines@example.com')).toBe('/review')
    expect((await sessionOf(elsewhere)).operator?.id).toBe((await sessionOf(ines)).operator?.id)
  })

  test('refuses people who were not invited, and e-mails that an operator chose without an invitation', async () => {
    const { browser } = await withProvider()
    const [eve, notAda] = [browser(), browser()]
    expect(await signIn(eve, 'eve@example.com')).toEqual(problem('not_invited'))
    // Ada typed her e-mail herself, so the same e-mail at the provider may belong to somebody else.
    expect(await signIn(notAda, 'ada@example.com')).toEqual(problem('not_invited'))
    expect((await sessionOf(eve)).operator).toBeNull()
    expect((await eve.get('/api/v1/agents')).status).toBe(401)
  })

  test('refuses an invited e-mail that the provider has not verified', {
    tags: ['provider-verified-the-email'],
  }, async () => {
    const { ada, browser } = await withProvider()
    await invite(ada, 'ines@unverified.example')
    expect(await signIn(browser(), 'ines@unverified.example')).toEqual(problem('email_not_verified'))
  })

  test('links an operator who used the invitation with a password before', async () => {
    const { ada, browser } = await withProvider()
    const { link } = (await invite(ada, 'omar@example.com')).json as unknown as { link: string }
    const token = link.split('#link=')[1]
    const account = { token, name: 'Omar', password: 'correct horse battery' }
    const omar = browser()
    const other = await omar.post('/gateway/session/link', { ...account, email: 'eve@example.com' })
    expect(other).toMatchObject({ status: 400, json: { error: { code: 'link_not_for_email' } } })
    await omar.post('/gateway/session/link', { ...account, email: 'omar@example.com' })
    const later = browser()
    expect(await signIn(later, 'omar@example.com')).toBe('/review')
    expect((await sessionOf(later)).operator).toMatchObject({ name: 'Omar', roles: ['reviewer'] })
  })

  test('refuses a disabled operator', async () => {
    const { ada, browser } = await withProvider()
    await invite(ada, 'ines@example.com')
    const ines = browser()
    await signIn(ines, 'ines@example.com')
    const id = (await sessionOf(ines)).operator?.id
    await ada.request('PATCH', `/gateway/operators/${id}`, { body: { disabled: true } })
    expect(await signIn(browser(), 'ines@example.com')).toEqual(problem('operator_disabled'))
  })
})

test('an administrator without a password confirms at the provider before making another administrator', {
  tags: ['R51', 'confirmation-checks-the-provider', 'confirmation-is-ones-own'],
}, async () => {
  const { ada, browser, turn } = await withProvider()
  const password = 'correct horse battery'
  await ada.post('/gateway/operators', { roles: ['admin'], email: 'omar@example.com', password })
  const [omar, elsewhere] = [browser(), browser()]
  for (const one of [omar, elsewhere]) await signIn(one, 'omar@example.com')
  expect((await omar.get('/gateway/operators')).json.confirmWith).toBe('provider')
  const make = async (person: Browser) =>
    (await person.post('/gateway/operators', { roles: ['admin'], password })).status
  expect(await make(omar)).toBe(403)

  const confirm = async (login: string) => {
    const asked = await omar.post('/gateway/session/provider', { back: '/', confirm: true })
    const address = addressIn(asked)
    expect(new URL(address).searchParams.get('prompt')).toBe('login')
    return followReturn(omar, await atProvider(address, login))
  }
  expect(await confirm('ada@example.com')).toEqual(problem('not_yourself'))
  expect(await make(omar)).toBe(403)
  expect(await confirm('omar@example.com')).toBe('/sign-in#confirmed=yes')
  expect([await make(omar), await make(elsewhere)]).toEqual([200, 403])
  turn(5 * 60_000 + 1)
  expect(await make(omar)).toBe(403)

  const { entries } = (await ada.get('/gateway/history?endpoint=providerSignIn')).json
  expect(entries).toMatchObject([
    { state: 'refused', reason: 'not_yourself', operator: 'Not signed in' },
    { state: 'done', operator: 'omar of the provider' },
    { state: 'done', operator: 'omar of the provider' },
  ])
})

describe('return from the provider', { tags: ['R33'] }, () => {
  test('is accepted once, only in the browser that started the sign-in, and within ten minutes', {
    tags: ['sign-in-ends-where-it-began'],
  }, async () => {
    const { ada, browser, turn } = await withProvider()
    await invite(ada, 'ines@example.com')
    const [ines, victim, other, late] = [browser(), browser(), browser(), browser()]
    const address = addressIn(await begin(ines))
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const returning = await atProvider(address, 'ines@example.com')
    // An attacker could send this URL to a victim, who would then work in the attacker's account.
    expect(await followReturn(victim, returning)).toEqual(problem('sign_in_stale'))
    await begin(other)
    expect(await followReturn(other, returning)).toEqual(problem('sign_in_stale'))
    const cookies = ines
      .cookies()
      .map((pair) => pair.join('='))
      .join('; ')
    expect(await followReturn(ines, returning)).toBe('/review')
    expect(await followReturn(ines, returning)).toEqual(problem('sign_in_stale'))
    const replayed = await browser().get(pathOf(returning), { headers: { cookie: cookies } })
    expect(replayed.headers.get('location')).toEqual(problem('sign_in_stale'))

    const slow = await atProvider(addressIn(await begin(late)), 'ines@example.com')
    turn(10 * 60_000)
    expect(await followReturn(late, slow)).toEqual(problem('sign_in_stale'))
  })

  test('redirects only to pages of Switchboard', async () => {
    const { browser } = await withProvider()
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await begin(browser(), to)).status).toBe(400)
  })

  test('reports a refusal, an invalid code and an answer of another issuer', async () => {
    const { browser } = await withProvider()
    const outcome = async (change: (query: URLSearchParams) => void) => {
      const person = browser()
      const address = addressIn(await begin(person))
      const state = new URL(address).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ state })
      change(query)
      return followReturn(person, `${back}?${query.toString()}`)
    }
    expect(await outcome((query) => query.set('error', 'access_denied'))).toEqual(problem('provider_refused'))
    expect(await outcome((query) => query.set('code', 'made-up'))).toEqual(problem('provider_refused'))
    const mixed = outcome((query) => {
      query.set('code', 'made-up')
      query.set('iss', 'https://evil.example')
    })
    expect(await mixed).toEqual(problem('provider_untrusted'))
  })

  test('refuses to start a sign-in if the provider is down, has another issuer, or is not configured', async () => {
    const down = await withProvider()
    await down.close()
    expect(await begin(down.browser())).toMatchObject({ status: 502, json: { error: { code: 'provider_down' } } })
    const other = await withProvider({ named: 'https://login.example.com' })
    expect(await begin(other.browser())).toMatchObject({ status: 502, json: { error: { code: 'provider_set_up' } } })
    const { browser } = await startGatewayWithService(live)
    expect(await begin(browser())).toMatchObject({ status: 404, json: { error: { code: 'not_offered' } } })
  })

  test('reports a provider that went down meanwhile or rejects the client secret', async () => {
    const { browser, close } = await withProvider()
    const person = browser()
    const address = addressIn(await begin(person))
    const returning = await atProvider(address, 'ines@example.com')
    await close()
    expect(await followReturn(person, returning)).toEqual(problem('provider_down'))
    const mistaken = await withProvider({ secret: 'another secret altogether' })
    expect(await signIn(mistaken.browser(), 'ines@example.com')).toEqual(problem('provider_set_up'))
  })
})
