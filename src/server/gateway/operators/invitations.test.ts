/** Tests over HTTP that invitations expire, and can be renewed and withdrawn. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, Invitation } from '#contract/index.ts'
import { ines, signUpWithLink, startPublicGateway } from '../testing/public-gateway.ts'

const day = 24 * 3_600_000

async function startWithInvitation(invitation: object) {
  const setup = await startPublicGateway()
  const token = await setup.invite(invitation)
  const list = async () => (await setup.home.get('/gateway/operators')).json.invitations as Invitation[]
  const id = (await list())[0]?.id ?? ''
  /** Signs in again, after the session has ended. */
  const signInAgain = () => setup.signIn(setup.home, '198.51.100.1', ines.password)
  const renew = async (renewedId = id, body: object = {}) => {
    const answer = await setup.home.post(`/gateway/invitations/${renewedId}/renew`, body)
    return { ...answer, token: String(answer.json.link).split('#link=')[1] ?? '' }
  }
  return { ...setup, token, id, list, signInAgain, renew }
}

describe('an invitation', () => {
  test('that has expired is listed for a week and can be renewed; the new link works, the earlier one does not', async () => {
    const { browser, home, token, id, list, signInAgain, renew, advance } = await startWithInvitation({
      email: 'omar@example.com',
    })
    expect(await list()).toMatchObject([{ expired: false, madeBy: ines.name }])
    advance(day)
    await signInAgain()
    expect(await list()).toMatchObject([{ id, expired: true }])
    expect((await signUpWithLink(browser(), token, 'omar@example.com')).json.error.code).toBe('link_used')
    const renewed = await renew()
    expect(renewed).toMatchObject({ status: 200, json: { invitation: { roles: ['support'], expired: false } } })
    expect(await list()).toMatchObject([{ email: 'omar@example.com', expired: false }])
    expect((await renew()).status).toBe(404)
    expect((await signUpWithLink(browser(), token, 'omar@example.com')).json.error.code).toBe('link_used')
    expect((await signUpWithLink(browser(), renewed.token, 'omar@example.com')).status).toBe(200)
    expect(await list()).toEqual([])
    const history = await home.get('/gateway/history?endpoint=invitationRenew&state=done')
    expect((history.json as unknown as { entries: HistoryEntry[] }).entries).toMatchObject([
      { operator: ines.name, ids: { replacedId: id, roles: 'support' } },
    ])
  })

  test('disappears a week after it expired', async () => {
    const { list, signInAgain, invite, advance } = await startWithInvitation({})
    advance(8 * day)
    await signInAgain()
    expect(await list()).toEqual([])
    await invite({ roles: ['reviewer'] })
    expect(await list()).toMatchObject([{ roles: ['reviewer'] }])
  })

  test('is renewed once if two administrators renew it at the same time', {
    tags: ['renewed-link-replaces-the-earlier-one'],
  }, async () => {
    const { browser, token, list, renew } = await startWithInvitation({})
    const answers = await Promise.all([renew(), renew()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    expect(await list()).toHaveLength(1)
    expect((await signUpWithLink(browser(), token, 'omar@example.com')).status).toBe(400)
  })

  test('of an administrator is renewed only with one’s own password', {
    tags: ['R51', 'renewing-an-administrator-is-confirmed'],
  }, async () => {
    const { id, renew } = await startWithInvitation({ roles: ['admin'], password: ines.password })
    expect(await renew()).toMatchObject({ status: 403, json: { error: { code: 'confirm_with_password' } } })
    expect((await renew(id, { password: ines.password })).status).toBe(200)
  })

  test('is not renewed if its e-mail address has an account by now', async () => {
    const { browser, invite, renew } = await startWithInvitation({ email: 'omar@example.com' })
    const other = await invite({ email: 'omar@example.com' })
    await signUpWithLink(browser(), other, 'omar@example.com')
    expect(await renew()).toMatchObject({ status: 400, json: { error: { code: 'email_taken' } } })
  })

  test('is not accepted under a name that an operator has or had, and still works with another name', {
    tags: ['new-name-is-of-one-operator'],
  }, async () => {
    const { browser, home, token } = await startWithInvitation({})
    await home.request('PATCH', '/gateway/account', { body: { name: 'Ines Costa' } })
    for (const name of [' ines COSTA ', ines.name])
      expect(await signUpWithLink(browser(), token, 'omar@example.com', { name })).toMatchObject({
        status: 409,
        json: { error: { code: 'name_taken', fields: { name: expect.stringContaining('Nothing was changed.') } } },
      })
    expect((await signUpWithLink(browser(), token, 'omar@example.com')).status).toBe(200)
  })

  test('that names nobody cannot be accepted with the address that another one names', {
    tags: ['acceptance-takes-no-invited-email'],
  }, async () => {
    const { browser, token, invite } = await startWithInvitation({})
    const named = await invite({ email: 'lena@example.com' })
    expect(await signUpWithLink(browser(), token, 'LENA@example.com')).toMatchObject({
      status: 400,
      json: { error: { code: 'link_not_for_email', fields: { email: expect.any(String) } } },
    })
    expect((await signUpWithLink(browser(), named, 'lena@example.com')).status).toBe(200)
    expect((await signUpWithLink(browser(), token, 'omar@example.com')).status).toBe(200)
  })

  test('creates one operator if two people use it at once, and one of two who choose the same name', async () => {
    const { browser, home, token, invite } = await startWithInvitation({})
    const tokens = await Promise.all([invite({}), invite({})])
    const statuses = (answers: { status: number }[]) =>
      answers.map(({ status }) => status).toSorted((one, other) => one - other)
    const atOnce = await Promise.all([
      signUpWithLink(browser(), token, 'omar@example.com'),
      signUpWithLink(browser(), token, 'lena@example.com'),
    ])
    expect(statuses(atOnce)).toEqual([200, 400])
    const sameName = await Promise.all(
      tokens.map((one, index) => signUpWithLink(browser(), one, `kim${index}@example.com`, { name: 'Kim' })),
    )
    expect(statuses(sameName)).toEqual([200, 409])
    const { operators } = (await home.get('/gateway/operators')).json as unknown as { operators: { name: string }[] }
    expect(operators.filter(({ name }) => name === 'Kim')).toHaveLength(1)
    expect(operators).toHaveLength(3)
    const loser = sameName.findIndex(({ status }) => status === 409)
    expect((await signUpWithLink(browser(), tokens[loser] ?? '', `kim${loser}@example.com`)).status).toBe(200)
  })
})
