/** Tests signing in and out over HTTP, and when sessions end. */
import { createHmac } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shareChanges } from '#server/database/changes.ts'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import { isSqlite } from '#server/database/open.ts'
import type { GatewayOptions } from '../gateway.ts'
import { openTestStore } from '../testing/store.ts'
import {
  afterTest,
  openBrowser,
  startGatewayWithService,
  startScriptedService,
  startTestGateway,
} from '../testing/testing.ts'

describe('sign-in', () => {
  test('is not required in a local simulation: a visitor is the demo administrator, and can switch user', async () => {
    const { browser } = await startGatewayWithService()
    const visitor = browser()
    const { json } = await visitor.get('/gateway/session')
    expect(json).toMatchObject({ operator: { roles: ['admin'] }, mode: 'simulation', service: { state: 'up' } })
    const switched = await visitor.post('/gateway/session/switch', { operatorId: 'ready-support' })
    expect(switched.json).toMatchObject({ operator: { roles: ['support'] } })
    expect((await visitor.get('/gateway/session')).json).toMatchObject({ operator: { roles: ['support'] } })
  })

  test('as another demo operator stays if a request that was sent before arrives after it', async () => {
    const { browser } = await startGatewayWithService()
    const visitor = await browser().signInAsDemo()
    const cookie = visitor
      .cookies()
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    await visitor.post('/gateway/session/switch', { operatorId: 'ready-support' })
    for (const path of ['/gateway/session', '/overview']) await visitor.get(path, { headers: { cookie } })
    expect((await visitor.get('/gateway/session')).json).toMatchObject({ operator: { roles: ['support'] } })
  })

  test('is required for a live service, which has no demo operators', {
    tags: ['demo-operators-need-a-simulation'],
  }, async () => {
    const { browser } = await startGatewayWithService(() => ({
      body: { agents: [] },
      headers: { 'x-simulation': null },
    }))
    const visitor = browser()
    expect((await visitor.get('/gateway/session')).json).toMatchObject({
      mode: 'live',
      operator: null,
      switchable: [],
      workspaces: [],
      service: { address: '', state: 'up' },
    })
    expect((await visitor.post('/gateway/session/switch', { operatorId: 'ready-admin' })).status).toBe(403)
    expect(await visitor.get('/api/v1/agents')).toMatchObject({ status: 401, json: { error: { code: 'sign_in' } } })
  })

  test.each(['0.0.0.0', '127.0.0.1'])(
    'is required for a simulation that other machines can reach, at %s',
    { tags: ['public-address-requires-sign-in'] },
    async (HOST) => {
      const { browser } = await startGatewayWithService(undefined, {
        environment: { HOST, PUBLIC_URL: 'https://sb.example.com' },
      })
      expect((await browser().get('/gateway/session')).json).toMatchObject({ mode: 'simulation', operator: null })
    },
  )

  test('that ends while the database fails reports whether the session was ended', {
    tags: ['R22', 'sign-out-ends-the-session'],
  }, async () => {
    const store = await openTestStore()
    /** The number of statements about sessions up to the one that fails; 0: none fails. */
    let statementsUntilFailure = 0
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (statementsUntilFailure > 0 && JSON.stringify(node).includes('"name":"session"')) {
          statementsUntilFailure -= 1
          if (statementsUntilFailure === 0) throw new DatabaseUnavailable()
        }
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const { browser } = await startGatewayWithService(undefined, {
      store: shareChanges(store.withPlugin(plugin), store),
    })
    const countSessions = async () => (await sql`select id from session`.execute(store)).rows.length
    // Each statement about sessions fails once.
    for (let failing = 1; ; failing += 1) {
      const person = await browser().signInAsDemo('ready-support')
      const before = await countSessions()
      statementsUntilFailure = failing
      const { status } = await person.post('/gateway/session/sign-out')
      expect({ status, sessions: await countSessions() }).toEqual(
        status === 200 ? { status, sessions: before - 1 } : { status: 503, sessions: before },
      )
      if (statementsUntilFailure > 0) break
      expect((await person.post('/gateway/session/sign-out')).status).toBe(200)
    }
  })

  test('ends demo sessions once the service reports that it is live', async () => {
    const { service, grace } = await startGatewayWithService()
    service.setScript(() => ({ body: { agents: [] }, headers: { 'x-simulation': null } }))
    await grace.get('/api/v1/agents/a1')
    expect((await grace.get('/api/v1/agents')).status).toBe(401)
    expect((await grace.get('/gateway/session')).json).toMatchObject({ operator: null, mode: 'live' })
  })

  test('is possible with a password after the first link created the first administrator; the link works once', {
    tags: ['cookie-over-https-only'],
  }, async () => {
    const service = await startScriptedService(() => undefined)
    afterTest(service.close)
    const { gateway, browser } = await startTestGateway(service.url, {
      environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' },
    })
    afterTest(gateway.close)
    const token = await gateway.firstLink()
    const person = { token, name: 'Ines Duarte', email: 'Ines@example.com', password: 'correct horse battery' }
    const ines = browser()
    const invalidEmail = await ines.post('/gateway/session/link', { ...person, email: 'ines' })
    expect(invalidEmail).toMatchObject({ status: 400, json: { error: { fields: { email: expect.any(String) } } } })
    const signedUp = await ines.post('/gateway/session/link', person)
    expect(signedUp.json).toMatchObject({ operator: { name: 'Ines Duarte', roles: ['admin'] } })
    // Scripts cannot read the cookie, other sites cannot send it with a change, and it is sent over https only.
    const cookies = signedUp.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure'])
      expect(cookies.filter((cookie) => !cookie.split('; ').includes(attribute))).toEqual([])
    const secondUse = await browser().post('/gateway/session/link', { ...person, email: 'other@example.com' })
    expect(secondUse).toMatchObject({ status: 400, json: { error: { code: 'link_used' } } })
    expect(await gateway.firstLink()).toBeNull()

    const other = browser()
    const credentials = { email: 'ines@example.com', password: 'wrong horse battery' }
    expect(await other.post('/gateway/session/sign-in', credentials)).toMatchObject({ status: 401 })
    const correctCredentials = { ...credentials, password: person.password }
    expect((await other.post('/gateway/session/sign-in', correctCredentials)).json).toMatchObject({
      operator: { name: 'Ines Duarte' },
    })
    const cookiesBefore = other.cookies()
    await other.post('/gateway/session/sign-out')
    expect((await other.get('/api/v1/agents')).status).toBe(401)
    const browserWithStolenCookie = openBrowser(gateway.fetch)
    const cookie = cookiesBefore.map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await browserWithStolenCookie.get('/api/v1/agents', { headers: { cookie } })).status).toBe(401)
  })
})

