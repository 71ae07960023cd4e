/** Tests the audit of sign-ins, and the confirmation that is required to make somebody an administrator. */
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

describe('the audit of sign-ins', { tags: ['R51'] }, () => {
  const readHistory = async (person: Browser) =>
    ((await person.get('/gateway/history?limit=50')).json as unknown as { entries: HistoryEntry[] }).entries

  test('lists sign-ins, sign-outs, used invitations and failed attempts', async () => {
    const { home, browser, signIn, invite } = await startPublicGateway()
    const omar = browser()
    const token = await invite({})
    await signUpWithLink(browser(), 'no such link', 'eve@example.com')
    await signUpWithLink(browser(), token, ines.email)
    const signedUp = await signUpWithLink(omar, token, 'omar@example.com')
    const { id } = signedUp.json.operator as { id: string }
    await omar.post('/gateway/session/sign-out')
    await signIn(browser(), '203.0.113.7', wrongPassword, 'Omar@example.com')
    await signIn(browser(), '203.0.113.7', wrongPassword, 'nobody@example.com')
    await signIn(browser(), '203.0.113.7', ines.password, 'omar@example.com')

    const rows = (await readHistory(home)).filter(({ endpoint }) => endpoint !== 'operatorInvite').slice(0, 7)
    const invitationId = rows.find(({ ids }) => ids.invitationId)?.ids.invitationId
    expect(rows.map(({ endpoint, state, operator, ids, reason }) => [endpoint, state, operator, ids, reason])).toEqual([
      ['signIn', 'done', 'omar', { operatorId: id }, null],
      ['signIn', 'refused', 'Not signed in', {}, 'wrong_credentials'],
      ['signIn', 'refused', 'Not signed in', { operatorId: id }, 'wrong_credentials'],
      ['signOut', 'done', 'omar', { operatorId: id }, null],
      ['linkUse', 'done', 'omar', { operatorId: id, invitationId, roles: 'support' }, null],
      ['linkUse', 'refused', 'Not signed in', { invitationId }, 'link_not_for_email'],
      ['linkUse', 'refused', 'Not signed in', {}, 'link_used'],
    ])
  })

  test('has a bounded number of rows for failed attempts, and never the entered texts', {
    tags: ['failed-sign-ins-fill-no-disk'],
  }, async () => {
    const { home, browser, store, advance } = await startPublicGateway()
    const signUpWithGuess = (email: string, address: string) =>
      browser().post(
        '/gateway/session/link',
        { ...ines, token: `guess of ${email}`, email },
        { headers: { 'x-forwarded-for': address } },
      )
    const makeGuesses = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await signUpWithGuess(`nobody-${n}@example.com`, `10.0.${n >> 4}.1`)
    }
    await makeGuesses(0, 120)
    const readRefused = async () => (await readHistory(home)).filter(({ state }) => state === 'refused')
    expect((await readRefused()).map(({ ids }) => ids)).toEqual([{ tries: '100' }, { tries: '10' }, {}, {}, {}, {}, {}])
    advance(16 * 60_000)
    await makeGuesses(120, 121)
    expect(await readRefused()).toHaveLength(8)
    const rows = [
      ...(await store.selectFrom('effects').selectAll().execute()),
      ...(await store.selectFrom('history').selectAll().execute()),
    ]
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|guess/)
  })

  test('has one row for a sign-out whose write is retried', async () => {
    const store = await openTestStore()
    const writeTwice: Pick<WriteQueue, 'write'> = {
      write: async (write) => {
        await write()
        await write()
      },
    }
    await createAccessHistory({ store, writeQueue: writeTwice, clock }).recordSuccess('signOut', {
      id: 'ines',
      name: 'Ines',
      roles: [],
    })
    expect(await store.selectFrom('history').select(['state', 'operator']).execute()).toEqual([
      { state: 'done', operator: 'Ines' },
    ])
    await store.destroy()
  })

  test('shows changes to operators only to administrators', {
    tags: ['own-changes-are-for-administrators'],
  }, async () => {
    const { home, browser, invite } = await startPublicGateway()
    const sam = browser()
    await signUpWithLink(sam, await invite({}), 'sam@example.com')
    const readEndpoints = (person: Browser) =>
      person
        .get('/gateway/effects')
        .then(({ json }) => (json.effects as { endpoint: string }[]).map(({ endpoint }) => endpoint))
    expect(await readEndpoints(sam)).toEqual([])
    expect((await readEndpoints(home)).toSorted()).toEqual(['linkUse', 'linkUse', 'operatorInvite'])
  })
})

