/** Sign-ins and failed sign-ins in the audit, and the confirmation that making an administrator requires. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, Invitation } from '#contract/index.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { clock } from '../shared/clock.ts'
import {
  type Browser,
  countStatuses,
  ines,
  runSixTimes,
  signUpWithLink,
  startPublicGateway,
  wrongPassword,
} from '../testing/public-gateway.ts'
import { openTestStore } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'
import { createAccessHistory } from './access-history.ts'

describe('sign-ins in the audit', { tags: ['R51'] }, () => {
  const rowsOf = async (person: Browser) =>
    ((await person.get('/gateway/history?limit=50')).json as unknown as { entries: HistoryEntry[] }).entries

  test('lists sign-ins, sign-outs, used invitations and failed attempts', async () => {
    const { home, browser, signIn, invite } = await startPublicGateway()
    const omar = browser()
    const token = await invite({})
    await signUpWithLink(browser(), 'no such link', 'eve@example.com')
    await signUpWithLink(browser(), token, ines.email)
    const linked = await signUpWithLink(omar, token, 'omar@example.com')
    const { id } = linked.json.operator as { id: string }
    await omar.post('/gateway/session/sign-out')
    await signIn(browser(), '203.0.113.7', wrongPassword, 'Omar@example.com')
    await signIn(browser(), '203.0.113.7', wrongPassword, 'nobody@example.com')
    await signIn(browser(), '203.0.113.7', ines.password, 'omar@example.com')

    const rows = (await rowsOf(home)).filter(({ endpoint }) => endpoint !== 'operatorInvite').slice(0, 7)
    const invitationId = rows.find(({ ids }) => ids.invitationId)?.ids.invitationId
    expect(rows.map(({ endpoint, state, operator, ids, reason }) => [endpoint, state, operator, ids, reason])).toEqual([
      ['signIn', 'done', ines.name, { operatorId: id }, null],
      ['signIn', 'refused', 'Not signed in', {}, 'wrong_credentials'],
      ['signIn', 'refused', 'Not signed in', { operatorId: id }, 'wrong_credentials'],
      ['signOut', 'done', ines.name, { operatorId: id }, null],
      ['linkUse', 'done', ines.name, { operatorId: id, invitationId, roles: 'support' }, null],
      ['linkUse', 'refused', 'Not signed in', { invitationId }, 'link_not_for_email'],
      ['linkUse', 'refused', 'Not signed in', {}, 'link_used'],
    ])
  })

  test('bounds the rows of failed attempts, and never stores what was typed', {
    tags: ['failed-sign-ins-fill-no-disk'],
  }, async () => {
    const { home, browser, store, advance } = await startPublicGateway()
    const post = (email: string, place: string) =>
      browser().post(
        '/gateway/session/link',
        { ...ines, token: `guess of ${email}`, email },
        { headers: { 'x-forwarded-for': place } },
      )
    const guess = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await post(`nobody-${n}@example.com`, `10.0.${n >> 4}.1`)
    }
    await guess(0, 120)
    const failed = async () => (await rowsOf(home)).filter(({ state }) => state === 'refused')
    expect((await failed()).map(({ ids }) => ids)).toEqual([{ tries: '100' }, { tries: '10' }, {}, {}, {}, {}, {}])
    advance(16 * 60_000)
    await guess(120, 121)
    expect(await failed()).toHaveLength(8)
    const rows = [
      ...(await store.selectFrom('effects').selectAll().execute()),
      ...(await store.selectFrom('history').selectAll().execute()),
    ]
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|guess/)
  })

  test('records a sign-out once if its write is retried', async () => {
    const store = await openTestStore()
    const twice: Pick<WriteQueue, 'write'> = {
      write: async (write) => {
        await write()
        await write()
      },
    }
    await createAccessHistory({ store, writeQueue: twice, clock }).done('signOut', {
      id: 'ines',
      name: 'Ines',
      roles: [],
    })
    expect(await store.selectFrom('history').select(['state', 'operator']).execute()).toEqual([
      { state: 'done', operator: 'Ines' },
    ])
    await store.destroy()
  })

  test('shows administrative actions only to administrators', {
    tags: ['own-changes-are-for-administrators'],
  }, async () => {
    const { home, browser, invite } = await startPublicGateway()
    const sam = browser()
    await signUpWithLink(sam, await invite({}), 'sam@example.com')
    const seen = (person: Browser) =>
      person
        .get('/gateway/effects')
        .then(({ json }) => (json.effects as { endpoint: string }[]).map((one) => one.endpoint))
    expect(await seen(sam)).toEqual([])
    expect((await seen(home)).toSorted()).toEqual(['linkUse', 'linkUse', 'operatorInvite'])
  })
})

describe('making an administrator', { tags: ['R51'] }, () => {
  const admin = { roles: ['admin'] }
  const password = ines.password
  const change = (person: Browser, id: string, body: object) =>
    person.request('PATCH', `/gateway/operators/${id}`, { body })

  test('requires your own password to invite one, to assign the role, and to enable one again', {
    tags: [
      'inviting-an-administrator-is-confirmed',
      'enabling-an-administrator-is-confirmed',
      'confirmation-checks-the-password',
    ],
  }, async () => {
    const { home, browser, invite } = await startPublicGateway()
    expect((await home.get('/gateway/operators')).json.confirmWith).toBe('password')
    const refused = await home.post('/gateway/operators', admin)
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'confirm_with_password', sent: 'no' } } })
    const wrongly = await home.post('/gateway/operators', { ...admin, password: wrongPassword })
    expect(wrongly).toMatchObject({ status: 403, json: { error: { code: 'wrong_password' } } })
    expect((await home.get('/gateway/operators')).json.invitations).toEqual([])
    expect((await home.post('/gateway/operators', { ...admin, password })).status).toBe(200)

    const linked = await signUpWithLink(browser(), await invite({}), 'omar@example.com')
    const { id } = linked.json.operator as { id: string }
    expect((await change(home, id, { roles: ['reviewer'] })).status).toBe(200)
    expect((await change(home, id, admin)).json.error.code).toBe('confirm_with_password')
    expect((await change(home, id, { ...admin, password })).status).toBe(200)
    // A change that makes nobody a new administrator needs no confirmation.
    expect((await change(home, id, { roles: ['admin', 'support'] })).status).toBe(200)
    expect((await change(home, id, { disabled: true })).status).toBe(200)
    expect((await change(home, id, { disabled: false })).json.error.code).toBe('confirm_with_password')
    expect((await change(home, id, { disabled: false, password })).status).toBe(200)
  })

  test('rejects further attempts after five wrong passwords', {
    tags: ['confirmation-cannot-be-guessed'],
  }, async () => {
    const { home } = await startPublicGateway()
    const tries = await runSixTimes(() => home.post('/gateway/operators', { ...admin, password: wrongPassword }))
    expect(countStatuses(tries)).toEqual({ 403: 5, 429: 1 })
    expect((await home.get('/gateway/effects')).status).toBe(200)
  })

  test('needs no confirmation where nobody has to sign in', async () => {
    const { grace } = await startGatewayWithService()
    expect((await grace.get('/gateway/operators')).json.confirmWith).toBe('nothing')
    expect((await grace.post('/gateway/operators', admin)).status).toBe(200)
  })
})

describe('an invitation', { tags: ['R51'] }, () => {
  test('stops working when it is withdrawn, and the audit shows who withdrew it', async () => {
    const { home, browser, invite } = await startPublicGateway()
    const token = await invite({ email: 'omar@exampel.com' })
    const list = async () => (await home.get('/gateway/operators')).json.invitations as Invitation[]
    const [invitation] = await list()
    expect(invitation).toMatchObject({ email: 'omar@exampel.com', madeBy: ines.name, roles: ['support'] })
    expect(invitation?.madeAt).toBeLessThanOrEqual(Date.now())
    const withdraw = () => home.request('DELETE', `/gateway/invitations/${invitation?.id}`)
    expect(await withdraw()).toMatchObject({ status: 200, json: { withdrawn: true } })
    expect(await list()).toEqual([])
    expect((await signUpWithLink(browser(), token, 'omar@exampel.com')).json.error.code).toBe('link_used')
    expect(await withdraw()).toMatchObject({ status: 404 })
    const { entries } = (await home.get('/gateway/history?endpoint=invitationWithdraw&state=done')).json
    expect(entries).toMatchObject([{ ids: { invitationId: invitation?.id, roles: 'support' }, operator: ines.name }])
  })

  test('cannot be withdrawn once it was used', async () => {
    const { home, browser, invite } = await startPublicGateway()
    const token = await invite({})
    const [{ id = '' } = {}] = (await home.get('/gateway/operators')).json.invitations as { id?: string }[]
    await signUpWithLink(browser(), token, 'omar@example.com')
    expect((await home.request('DELETE', `/gateway/invitations/${id}`)).status).toBe(404)
  })
})
