/** Tests passkeys over HTTP. `webauthn.test.ts` tests what makes a passkey valid. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, Passkey } from '#contract/index.ts'
import { type Ceremony, createAuthenticator, type Fault, passkeySite } from '../testing/authenticator.ts'
import { type Browser, ines, signUpWithLink, startPublicGateway, wrongPassword } from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const { origin: site, id: siteId } = passkeySite

const startAdding = async (person: Browser, password?: string) => {
  const answer = await person.post('/gateway/account/passkeys/options', { ...(password && { password }) })
  return { ...answer, ceremony: answer.json as unknown as Ceremony }
}
const startSignIn = async (person: Browser) =>
  (await person.post('/gateway/session/passkey/options', {})).json as unknown as Ceremony
const signIn = (person: Browser, state: string, credential: object) =>
  person.post('/gateway/session/passkey', { state, credential })

/** Starts a gateway with Ines, who has a passkey. */
async function startWithPasskey() {
  const setup = await startPublicGateway({ PUBLIC_URL: site })
  const authenticator = createAuthenticator()
  const { ceremony } = await startAdding(setup.home, ines.password)
  const body = { state: ceremony.state, name: 'Laptop', credential: authenticator.create(ceremony) }
  const added = await setup.home.post('/gateway/account/passkeys', body)
  expect(added.status).toBe(200)
  const [passkey] = added.json.passkeys as Passkey[]
  const history = async (endpoint: string) => {
    const { entries } = (await setup.home.get(`/gateway/history?endpoint=${endpoint}`)).json as unknown as {
      entries: HistoryEntry[]
    }
    return entries.filter(({ state }) => state !== 'sending')
  }
  return { ...setup, authenticator, ceremony, passkey, history }
}

describe('adding a passkey', () => {
  test('needs the password, names no other passkeys, and is recorded', {
    tags: ['R51', 'new-passkey-is-confirmed'],
  }, async () => {
    const setup = await startPublicGateway({ PUBLIC_URL: site })
    expect(await startAdding(setup.home)).toMatchObject({
      status: 403,
      json: { error: { code: 'confirm_with_password' } },
    })
    expect((await startAdding(setup.home, wrongPassword)).status).toBe(403)
    const { home, passkey, ceremony, history } = await startWithPasskey()
    expect(ceremony.options).toMatchObject({ rp: { id: siteId }, excludeCredentials: [] })
    expect(passkey).toMatchObject({ name: 'Laptop', createdAt: expect.any(Number), lastUsedAt: null })
    expect((await startAdding(home, ines.password)).ceremony.options.excludeCredentials).toHaveLength(1)
    expect(await history('passkeyAdd')).toMatchObject([{ operator: ines.name, ids: { passkeyId: passkey?.id } }])
  })

  test('is refused if it is not valid, and if another passkey has its ID', {
    tags: ['passkey-id-is-of-one-passkey'],
  }, async () => {
    const { home, authenticator } = await startWithPasskey()
    const add = async (credentialOf: (ceremony: Ceremony) => object) => {
      const { ceremony } = await startAdding(home, ines.password)
      const body = { state: ceremony.state, name: 'Phone', credential: credentialOf(ceremony) }
      return home.post('/gateway/account/passkeys', body)
    }
    const refused = { status: 400, json: { error: { code: 'passkey_not_accepted' } } }
    expect(await add((ceremony) => createAuthenticator().create(ceremony, { flags: 0x41 }))).toMatchObject(refused)
    expect(await add((ceremony) => authenticator.create(ceremony))).toMatchObject(refused)
    expect((await home.get('/gateway/account')).json.passkeys).toHaveLength(1)
  })

  test('is bound to the operator who confirmed, once, for ten minutes', async () => {
    const { home, browser, invite, advance } = await startPublicGateway({ PUBLIC_URL: site })
    const omar = browser()
    await signUpWithLink(omar, await invite({}), 'omar@example.com')
    const add = (person: Browser, { state, options }: Ceremony) =>
      person.post('/gateway/account/passkeys', {
        state,
        name: 'Phone',
        credential: createAuthenticator().create({ state, options }),
      })
    const first = (await startAdding(home, ines.password)).ceremony
    expect((await add(omar, first)).status).toBe(400)
    expect((await add(home, first)).status).toBe(200)
    expect((await add(home, first)).status).toBe(400)
    const second = (await startAdding(home, ines.password)).ceremony
    advance(10 * 60_000)
    expect((await add(home, second)).status).toBe(400)
  })

  test('needs an address with a domain name, and an account that is not a demo', async () => {
    const { home } = await startPublicGateway()
    const code = 'passkeys_need_a_domain_name'
    expect(await startAdding(home, ines.password)).toMatchObject({ status: 409, json: { error: { code } } })
    const { grace } = await startGatewayWithService()
    expect((await startAdding(grace)).json).toMatchObject({ error: { code: 'ready_operator' } })
  })
})