describe('making somebody an administrator', { tags: ['R51'] }, () => {
  const admin = { roles: ['admin'] }
  const password = ines.password
  const updateOperator = (person: Browser, id: string, body: object) =>
    person.request('PATCH', `/gateway/operators/${id}`, { body })

  test('requires the sender’s own password to invite one, to assign the role, and to enable one again', {
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
    const wrong = await home.post('/gateway/operators', { ...admin, password: wrongPassword })
    expect(wrong).toMatchObject({ status: 403, json: { error: { code: 'wrong_password' } } })
    expect((await home.get('/gateway/operators')).json.invitations).toEqual([])
    expect((await home.post('/gateway/operators', { ...admin, password })).status).toBe(200)

    const signedUp = await signUpWithLink(browser(), await invite({}), 'omar@example.com')
    const { id } = signedUp.json.operator as { id: string }
    expect((await updateOperator(home, id, { roles: ['reviewer'] })).status).toBe(200)
    expect((await updateOperator(home, id, admin)).json.error.code).toBe('confirm_with_password')
    expect((await updateOperator(home, id, { ...admin, password })).status).toBe(200)
    // A change by which nobody becomes an administrator requires no confirmation.
    expect((await updateOperator(home, id, { roles: ['admin', 'support'] })).status).toBe(200)
    expect((await updateOperator(home, id, { disabled: true })).status).toBe(200)
    expect((await updateOperator(home, id, { disabled: false })).json.error.code).toBe('confirm_with_password')
    expect((await updateOperator(home, id, { disabled: false, password })).status).toBe(200)
  })

  test('is refused for a while after five wrong passwords', {
    tags: ['confirmation-cannot-be-guessed'],
  }, async () => {
    const { home } = await startPublicGateway()
    const answers = await runSixTimes(() => home.post('/gateway/operators', { ...admin, password: wrongPassword }))
    expect(countStatuses(answers)).toEqual({ 403: 5, 429: 1 })
    expect((await home.get('/gateway/effects')).status).toBe(200)
  })

  test('requires no confirmation if sign-in is not required', async () => {
    const { grace } = await startGatewayWithService()
    expect((await grace.get('/gateway/operators')).json.confirmWith).toBe('nothing')
    expect((await grace.post('/gateway/operators', admin)).status).toBe(200)
  })
})

describe('an invitation', { tags: ['R51'] }, () => {
  test('stops working when it is withdrawn, and the audit shows who withdrew it', async () => {
    const { home, browser, invite } = await startPublicGateway()
    const token = await invite({ email: 'omar@exampel.com' })
    const listInvitations = async () => (await home.get('/gateway/operators')).json.invitations as Invitation[]
    const [invitation] = await listInvitations()
    expect(invitation).toMatchObject({ email: 'omar@exampel.com', madeBy: ines.name, roles: ['support'] })
    expect(invitation?.madeAt).toBeLessThanOrEqual(Date.now())
    const withdraw = () => home.request('DELETE', `/gateway/invitations/${invitation?.id}`)
    expect(await withdraw()).toMatchObject({ status: 200, json: { withdrawn: true } })
    expect(await listInvitations()).toEqual([])
    expect((await signUpWithLink(browser(), token, 'omar@exampel.com')).json.error.code).toBe('link_used')
    expect(await withdraw()).toMatchObject({ status: 404 })
    const { entries } = (await home.get('/gateway/history?endpoint=invitationWithdraw&state=done')).json
    expect(entries).toMatchObject([{ ids: { invitationId: invitation?.id, roles: 'support' }, operator: ines.name }])
  })

  test('cannot be withdrawn after it was used', async () => {
    const { home, browser, invite } = await startPublicGateway()
    const token = await invite({})
    const [{ id = '' } = {}] = (await home.get('/gateway/operators')).json.invitations as { id?: string }[]
    await signUpWithLink(browser(), token, 'omar@example.com')
    expect((await home.request('DELETE', `/gateway/invitations/${id}`)).status).toBe(404)
  })
})
