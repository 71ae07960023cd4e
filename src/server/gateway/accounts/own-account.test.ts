/** Tests an operator's own account over HTTP: name, e-mail address and password. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/index.ts'
import { ines, signUpWithLink, startPublicGateway, wrongPassword } from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

type Setup = Awaited<ReturnType<typeof startPublicGateway>>
type Browser = Setup['home']

const newPassword = 'a new long password'
const update = (person: Browser, body: object) => person.request('PATCH', '/gateway/account', { body })
const changePassword = (person: Browser, current: string, password: string) =>
  person.post('/gateway/account/password', { current, password })

/** Signs up another operator. */
async function addOmar({ browser, invite }: Setup, invitation: object = {}) {
  const omar = browser()
  const signedUp = await signUpWithLink(omar, await invite(invitation), 'omar@example.com')
  expect(signedUp.status).toBe(200)
  return omar
}

async function readHistory(admin: Browser, query: string): Promise<HistoryEntry[]> {
  const { entries } = (await admin.get(`/gateway/history?${query}`)).json as unknown as { entries: HistoryEntry[] }
  return entries
}

describe('the name', () => {
  test('changes at once, and the audit of the operator includes what they did under their former name', async () => {
    const setup = await startPublicGateway()
    const omar = await addOmar(setup)
    const changed = await update(omar, { name: '  Omar Haddad ' })
    expect(changed).toMatchObject({ status: 200, json: { name: 'Omar Haddad', email: 'omar@example.com' } })
    const { json } = await omar.get('/gateway/session')
    expect(json).toMatchObject({ operator: { name: 'Omar Haddad' } })
    await omar.post('/gateway/session/sign-out')
    const { id } = json.operator as { id: string }
    const entries = await readHistory(setup.home, `operator=${id}&state=done`)
    expect(entries.map(({ endpoint, operator }) => [endpoint, operator])).toEqual([
      ['signOut', 'Omar Haddad'],
      ['accountUpdate', 'omar'],
      ['linkUse', 'omar'],
    ])
    expect(entries[1]).toMatchObject({ ids: { operatorId: id, changed: 'name' } })
    const file = await setup.home.get(`/gateway/history.csv?operator=${id}`)
    expect(file.text).toContain('Omar Haddad')
  })

  test('cannot be one that another operator has or had', { tags: ['name-is-of-one-operator'] }, async () => {
    const setup = await startPublicGateway()
    const omar = await addOmar(setup)
    await update(omar, { name: 'Omar Haddad' })
    expect((await update(setup.home, { name: 'Ines Costa' })).status).toBe(200)
    for (const name of ['ines costa', ines.name])
      expect(await update(omar, { name })).toMatchObject({
        status: 409,
        json: { error: { code: 'name_taken', fields: { name: expect.stringContaining('Nothing was changed.') } } },
      })
    // One's own former name is free again, and one's own name in another spelling.
    expect((await update(omar, { name: 'omar haddad' })).status).toBe(200)
    expect((await update(omar, { name: 'Omar Haddad' })).status).toBe(200)
  })
})

describe('the e-mail address', () => {
  test('changes after the password was entered, and signs in from then on', {
    tags: ['new-email-is-confirmed'],
  }, async () => {
    const { home, signIn, browser } = await startPublicGateway()
    const email = 'Ines.New@Example.com'
    expect(await update(home, { email })).toMatchObject({
      status: 403,
      json: { error: { code: 'confirm_with_password', fields: { password: expect.any(String) } } },
    })
    expect(await update(home, { email, password: wrongPassword })).toMatchObject({
      status: 403,
      json: { error: { code: 'wrong_password' } },
    })
    expect(await update(home, { email, password: ines.password })).toMatchObject({
      status: 200,
      json: { email: 'ines.new@example.com', hasPassword: true, hasProvider: false },
    })
    expect((await signIn(browser(), '198.51.100.1', ines.password)).status).toBe(401)
    expect((await signIn(browser(), '198.51.100.1', ines.password, email)).status).toBe(200)
  })

  test('cannot be one of another operator or of an open invitation', {
    tags: ['invited-email-is-reserved'],
  }, async () => {
    const setup = await startPublicGateway()
    const omar = await addOmar(setup)
    await setup.invite({ email: 'lena@example.com' })
    for (const email of [ines.email, 'LENA@example.com'])
      expect(await update(omar, { email, password: ines.password })).toMatchObject({
        status: 400,
        json: { error: { code: 'email_taken' } },
      })
    setup.advance(24 * 3_600_000 + 1_000)
    const again = setup.browser()
    await setup.signIn(again, '198.51.100.1', ines.password, 'omar@example.com')
    expect((await update(again, { email: 'lena@example.com', password: ines.password })).status).toBe(200)
  })

  test('cannot be searched for by trying addresses', { tags: ['addresses-cannot-be-tried'] }, async () => {
    const setup = await startPublicGateway()
    const omar = await addOmar(setup)
    const statuses = []
    for (let attempt = 0; attempt < 7; attempt += 1)
      statuses.push((await update(omar, { email: ines.email, password: ines.password })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})

describe('the password', () => {
  test('changes with the current one, ends the other sessions, and is recorded', {
    tags: ['R51', 'new-password-ends-other-sessions'],
  }, async () => {
    const { home, signIn, browser } = await startPublicGateway()
    const elsewhere = browser()
    await signIn(elsewhere, '198.51.100.1', ines.password)
    expect(await changePassword(home, ines.password, newPassword)).toMatchObject({ status: 200, json: { ended: 1 } })
    expect((await elsewhere.get('/gateway/account')).status).toBe(401)
    expect((await home.get('/gateway/account')).status).toBe(200)
    expect((await signIn(browser(), '198.51.100.1', ines.password)).status).toBe(401)
    expect((await signIn(browser(), '198.51.100.1', newPassword)).status).toBe(200)
    const [entry] = await readHistory(home, 'endpoint=passwordChange&state=done')
    expect(entry).toMatchObject({ operator: ines.name, ids: { operatorId: expect.any(String) } })
  })

  test('does not change without the current one, which cannot be guessed', {
    tags: ['new-password-is-confirmed', 'confirmation-cannot-be-guessed'],
  }, async () => {
    const { home, signIn, browser } = await startPublicGateway()
    const statuses = []
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await changePassword(home, wrongPassword, newPassword)).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
    expect((await signIn(browser(), '198.51.100.1', ines.password)).status).toBe(200)
  })

  test('has to be long enough, and another one than before', async () => {
    const { home } = await startPublicGateway()
    expect((await changePassword(home, ines.password, 'short')).status).toBe(400)
    expect(await changePassword(home, ines.password, ines.password)).toMatchObject({
      status: 400,
      json: { error: { code: 'same_password', fields: { password: expect.any(String) } } },
    })
  })
})

test('a demo operator has an account that cannot be changed', async () => {
  const { grace } = await startGatewayWithService()
  expect((await grace.get('/gateway/account')).json).toEqual({
    name: 'Grace Okafor',
    email: '',
    hasPassword: false,
    hasProvider: false,
    passkeys: [],
    numbers: [],
  })
  for (const answer of [await update(grace, { name: 'Ada' }), await changePassword(grace, 'x', newPassword)])
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'ready_operator' } } })
})
