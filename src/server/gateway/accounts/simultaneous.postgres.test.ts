/** Tests what happens if two people, or one person twice, change access at the same moment through two gateways on one PostgreSQL. */
import { describe, expect, test } from 'vitest'
import type { KnownOperator } from '#contract/index.ts'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { type Ceremony, createAuthenticator, passkeySite } from '../testing/authenticator.ts'
import { type Browser, ines, signUpWithLink } from '../testing/public-gateway.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { createStoreDatabase } from '../testing/store.ts'
import { afterTest, startScriptedService, startTestGateway } from '../testing/testing.ts'

/** Starts two gateways. Ines and Omar are administrators, each signed in at both: `ines[0]` at the first. */
async function startTwoGateways() {
  const service = await startScriptedService(() => undefined)
  afterTest(service.close)
  const url = await createStoreDatabase(postgres)
  const gateways = []
  for (let index = 0; index < 2; index += 1) {
    const { store, cluster, clock, release } = await openGatewayStore({ url, schema: 'switchboard' })
    const { gateway, browser } = await startTestGateway(service.url, {
      store,
      cluster,
      clock,
      environment: { HOST: '0.0.0.0', PUBLIC_URL: passkeySite.origin, SERVICE_WORKSPACE_ID: 'ws_main' },
    })
    afterTest(() => gateway.close().then(release))
    gateways.push({ gateway, browser })
  }
  const [first, second] = gateways
  if (!first || !second) throw new Error('no gateway')
  const signInAt = async ({ browser }: typeof first, email: string) => {
    const person = browser()
    expect((await person.post('/gateway/session/sign-in', { email, password: ines.password })).status).toBe(200)
    return person
  }
  const admin = first.browser()
  const link = { token: await first.gateway.firstLink(), ...ines }
  expect((await admin.post('/gateway/session/link', link)).status).toBe(200)
  const invite = async (body: object = {}) =>
    String((await admin.post('/gateway/operators', { roles: ['support'], ...body })).json.link).split('#link=')[1] ?? ''
  const toOmar = await invite({ roles: ['admin'], password: ines.password })
  expect((await signUpWithLink(second.browser(), toOmar, 'omar@example.com')).status).toBe(200)
  const inBoth = async (email: string) => [await signInAt(first, email), await signInAt(second, email)] as const
  const list = async (): Promise<KnownOperator[]> =>
    ((await admin.get('/gateway/operators')).json as unknown as { operators: KnownOperator[] }).operators
  const idOf = async (email: string) => (await list()).find((one) => one.email === email)?.id ?? ''
  return {
    first,
    second,
    invite,
    list,
    idOf,
    inesAt: await inBoth(ines.email),
    omarAt: await inBoth('omar@example.com'),
  }
}

const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((one, other) => one - other)
const change = (person: Browser, id: string, body: object) =>
  person.request('PATCH', `/gateway/operators/${id}`, { body })
/** The operators as the first of these people sees them who may. */
const operatorsSeenBy = async (...people: Browser[]) => {
  const answers = await Promise.all(people.map((person) => person.get('/gateway/operators')))
  const seen = answers.find(({ status }) => status === 200)
  if (!seen) throw new Error('Nobody may see the operators.')
  return (seen.json as unknown as { operators: KnownOperator[] }).operators
}
const isAdministrator = ({ roles, disabled }: KnownOperator) => !disabled && roles.includes('admin')

describe('at the same moment, through two gateways', { timeout: 60_000 }, () => {
  test('an invitation creates one operator, and two people do not get the same name', async () => {
    const { first, second, invite, list } = await startTwoGateways()
    const token = await invite()
    expect(
      await statusesOf([
        signUpWithLink(first.browser(), token, 'kim@example.com'),
        signUpWithLink(second.browser(), token, 'lena@example.com'),
      ]),
    ).toEqual([200, 400])
    const tokens = [await invite(), await invite()]
    expect(
      await statusesOf(
        [first, second].map(({ browser }, index) =>
          signUpWithLink(browser(), tokens[index] ?? '', `noa${index}@example.com`, { name: 'Noa' }),
        ),
      ),
    ).toEqual([200, 409])
    expect(await list()).toHaveLength(4)
  })

  test('a link for a new password sets one password', async () => {
    const { first, second, inesAt, idOf } = await startTwoGateways()
    const path = `/gateway/operators/${await idOf('omar@example.com')}/password-link`
    const { link } = (await inesAt[0].post(path, { password: ines.password })).json
    const token = String(link).split('#reset=')[1]
    const passwords = ['the first new password', 'the second new password']
    const answers = await Promise.all(
      [first, second].map(({ browser }, index) =>
        browser().post('/gateway/session/password', { token, password: passwords[index] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    const winner = answers.findIndex(({ status }) => status === 200)
    const signIn = (password: string | undefined) =>
      first.browser().post('/gateway/session/sign-in', { email: 'omar@example.com', password })
    expect((await signIn(passwords[winner])).status).toBe(200)
    expect((await signIn(passwords[1 - winner])).status).toBe(401)
  })

  test('one of two administrators stays, whether they remove each other or themselves', async () => {
    const { inesAt, omarAt, idOf } = await startTwoGateways()
    const [inesId, omarId] = [await idOf(ines.email), await idOf('omar@example.com')]
    const support = { roles: ['support'] }
    const [done, refused] = await statusesOf([change(inesAt[0], inesId, support), change(omarAt[1], omarId, support)])
    expect([done, refused]).toEqual([200, 409])
    const [left] = (await operatorsSeenBy(inesAt[0], omarAt[1])).filter(isAdministrator)
    const [last, other] = left?.id === inesId ? [inesAt, omarId] : [omarAt, inesId]
    expect((await change(last[0], other, { roles: ['admin'], password: ines.password })).status).toBe(200)
    const eachOther = await statusesOf([
      change(inesAt[0], omarId, { disabled: true }),
      change(omarAt[1], inesId, { disabled: true }),
    ])
    // The second one is disabled by now, or would disable the last administrator.
    expect(eachOther[0]).toBe(200)
    expect([401, 403, 409]).toContain(eachOther[1])
    const after = (await operatorsSeenBy(inesAt[0], omarAt[0])).filter(isAdministrator)
    expect(after).toHaveLength(1)
  })

  test('a proof of a passkey signs in once', async () => {
    const { first, second, inesAt } = await startTwoGateways()
    const options = await inesAt[0].post('/gateway/account/passkeys/options', { password: ines.password })
    const adding = options.json as unknown as Ceremony
    const authenticator = createAuthenticator()
    // A passkey that does not count, so that only the challenge tells that the proof is used again.
    const credential = authenticator.create(adding, { counter: 0 })
    const added = await inesAt[0].post('/gateway/account/passkeys', { state: adding.state, name: 'Key', credential })
    expect(added.status).toBe(200)
    const ceremony = (await first.browser().post('/gateway/session/passkey/options', {})).json as unknown as Ceremony
    const body = { state: ceremony.state, credential: authenticator.use(ceremony, { counter: 0 }) }
    expect(
      await statusesOf([first, second].map(({ browser }) => browser().post('/gateway/session/passkey', body))),
    ).toEqual([200, 401])
  })
})
