/** Signing in at an OpenID provider, tested against a real one on this machine. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Session } from '#contract/index.ts'
import { startTestProvider, testClient } from '../testing/provider.ts'
import { afterTest, type openBrowser, origin, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>
const returnUrl = `${origin}/gateway/session/provider/return`
const liveServiceScript = () => ({ body: { agents: [] }, headers: { 'x-simulation': null } })

// The test provider logs many warnings.
beforeAll(() => {
  for (const level of ['info', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterAll(() => void vi.restoreAllMocks())

/** Starts an OpenID provider and a gateway that requires signing in, with Ada as administrator. */
async function startGatewayWithProvider({
  claimedIssuer,
  secret = testClient.clientSecret,
}: {
  claimedIssuer?: string
  secret?: string
} = {}) {
  const provider = await startTestProvider(claimedIssuer)
  let isProviderOpen = true
  const closeProvider = async () => {
    if (isProviderOpen) await provider.close()
    isProviderOpen = false
  }
  afterTest(closeProvider)
  let advancedMs = 0
  const environment = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.clientId,
    OIDC_CLIENT_SECRET: secret,
  }
  const setup = await startGatewayWithService(liveServiceScript, {
    environment,
    clock: { now: () => Date.now() + advancedMs, steady: () => performance.now() + advancedMs },
  })
  const ada = setup.browser()
  const link = { token: await setup.gateway.firstLink(), name: 'Ada', email: 'ada@example.com' }
  await ada.post('/gateway/session/link', { ...link, password: 'correct horse battery' })
  const advance = (ms: number) => {
    advancedMs += ms
  }
  return { ...setup, ada, closeProvider, advance }
}

const authorizationUrlIn = ({ json }: { json: unknown }) => (json as { address: string }).address
const startSignIn = async (person: Browser, back = '/review') => person.post('/gateway/session/provider', { back })

/** Signs in on the provider's pages. @returns the URL to which it redirects the browser */
async function signInAtProvider(authorizationUrl: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = authorizationUrl
  let form: URLSearchParams | null = null
  for (let step = 0; step < 12; step += 1) {
    const answer: Response = await fetch(url, {
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
      url = new URL(location, url).href
      if (url.startsWith(returnUrl)) return url
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`the provider answered: ${page}`)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
    url = new URL(action, url).href
  }
  throw new Error('the provider did not redirect the browser back')
}

const pathOf = (address: string) => address.slice(origin.length)
/** Opens the URL to which the provider redirects. @returns the page to which the gateway redirects */
const followReturn = async (person: Browser, address: string) =>
  (await person.get(pathOf(address))).headers.get('location') ?? ''
async function signIn(person: Browser, login: string): Promise<string> {
  const authorizationUrl = authorizationUrlIn(await startSignIn(person))
  return followReturn(person, await signInAtProvider(authorizationUrl, login))
}
const readSession = async (person: Browser) => (await person.get('/gateway/session')).json as unknown as Session
const invite = (ada: Browser, email: string, roles = ['reviewer']) => ada.post('/gateway/operators', { roles, email })
const signInPageWith = (problem: string) =>
  expect.stringMatching(new RegExp(`^/sign-in#problem=${problem}&reference=[a-z0-9]{8}$`))

describe('sign-in at the provider', () => {
  test('creates an operator from the invitation for the e-mail, opens the requested page, and signs in again later', async () => {
    const { ada, browser } = await startGatewayWithProvider()
    await invite(ada, 'Ines@Example.com')
    const ines = browser()
    expect((await readSession(ines)).provider).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(await signIn(ines, 'ines@example.com')).toBe('/review')
    expect((await readSession(ines)).operator).toMatchObject({ name: 'ines of the provider', roles: ['reviewer'] })
    // The invitation is used, so the account at the provider identifies the operator from now on.
    const { operators, invitations } = (await ada.get('/gateway/operators')).json as unknown as {
      operators: unknown[]
      invitations: unknown[]
    }
    expect([operators.length, invitations.length]).toEqual([2, 0])
    const elsewhere = browser()
    expect(await signIn(elsewhere, 'ines@example.com')).toBe('/review')
    expect((await readSession(elsewhere)).operator?.id).toBe((await readSession(ines)).operator?.id)
  })

  test('refuses people who were not invited, and the e-mail of an operator whose invitation did not name it', async () => {
    const { browser } = await startGatewayWithProvider()
    const [eve, notAda] = [browser(), browser()]
    expect(await signIn(eve, 'eve@example.com')).toEqual(signInPageWith('not_invited'))
    // Ada entered her e-mail herself, so the same e-mail at the provider may belong to somebody else.
    expect(await signIn(notAda, 'ada@example.com')).toEqual(signInPageWith('not_invited'))
    expect((await readSession(eve)).operator).toBeNull()
    expect((await eve.get('/api/v1/agents')).status).toBe(401)
  })

  test('refuses an invited e-mail that the provider has not verified', {
    tags: ['provider-verified-the-email'],
  }, async () => {
    const { ada, browser } = await startGatewayWithProvider()
    await invite(ada, 'ines@unverified.example')
    expect(await signIn(browser(), 'ines@unverified.example')).toEqual(signInPageWith('email_not_verified'))
  })

  test('links the account to an operator who accepted the invitation with a password before', async () => {
    const { ada, browser } = await startGatewayWithProvider()
    const { link } = (await invite(ada, 'omar@example.com')).json as unknown as { link: string }
    const token = link.split('#link=')[1]
    const account = { token, name: 'Omar', password: 'correct horse battery' }
    const omar = browser()
    const refused = await omar.post('/gateway/session/link', { ...account, email: 'eve@example.com' })
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'link_not_for_email' } } })
    await omar.post('/gateway/session/link', { ...account, email: 'omar@example.com' })
    const later = browser()
    expect(await signIn(later, 'omar@example.com')).toBe('/review')
    expect((await readSession(later)).operator).toMatchObject({ name: 'Omar', roles: ['reviewer'] })
  })

  test('refuses a disabled operator', async () => {
    const { ada, browser } = await startGatewayWithProvider()
    await invite(ada, 'ines@example.com')
    const ines = browser()
    await signIn(ines, 'ines@example.com')
    const id = (await readSession(ines)).operator?.id
    await ada.request('PATCH', `/gateway/operators/${id}`, { body: { disabled: true } })
    expect(await signIn(browser(), 'ines@example.com')).toEqual(signInPageWith('operator_disabled'))
  })
})

