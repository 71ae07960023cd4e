import { createHmac } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shareChanges } from '#server/database/changes.ts'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import { isSqlite } from '#server/database/open.ts'
import { openTestStore } from '../testing/store.ts'
import {
  afterTest,
  openBrowser,
  startGatewayWithService,
  startScriptedService,
  startTestGateway,
} from '../testing/testing.ts'

describe('sign-in', () => {
  test('starts as the demo administrator in a local simulation, and can switch user', async () => {
    const { browser } = await startGatewayWithService()
    const visitor = browser()
    const { json } = await visitor.get('/gateway/session')
    expect(json).toMatchObject({ operator: { roles: ['admin'] }, mode: 'simulation', service: { state: 'up' } })
    const switched = await visitor.post('/gateway/session/switch', { operatorId: 'ready-support' })
    expect(switched.json).toMatchObject({ operator: { roles: ['support'] } })
    expect((await visitor.get('/gateway/session')).json).toMatchObject({ operator: { roles: ['support'] } })
  })

  test('is required for a live service: no demo operators, and no answers without a session', {
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

  test('signing out while the database fails either ends the session or reports that it did not', {
    tags: ['R22', 'sign-out-ends-the-session'],
  }, async () => {
    const store = await openTestStore()
    let left = 0
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        if (left > 0 && JSON.stringify(node).includes('"name":"session"')) {
          left -= 1
          if (left === 0) throw new DatabaseUnavailable()
        }
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const { browser } = await startGatewayWithService(undefined, {
      store: shareChanges(store.withPlugin(plugin), store),
    })
    const open = async () => (await sql`select id from session`.execute(store)).rows.length
    // Fails each statement about sessions in turn.
    for (let failing = 1; ; failing += 1) {
      const person = await browser().signInAsDemo('ready-support')
      const before = await open()
      left = failing
      const { status } = await person.post('/gateway/session/sign-out')
      expect({ status, open: await open() }).toEqual(
        status === 200 ? { status, open: before - 1 } : { status: 503, open: before },
      )
      if (left > 0) break
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

  test('makes an administrator from the first link once, who signs in with a password afterwards', {
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
    const nameless = await ines.post('/gateway/session/link', { ...person, email: 'ines' })
    expect(nameless).toMatchObject({ status: 400, json: { error: { fields: { email: expect.any(String) } } } })
    const linked = await ines.post('/gateway/session/link', person)
    expect(linked.json).toMatchObject({ operator: { name: 'Ines Duarte', roles: ['admin'] } })
    // Scripts cannot read the cookie, other sites cannot send it with a change, and it is sent over https only.
    const cookies = linked.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure'])
      expect(cookies.filter((cookie) => !cookie.split('; ').includes(attribute))).toEqual([])
    const again = await browser().post('/gateway/session/link', { ...person, email: 'other@example.com' })
    expect(again).toMatchObject({ status: 400, json: { error: { code: 'link_used' } } })
    expect(await gateway.firstLink()).toBeNull()

    const other = browser()
    const credentials = { email: 'ines@example.com', password: 'wrong horse battery' }
    expect(await other.post('/gateway/session/sign-in', credentials)).toMatchObject({ status: 401 })
    const right = { ...credentials, password: person.password }
    expect((await other.post('/gateway/session/sign-in', right)).json).toMatchObject({
      operator: { name: 'Ines Duarte' },
    })
    const before = other.cookies()
    await other.post('/gateway/session/sign-out')
    expect((await other.get('/api/v1/agents')).status).toBe(401)
    const stolen = openBrowser(gateway.fetch)
    const cookie = before.map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await stolen.get('/api/v1/agents', { headers: { cookie } })).status).toBe(401)
  })
})

describe('session', { tags: ['R32'] }, () => {
  const hour = 3_600_000
  const outside = { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' }
  const ines = { name: 'Ines Duarte', email: 'ines@example.com', password: 'correct horse battery' }

  /** Ines, signed in at a gateway whose clock can be advanced. */
  async function signedIn() {
    let ahead = 0
    const clock = { now: () => Date.now() + ahead, steady: () => performance.now() + ahead }
    const store = await openTestStore()
    const { browser, gateway } = await startGatewayWithService(undefined, { environment: outside, clock, store })
    const person = browser()
    await person.post('/gateway/session/link', { token: await gateway.firstLink(), ...ines })
    const turn = (ms: number) => {
      ahead += ms
    }
    return { person, browser, store, turn, reading: async () => (await person.get('/gateway/effects')).status }
  }

  test('expires after 12 hours without activity, although a page polls', {
    tags: ['idle-session-ends'],
  }, async () => {
    const { turn, reading } = await signedIn()
    for (let passed = 0; passed < 11; passed += 1) {
      turn(hour)
      expect(await reading()).toBe(200)
    }
    turn(1.5 * hour)
    expect(await reading()).toBe(401)
  })

  test('is extended by activity, to a week at most', { tags: ['old-session-ends'] }, async () => {
    const { person, turn, reading } = await signedIn()
    for (let passed = 0; passed < 16; passed += 1) {
      turn(10 * hour)
      await person.post('/gateway/search', { text: 'x' })
      expect(await reading()).toBe(200)
    }
    turn(10 * hour)
    expect(await reading()).toBe(401)
  })

  test('is not extended by renewing the claim of a draft', { tags: ['polling-keeps-no-session'] }, async () => {
    const { person, turn, reading } = await signedIn()
    for (let passed = 0; passed < 11; passed += 1) {
      turn(hour)
      const draft = { conversationId: 'c1', messageId: 'm1', editing: false }
      expect((await person.post('/gateway/claims', draft)).status).toBe(200)
    }
    turn(1.5 * hour)
    expect(await reading()).toBe(401)
  })

  test('is stored with a hashed token, which cannot be used to sign in', {
    tags: ['session-token-is-hashed'],
  }, async () => {
    const { person, browser, store } = await signedIn()
    const [stored] = (await sql<{ token: string }>`select token from session`.execute(store)).rows
    const [name, value = ''] = person.cookies().find((cookie) => cookie[0].includes('session')) ?? []
    const [token] = decodeURIComponent(value).split('.')
    expect(stored?.token).toMatch(/^[\w-]{43}$/)
    expect(stored?.token).not.toBe(token)
    // Signed as the library does it, with the key that is stored in the database too.
    const row = await store
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'session secret')
      .executeTakeFirst()
    const signed = (text: string) =>
      createHmac('sha256', row?.value ?? '')
        .update(text)
        .digest('base64')
    const cookieOf = (text: string) => `${name}=${encodeURIComponent(`${text}.${signed(text)}`)}`
    const statusFor = async (text: string) =>
      (await browser().get('/gateway/effects', { headers: { cookie: cookieOf(text) } })).status
    expect(await statusFor(token ?? '')).toBe(200)
    expect(await statusFor(stored?.token ?? '')).toBe(401)
  })

  test('with a plain token of an earlier version is deleted when Switchboard starts', async () => {
    const { store, person } = await signedIn()
    await sql`update session set token = 'abcdefghijklmnopqrstuvwxyzABCDEF'`.execute(store)
    const before = person.cookies()
    const { gateway } = await startGatewayWithService(undefined, { environment: outside, store })
    expect((await sql`select token from session`.execute(store)).rows).toEqual([])
    const cookie = before.map(([name, value]) => `${name}=${value}`).join('; ')
    const again = openBrowser(gateway.fetch)
    expect((await again.get('/gateway/effects', { headers: { cookie } })).status).toBe(401)
  })

  test('removes its cookie when the operator signs out', async () => {
    const { person } = await signedIn()
    const left = await person.post('/gateway/session/sign-out')
    expect(left.headers.get('set-cookie')).toMatch(/^__Secure-switchboard\.session_token=; Max-Age=0;/)
    expect(person.cookies().filter(([name]) => name.includes('session'))).toEqual([])
  })

  test('of a disabled operator ends within two seconds', {
    tags: ['disabled-operator-has-no-session'],
  }, async () => {
    const { store, turn, reading } = await signedIn()
    expect(await reading()).toBe(200)
    await sql`update "user" set disabled = ${isSqlite(store) ? 1 : true}`.execute(store)
    turn(1_500)
    expect(await reading()).toBe(401)
  })

  test('is refused for a while after five wrong passwords, also simultaneous ones, without revealing whether the account exists', {
    tags: ['R35', 'failed-sign-ins-of-an-account', 'failed-sign-in-counts', 'unknown-account-takes-as-long'],
  }, async () => {
    const { browser, turn } = await signedIn()
    const tryOften = async (email: string) => {
      const begun = performance.now()
      const tries = Array.from({ length: 6 }, () =>
        browser().post('/gateway/session/sign-in', { email, password: 'wrong wrong wrong' }),
      )
      const answers = (await Promise.all(tries)).map(({ status, json }) => `${status} ${json.error.message}`)
      return { answers: answers.toSorted((one, other) => one.localeCompare(other)), took: performance.now() - begun }
    }
    const [known, unknown] = [await tryOften(ines.email), await tryOften('nobody@example.com')]
    expect(unknown.answers).toEqual(known.answers)
    expect(known.answers.map((answer) => answer.slice(0, 3))).toEqual(['401', '401', '401', '401', '401', '429'])
    // Checking a password takes some 50 ms, everything else a millisecond or two.
    expect(unknown.took).toBeGreaterThan(known.took / 3)
    turn(31_000)
    const { email, password } = ines
    expect((await browser().post('/gateway/session/sign-in', { email, password })).status).toBe(200)
  })
})
