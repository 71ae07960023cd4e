/** Tests links for a new password over HTTP, with a gateway that requires signing in. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, KnownOperator, OperatorDetail } from '#contract/index.ts'
import { ines, signUpWithLink, startPublicGateway } from '../testing/public-gateway.ts'

const newPassword = 'a new long password'
const day = 24 * 3_600_000

/** Starts a gateway with Ines as administrator and Omar with these roles. */
async function startWithOmar(roles = ['support']) {
  const setup = await startPublicGateway()
  const omar = setup.browser()
  const token = await setup.invite({ roles, ...(roles.includes('admin') && { password: ines.password }) })
  await signUpWithLink(omar, token, 'omar@example.com')
  const { operators } = (await setup.home.get('/gateway/operators')).json as unknown as { operators: KnownOperator[] }
  const id = operators.find(({ email }) => email === 'omar@example.com')?.id ?? ''
  const path = `/gateway/operators/${id}/password-link`
  const make = async (body: object = {}) => {
    const answer = await setup.home.post(path, body)
    const link = /^https:\/\/127\.0\.0\.1\/sign-in#reset=([\w-]{32})$/.exec(String(answer.json.link))
    return { ...answer, token: link?.[1] ?? '' }
  }
  const detail = async () => (await setup.home.get(`/gateway/operators/${id}`)).json as unknown as OperatorDetail
  const signInAsOmar = (password: string) => setup.signIn(setup.browser(), '198.51.100.9', password, 'omar@example.com')
  const history = async (endpoint: string) =>
    (
      (await setup.home.get(`/gateway/history?endpoint=${endpoint}`)).json as unknown as { entries: HistoryEntry[] }
    ).entries.filter(({ state }) => state !== 'sending')
  return { ...setup, omar, id, path, make, detail, signInAsOmar, history }
}

const check = async (browser: Awaited<ReturnType<typeof startWithOmar>>['home'], token: string) =>
  (await browser.post('/gateway/session/password/check', { token })).json.email
const use = (browser: Awaited<ReturnType<typeof startWithOmar>>['home'], token: string, password = newPassword) =>
  browser.post('/gateway/session/password', { token, password })

describe('a link for a new password', () => {
  test('sets the password once, signs in, ends all sessions, and leaves the old password alone until then', {
    tags: ['R51', 'R32', 'password-link-works-once', 'reset-ends-all-sessions'],
  }, async () => {
    const { browser, omar, id, make, detail, signInAsOmar, history } = await startWithOmar()
    const { token } = await make()
    expect(await detail()).toMatchObject({
      hasPassword: true,
      passwordLink: { madeBy: ines.name, madeAt: expect.any(Number), expiresAt: expect.any(Number) },
    })
    expect((await signInAsOmar(ines.password)).status).toBe(200)
    const anew = browser()
    expect(await check(anew, token)).toBe('omar@example.com')
    const answers = await Promise.all([use(anew, token), use(browser(), token)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
    const used = answers.find(({ status }) => status === 200)
    expect(used?.json).toMatchObject({ operator: { id }, workspaces: [{}, {}] })
    expect((await omar.get('/gateway/account')).status).toBe(401)
    expect((await signInAsOmar(ines.password)).status).toBe(401)
    expect((await signInAsOmar(newPassword)).status).toBe(200)
    expect(await check(browser(), token)).toBeNull()
    expect(await detail()).toMatchObject({ passwordLink: null })
    expect(await history('passwordLinkMake')).toMatchObject([
      { state: 'done', operator: ines.name, ids: { operatorId: id } },
    ])
    const outcomes = (await history('passwordReset')).map(({ state }) => state)
    expect(outcomes.toSorted()).toEqual(['done', 'refused'])
  })

  test('expires after a day, is replaced by a newer one, and can be withdrawn', async () => {
    const { browser, home, path, make, advance } = await startWithOmar()
    const first = await make()
    const second = await make()
    expect([await check(browser(), first.token), await check(browser(), second.token)]).toEqual([
      null,
      'omar@example.com',
    ])
    expect((await home.request('DELETE', path)).json).toEqual({ withdrawn: true })
    expect((await home.request('DELETE', path)).status).toBe(404)
    expect(await use(browser(), second.token)).toMatchObject({ status: 400, json: { error: { code: 'link_used' } } })
    const third = await make()
    advance(day)
    expect((await use(browser(), third.token)).status).toBe(400)
  })

  test('of an administrator needs one’s own password', {
    tags: ['R51', 'link-for-an-administrator-is-confirmed'],
  }, async () => {
    const { make } = await startWithOmar(['admin'])
    expect(await make()).toMatchObject({ status: 403, json: { error: { code: 'confirm_with_password' } } })
    expect((await make({ password: 'wrong wrong wrong' })).status).toBe(403)
    expect(await make({ password: ines.password })).toMatchObject({ status: 200, token: expect.stringMatching(/./) })
  })

  test('stops working when the operator’s roles or access change, or they change their password', {
    tags: ['changed-operator-has-no-link', 'new-password-ends-the-link'],
  }, async () => {
    const { browser, home, omar, id, make } = await startWithOmar()
    const { token } = await make()
    const body = { roles: ['admin'], password: ines.password }
    expect((await home.request('PATCH', `/gateway/operators/${id}`, { body })).status).toBe(200)
    expect(await check(browser(), token)).toBeNull()
    const second = await make({ password: ines.password })
    const changed = { current: ines.password, password: 'yet another password' }
    expect((await omar.post('/gateway/account/password', changed)).status).toBe(200)
    expect(await check(browser(), second.token)).toBeNull()
  })

  test('cannot be made for a disabled operator, and does not work while the operator is disabled', {
    tags: ['disabled-operator-has-no-link', 'shown-operator-exists'],
  }, async () => {
    const { browser, store, home, id, make } = await startWithOmar()
    const { token } = await make()
    // As by a gateway of an earlier version, which does not know the link.
    await store.updateTable('user').set({ disabled: 1 }).where('id', '=', id).execute()
    expect((await use(browser(), token)).status).toBe(400)
    expect(await make()).toMatchObject({ status: 409, json: { error: { code: 'operator_disabled' } } })
    expect((await home.post('/gateway/operators/nobody/password-link', {})).status).toBe(404)
    expect((await home.get('/gateway/operators/nobody')).status).toBe(404)
  })

  test('cannot be guessed, and no answer tells whether there is one', { tags: ['R35'] }, async () => {
    const { browser } = await startWithOmar()
    const guesser = browser()
    const answers = []
    for (let attempt = 0; attempt < 22; attempt += 1)
      answers.push(await guesser.post('/gateway/session/password/check', { token: `guess-${attempt}` }))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2)
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))).toEqual(
      new Set(['{"email":null}']),
    )
  })
})