test('an administrator without a password confirms at the provider before making another administrator', {
  tags: ['R51', 'confirmation-checks-the-provider', 'confirmation-is-ones-own'],
}, async () => {
  const { ada, browser, advance } = await startGatewayWithProvider()
  const password = 'correct horse battery'
  await ada.post('/gateway/operators', { roles: ['admin'], email: 'omar@example.com', password })
  const [omar, elsewhere] = [browser(), browser()]
  for (const person of [omar, elsewhere]) await signIn(person, 'omar@example.com')
  expect((await omar.get('/gateway/operators')).json.confirmWith).toBe('provider')
  const inviteAdministrator = async (person: Browser) =>
    (await person.post('/gateway/operators', { roles: ['admin'], password })).status
  expect(await inviteAdministrator(omar)).toBe(403)

  const confirm = async (login: string) => {
    const started = await omar.post('/gateway/session/provider', { back: '/', confirm: true })
    const authorizationUrl = authorizationUrlIn(started)
    expect(new URL(authorizationUrl).searchParams.get('prompt')).toBe('login')
    return followReturn(omar, await signInAtProvider(authorizationUrl, login))
  }
  expect(await confirm('ada@example.com')).toEqual(signInPageWith('not_yourself'))
  expect(await inviteAdministrator(omar)).toBe(403)
  expect(await confirm('omar@example.com')).toBe('/sign-in#confirmed=yes')
  expect([await inviteAdministrator(omar), await inviteAdministrator(elsewhere)]).toEqual([200, 403])
  advance(5 * 60_000 + 1)
  expect(await inviteAdministrator(omar)).toBe(403)

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
    const { ada, browser, advance } = await startGatewayWithProvider()
    await invite(ada, 'ines@example.com')
    const [ines, victim, other, late] = [browser(), browser(), browser(), browser()]
    const address = authorizationUrlIn(await startSignIn(ines))
    expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const redirectUrl = await signInAtProvider(address, 'ines@example.com')
    // An attacker could send this URL to a victim, who would then work in the attacker's account.
    expect(await followReturn(victim, redirectUrl)).toEqual(signInPageWith('sign_in_stale'))
    await startSignIn(other)
    expect(await followReturn(other, redirectUrl)).toEqual(signInPageWith('sign_in_stale'))
    const cookies = ines
      .cookies()
      .map((pair) => pair.join('='))
      .join('; ')
    expect(await followReturn(ines, redirectUrl)).toBe('/review')
    expect(await followReturn(ines, redirectUrl)).toEqual(signInPageWith('sign_in_stale'))
    const replayed = await browser().get(pathOf(redirectUrl), { headers: { cookie: cookies } })
    expect(replayed.headers.get('location')).toEqual(signInPageWith('sign_in_stale'))

    const slow = await signInAtProvider(authorizationUrlIn(await startSignIn(late)), 'ines@example.com')
    advance(10 * 60_000)
    expect(await followReturn(late, slow)).toEqual(signInPageWith('sign_in_stale'))
  })

  test('redirects only to pages of Switchboard', async () => {
    const { browser } = await startGatewayWithProvider()
    for (const back of ['//evil.example', 'https://evil.example', '/\\evil.example'])
      expect((await startSignIn(browser(), back)).status).toBe(400)
  })

  test('reports a refusal, an invalid code and an answer from another issuer', async () => {
    const { browser } = await startGatewayWithProvider()
    /** Opens the return URL with these parameters. */
    const returnWith = async (addParameters: (query: URLSearchParams) => void) => {
      const person = browser()
      const address = authorizationUrlIn(await startSignIn(person))
      const state = new URL(address).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ state })
      addParameters(query)
      return followReturn(person, `${returnUrl}?${query.toString()}`)
    }
    expect(await returnWith((query) => query.set('error', 'access_denied'))).toEqual(signInPageWith('provider_refused'))
    expect(await returnWith((query) => query.set('code', 'made-up'))).toEqual(signInPageWith('provider_refused'))
    const otherIssuer = returnWith((query) => {
      query.set('code', 'made-up')
      query.set('iss', 'https://evil.example')
    })
    expect(await otherIssuer).toEqual(signInPageWith('provider_untrusted'))
  })

  test('refuses to start a sign-in if the provider is down, has another issuer, or is not configured', async () => {
    const withStoppedProvider = await startGatewayWithProvider()
    await withStoppedProvider.closeProvider()
    expect(await startSignIn(withStoppedProvider.browser())).toMatchObject({
      status: 502,
      json: { error: { code: 'provider_down' } },
    })
    const withOtherIssuer = await startGatewayWithProvider({ claimedIssuer: 'https://login.example.com' })
    expect(await startSignIn(withOtherIssuer.browser())).toMatchObject({
      status: 502,
      json: { error: { code: 'provider_set_up' } },
    })
    const { browser } = await startGatewayWithService(liveServiceScript)
    expect(await startSignIn(browser())).toMatchObject({ status: 404, json: { error: { code: 'not_offered' } } })
  })

  test('reports a provider that stopped after the sign-in was started, or that rejects the client secret', async () => {
    const { browser, closeProvider } = await startGatewayWithProvider()
    const person = browser()
    const address = authorizationUrlIn(await startSignIn(person))
    const redirectUrl = await signInAtProvider(address, 'ines@example.com')
    await closeProvider()
    expect(await followReturn(person, redirectUrl)).toEqual(signInPageWith('provider_down'))
    const withWrongSecret = await startGatewayWithProvider({ secret: 'wrong secret' })
    expect(await signIn(withWrongSecret.browser(), 'ines@example.com')).toEqual(signInPageWith('provider_set_up'))
  })
})