describe('signing in with a passkey', () => {
  test('starts a session, and is recorded; the options name no account', { tags: ['R35', 'R51'] }, async () => {
    const { browser, home, authenticator, passkey, history } = await startWithPasskey()
    const anew = browser()
    const ceremony = await startSignIn(anew)
    expect(ceremony.options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: siteId,
      userVerification: 'required',
      timeout: 600_000,
    })
    expect(await signIn(anew, ceremony.state, authenticator.use(ceremony))).toMatchObject({
      status: 200,
      json: { operator: { name: ines.name } },
    })
    expect((await anew.get('/gateway/account')).status).toBe(200)
    const { passkeys } = (await home.get('/gateway/account')).json as unknown as { passkeys: Passkey[] }
    expect(passkeys[0]?.lastUsedAt).toBeGreaterThan(0)
    expect(await history('passkeySignIn')).toMatchObject([
      { state: 'done', operator: ines.name, ids: { passkeyId: passkey?.id } },
    ])
  })

  test.each<[string, Fault]>([
    ['a passkey that is not valid', { flags: 0x01 }],
    ['another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['no account', { userHandle: '' }],
  ])('is refused for %s', { tags: ['passkey-is-of-its-account'] }, async (_, fault) => {
    const { browser, authenticator } = await startWithPasskey()
    const anew = browser()
    const ceremony = await startSignIn(anew)
    expect(await signIn(anew, ceremony.state, authenticator.use(ceremony, fault))).toMatchObject({
      status: 401,
      json: { error: { code: 'passkey_refused' } },
    })
  })

  test('works once for each challenge, also at the same moment and at a gateway that has started since', {
    tags: ['passkey-challenge-works-once'],
  }, async () => {
    const { browser, store, authenticator } = await startWithPasskey()
    const ceremony = await startSignIn(browser())
    // Such passkeys do not count, so only the challenge tells that a proof is used again.
    const proof = authenticator.use(ceremony, { counter: 0 })
    await store.updateTable('passkeys').set({ counter: 0 }).execute()
    const use = () => signIn(browser(), ceremony.state, proof)
    const answers = await Promise.all([use(), use(), use()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401, 401])
    const environment = { HOST: '0.0.0.0', PUBLIC_URL: site }
    const started = await startGatewayWithService(undefined, { store, environment })
    expect((await signIn(started.browser(), ceremony.state, proof)).status).toBe(401)
    const second = await startSignIn(started.browser())
    const again = authenticator.use(second, { counter: 0 })
    expect((await signIn(started.browser(), second.state, again)).status).toBe(200)
  })

  test('needs the private key and a fresh challenge; every refusal is the same', {
    tags: ['R35', 'passkey-challenge-expires'],
  }, async () => {
    const { browser, authenticator, advance, history } = await startWithPasskey()
    const anew = browser()
    const ceremony = await startSignIn(anew)
    const proof = authenticator.use(ceremony)
    const forged = { ...proof, signature: createAuthenticator().use(ceremony).signature }
    const answers = [await signIn(anew, ceremony.state, forged)]
    const second = await startSignIn(anew)
    const secondProof = authenticator.use(second)
    expect((await signIn(anew, second.state, secondProof)).status).toBe(200)
    answers.push(await signIn(anew, second.state, authenticator.use(second)))
    const third = await startSignIn(anew)
    answers.push(await signIn(anew, third.state, createAuthenticator().use(third)))
    const fourth = await startSignIn(anew)
    advance(10 * 60_000)
    answers.push(await signIn(anew, fourth.state, authenticator.use(fourth)))
    const refusals = answers.map(({ status, json }) => `${status} ${json.error.code} ${json.error.message}`)
    expect(new Set(refusals).size).toBe(1)
    expect(refusals[0]).toContain('401 passkey_refused')
    expect((await history('passkeySignIn')).filter(({ state }) => state === 'refused')).toHaveLength(4)
  })

  test('is throttled like a password', { tags: ['R35'] }, async () => {
    const { browser, authenticator } = await startWithPasskey()
    const guesser = browser()
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const ceremony = await startSignIn(guesser)
      statuses.push((await signIn(guesser, ceremony.state, authenticator.use(ceremony, { flags: 1 }))).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('ends with the passkey and with the operator’s access', {
    tags: ['disabled-operator-has-no-passkey', 'only-own-passkeys-are-removed'],
  }, async () => {
    const { browser, store, home, authenticator, passkey, invite } = await startWithPasskey()
    const omar = browser()
    await signUpWithLink(omar, await invite({}), 'omar@example.com')
    const path = `/gateway/account/passkeys/${passkey?.id}`
    expect((await omar.request('DELETE', path)).status).toBe(404)
    const tryToSignIn = async () => {
      const anew = browser()
      const ceremony = await startSignIn(anew)
      return (await signIn(anew, ceremony.state, authenticator.use(ceremony))).status
    }
    await store.updateTable('user').set({ disabled: 1 }).where('email', '=', ines.email).execute()
    expect(await tryToSignIn()).toBe(401)
    await store.updateTable('user').set({ disabled: 0 }).where('email', '=', ines.email).execute()
    expect(await tryToSignIn()).toBe(200)
    expect((await home.request('DELETE', path)).json).toMatchObject({ passkeys: [] })
    expect(await tryToSignIn()).toBe(401)
  })
})

describe('an administrator', () => {
  test('removes a passkey of another operator, and ends their sessions only if they want', async () => {
    const { browser, home, store, invite, history } = await startWithPasskey()
    const omar = browser()
    await signUpWithLink(omar, await invite({}), 'omar@example.com')
    const { operator } = (await omar.get('/gateway/session')).json as unknown as { operator: { id: string } }
    const authenticators = [createAuthenticator(), createAuthenticator()]
    for (const [index, authenticator] of authenticators.entries()) {
      const { ceremony } = await startAdding(omar, ines.password)
      const body = { state: ceremony.state, name: `Device ${index}`, credential: authenticator.create(ceremony) }
      expect((await omar.post('/gateway/account/passkeys', body)).status).toBe(200)
    }
    const path = `/gateway/operators/${operator.id}`
    const shown = async () => (await home.get(path)).json.passkeys as Passkey[]
    const [first, second] = await shown()
    expect([first?.name, second?.name]).toEqual(['Device 0', 'Device 1'])
    const remove = (id: string | undefined, endSessions: boolean, person = home) =>
      person.post(`${path}/passkeys/${id}/remove`, { endSessions })
    const trySignIn = async (authenticator = createAuthenticator()) => {
      const anew = browser()
      const ceremony = await startSignIn(anew)
      return (await signIn(anew, ceremony.state, authenticator.use(ceremony))).status
    }

    expect((await remove(first?.id, false, omar)).status).toBe(403)
    expect(await remove(first?.id, false)).toMatchObject({ status: 200, json: { ended: 0 } })
    expect((await remove(first?.id, true)).status).toBe(404)
    expect((await omar.get('/gateway/account')).json.passkeys).toHaveLength(1)
    expect(await trySignIn(authenticators[0])).toBe(401)
    expect(await trySignIn(authenticators[1])).toBe(200)
    // A passkey is removed only from the operator whose page it is on.
    const own = await store.selectFrom('passkeys').select('id').where('operator_id', '<>', operator.id).execute()
    expect((await remove(own[0]?.id, true)).status).toBe(404)

    expect(await remove(second?.id, true)).toMatchObject({ status: 200, json: { ended: 2 } })
    expect((await omar.get('/gateway/account')).status).toBe(401)
    expect((await home.get('/gateway/account')).status).toBe(200)
    expect(await trySignIn(authenticators[1])).toBe(401)
    const ids = (await history('operatorPasskeyRemove'))
      .filter(({ state }) => state === 'done')
      .map((entry) => entry.ids)
    expect(ids).toEqual([
      { operatorId: operator.id, passkeyId: second?.id, sessions: 'ended' },
      { operatorId: operator.id, passkeyId: first?.id },
    ])
  })
})
