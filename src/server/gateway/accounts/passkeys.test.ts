/** Tests passkeys over HTTP, with an authenticator made of Node's own keys. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, Passkey } from '#contract/index.ts'
import { type Browser, ines, signUpWithLink, startPublicGateway, wrongPassword } from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const site = 'https://localhost'
const siteId = 'localhost'
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

interface Ceremony {
  state: string
  options: {
    challenge: string
    rp?: { id: string }
    rpId?: string
    allowCredentials?: unknown
    excludeCredentials?: object[]
  }
}
/** What an authenticator or a page could get wrong. */
interface Fault {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  flags?: number
  counter?: number
}

/** An authenticator with one key pair. */
function createAuthenticator() {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: string, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? site,
      }),
    )
  const authenticatorData = (flags: number, fault: Fault, credential = Buffer.alloc(0)) => {
    const data = Buffer.alloc(37)
    sha256(fault.rpId ?? siteId).copy(data)
    data.writeUInt8(fault.flags ?? flags, 32)
    counter += 1
    data.writeUInt32BE(fault.counter ?? counter, 33)
    return Buffer.concat([data, credential])
  }
  return {
    create({ options }: Ceremony, fault: Fault = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', options.challenge, fault).toString('base64url'),
        authenticatorData: authenticatorData(0x45, fault, credential).toString('base64url'),
        publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        algorithm: -7,
      }
    },
    use({ options }: Ceremony, fault: Fault = {}) {
      const client = clientData('webauthn.get', options.challenge, fault)
      const data = authenticatorData(0x05, fault)
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), keys.privateKey).toString('base64url'),
      }
    },
  }
}

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

  test.each<[string, Fault]>([
    ['another site', { origin: 'https://evil.example.com' }],
    ['the data of another site', { rpId: 'evil.example.com' }],
    ['another challenge', { challenge: 'c29tZXRoaW5n' }],
    ['a person who was not verified', { flags: 0x41 }],
    ['a proof instead of a creation', { type: 'webauthn.get' }],
  ])('is refused for %s', async (_, fault) => {
    const { home } = await startPublicGateway({ PUBLIC_URL: site })
    const { ceremony } = await startAdding(home, ines.password)
    const credential = createAuthenticator().create(ceremony, fault)
    const body = { state: ceremony.state, name: 'Laptop', credential }
    expect(await home.post('/gateway/account/passkeys', body)).toMatchObject({
      status: 400,
      json: { error: { code: 'passkey_not_accepted' } },
    })
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

  test.each<[string, string, Fault]>([
    ['another site', 'passkey-is-used-at-this-site', { origin: 'https://evil.example.com' }],
    ['another challenge', 'passkey-answers-its-challenge', { challenge: 'c29tZXRoaW5n' }],
    ['a person who was not verified', 'passkey-verifies-the-person', { flags: 0x01 }],
    ['a counter that did not increase', 'copied-passkey-is-refused', { counter: 1 }],
  ])(
    'is refused for %s',
    {
      tags: [
        'passkey-is-used-at-this-site',
        'passkey-answers-its-challenge',
        'passkey-verifies-the-person',
        'copied-passkey-is-refused',
      ],
    },
    async (_, _guard, fault) => {
      const { browser, authenticator } = await startWithPasskey()
      const anew = browser()
      const ceremony = await startSignIn(anew)
      expect(await signIn(anew, ceremony.state, authenticator.use(ceremony, fault))).toMatchObject({
        status: 401,
        json: { error: { code: 'passkey_refused' } },
      })
    },
  )

  test('needs the private key and a fresh challenge; every refusal is the same', {
    tags: ['R35', 'passkey-has-signed', 'passkey-challenge-works-once'],
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