describe('the e-mail address of an operator', () => {
  const changeEmail = (person: Browser, email: string) =>
    person.request('PATCH', '/gateway/account', { body: { email, password: 'correct horse battery' } })

  test('without a password comes from the provider', { tags: ['provider-owns-the-email'] }, async () => {
    const { ada, browser } = await startGatewayWithProvider()
    await invite(ada, 'ines@example.com')
    const ines = browser()
    await signIn(ines, 'ines@example.com')
    expect((await ines.get('/gateway/account')).json).toMatchObject({ hasPassword: false, hasProvider: true })
    expect(await changeEmail(ines, 'other@example.com')).toMatchObject({
      status: 409,
      json: { error: { code: 'email_of_provider' } },
    })
    const changed = await ines.post('/gateway/account/password', { current: 'x', password: 'correct horse battery' })
    expect(changed).toMatchObject({ status: 409, json: { error: { code: 'no_password' } } })
  })

  test('does not link an account at the provider if the operator chose it', {
    tags: ['chosen-email-is-not-verified'],
  }, async () => {
    const { ada, browser } = await startGatewayWithProvider()
    const signUp = async (email: string | undefined, usedEmail: string) => {
      const { link } = (await ada.post('/gateway/operators', { roles: ['reviewer'], email })).json
      const [person, token] = [browser(), String(link).split('#link=')[1]]
      const body = { token, name: usedEmail, email: usedEmail, password: 'correct horse battery' }
      expect((await person.post('/gateway/session/link', body)).status).toBe(200)
      return person
    }
    // Ines was invited by e-mail and has another address now. Omar takes her old one.
    const ines = await signUp('ines@example.com', 'ines@example.com')
    const omar = await signUp(undefined, 'omar@example.com')
    expect((await changeEmail(ines, 'ines.new@example.com')).status).toBe(200)
    expect((await changeEmail(omar, 'ines@example.com')).status).toBe(200)
    expect(await signIn(browser(), 'ines@example.com')).toEqual(signInPageWith('not_invited'))
  })
})