describe('session', { tags: ['R32'] }, () => {
  const hourMs = 3_600_000
  const publicEnvironment = { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' }
  const ines = { name: 'Ines Duarte', email: 'ines@example.com', password: 'correct horse battery' }

  /** Starts a gateway whose clock can be advanced, and signs Ines in. */
  async function signInInes(options: Pick<GatewayOptions, 'passwords'> = {}) {
    let advancedMs = 0
    const clock = { now: () => Date.now() + advancedMs, steady: () => performance.now() + advancedMs }
    const store = await openTestStore()
    const { browser, gateway } = await startGatewayWithService(undefined, {
      environment: publicEnvironment,
      clock,
      store,
      ...options,
    })
    const person = browser()
    await person.post('/gateway/session/link', { token: await gateway.firstLink(), ...ines })
    const advance = (ms: number) => {
      advancedMs += ms
    }
    return { person, browser, store, advance, readStatus: async () => (await person.get('/gateway/effects')).status }
  }

  test('expires after 12 hours without activity, even if a page polls', {
    tags: ['idle-session-ends'],
  }, async () => {
    const { advance, readStatus } = await signInInes()
    for (let passed = 0; passed < 11; passed += 1) {
      advance(hourMs)
      expect(await readStatus()).toBe(200)
    }
    advance(1.5 * hourMs)
    expect(await readStatus()).toBe(401)
  })

  test('is extended by activity, to a week at most', { tags: ['old-session-ends'] }, async () => {
    const { person, advance, readStatus } = await signInInes()
    for (let passed = 0; passed < 16; passed += 1) {
      advance(10 * hourMs)
      await person.post('/gateway/search', { text: 'x' })
      expect(await readStatus()).toBe(200)
    }
    advance(10 * hourMs)
    expect(await readStatus()).toBe(401)
  })

  test.each([
    ['renewing the claim of a draft', '/gateway/claims', { conversationId: 'c1', messageId: 'm1', editing: false }],
    ['a sorted table of calls that is open', '/gateway/batches/b1/rows', {}],
    ['an open choice of people for a follow-up', '/gateway/batches/b1/follow-up', {}],
  ])('is not extended by %s', { tags: ['polling-keeps-no-session'] }, async (_, path, body) => {
    const { person, advance, readStatus } = await signInInes()
    for (let passed = 0; passed < 11; passed += 1) {
      advance(hourMs)
      expect((await person.post(path, body)).status).toBe(200)
    }
    advance(1.5 * hourMs)
    expect(await readStatus()).toBe(401)
  })

  test('is stored with a hashed token, which cannot be used to sign in', {
    tags: ['session-token-is-hashed'],
  }, async () => {
    const { person, browser, store } = await signInInes()
    const [stored] = (await sql<{ token: string }>`select token from session`.execute(store)).rows
    const [name, value = ''] = person.cookies().find((cookie) => cookie[0].includes('session')) ?? []
    const [token] = decodeURIComponent(value).split('.')
    expect(stored?.token).toMatch(/^[\w-]{43}$/)
    expect(stored?.token).not.toBe(token)
    // The cookie is signed as the library signs it. Its key is also stored in the database.
    const row = await store
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'session secret')
      .executeTakeFirst()
    const signatureOf = (text: string) =>
      createHmac('sha256', row?.value ?? '')
        .update(text)
        .digest('base64')
    const cookieOf = (text: string) => `${name}=${encodeURIComponent(`${text}.${signatureOf(text)}`)}`
    const statusFor = async (text: string) =>
      (await browser().get('/gateway/effects', { headers: { cookie: cookieOf(text) } })).status
    expect(await statusFor(token ?? '')).toBe(200)
    expect(await statusFor(stored?.token ?? '')).toBe(401)
  })

  test('removes its cookie when the operator signs out', async () => {
    const { person } = await signInInes()
    const signedOut = await person.post('/gateway/session/sign-out')
    expect(signedOut.headers.get('set-cookie')).toMatch(/^__Secure-switchboard\.session_token=; Max-Age=0;/)
    expect(person.cookies().filter(([name]) => name.includes('session'))).toEqual([])
  })

  test('ends within two seconds if the operator is disabled', {
    tags: ['disabled-operator-has-no-session'],
  }, async () => {
    const { store, advance, readStatus } = await signInInes()
    expect(await readStatus()).toBe(200)
    await sql`update "user" set disabled = ${isSqlite(store) ? 1 : true}`.execute(store)
    advance(1_500)
    expect(await readStatus()).toBe(401)
  })

  test('cannot be started for a while after five wrong passwords, even simultaneous ones, whether or not the account exists', {
    tags: ['R35', 'failed-sign-ins-of-an-account', 'failed-sign-in-counts', 'unknown-account-takes-as-long'],
  }, async () => {
    // With the hash with which Switchboard stores passwords, because the time is compared.
    const { browser, advance } = await signInInes({ passwords: undefined })
    const trySixTimes = async (email: string) => {
      const startedAt = performance.now()
      const tries = Array.from({ length: 6 }, () =>
        browser().post('/gateway/session/sign-in', { email, password: 'wrong wrong wrong' }),
      )
      const answers = (await Promise.all(tries)).map(({ status, json }) => `${status} ${json.error.message}`)
      return {
        answers: answers.toSorted((first, second) => first.localeCompare(second)),
        tookMs: performance.now() - startedAt,
      }
    }
    const [known, unknown] = [await trySixTimes(ines.email), await trySixTimes('nobody@example.com')]
    expect(unknown.answers).toEqual(known.answers)
    expect(known.answers.map((answer) => answer.slice(0, 3))).toEqual(['401', '401', '401', '401', '401', '429'])
    // A password check takes some 50 ms, and the rest of a request one or two.
    expect(unknown.tookMs).toBeGreaterThan(known.tookMs / 3)
    advance(31_000)
    const { email, password } = ines
    expect((await browser().post('/gateway/session/sign-in', { email, password })).status).toBe(200)
  })
})
