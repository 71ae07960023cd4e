/** Tests that a gateway deletes what has expired when it starts, and nothing that still works. */
import { expect, test } from 'vitest'
import { signUpWithLink, startPublicGateway } from '../testing/public-gateway.ts'
import { startGatewayWithService } from '../testing/testing.ts'

const hour = 3_600_000

test('sessions, invitations, links for a new password and answered challenges are deleted after they have expired', async () => {
  const { store, home, browser, invite } = await startPublicGateway()
  const omar = browser()
  await signUpWithLink(omar, await invite({}), 'omar@example.com')
  const { operator } = (await omar.get('/gateway/session')).json as unknown as { operator: { id: string } }
  expect((await home.post(`/gateway/operators/${operator.id}/password-link`, {})).status).toBe(200)
  await invite({ email: 'lena@example.com' })
  const answered = { challenge: 'answered', expires_at: Date.now() + 10 * 60_000 }
  await store.insertInto('passkey_challenges').values(answered).execute()
  const count = async () => ({
    sessions: (await store.selectFrom('session').select('userId').execute()).length,
    invitations: (await store.selectFrom('links').select('token').where('used_at', 'is', null).execute()).length,
    passwordLinks: (await store.selectFrom('password_links').select('token').execute()).length,
    challenges: (await store.selectFrom('passkey_challenges').select('challenge').execute()).length,
  })
  /** Counts what is left after a gateway has started this much later. */
  const countAfter = async (ms: number) => {
    const clock = { now: () => Date.now() + ms, steady: () => performance.now() + ms }
    await startGatewayWithService(undefined, {
      store,
      environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' },
      clock,
    })
    return count()
  }
  expect(await countAfter(5 * 60_000)).toEqual({ sessions: 2, invitations: 1, passwordLinks: 1, challenges: 1 })
  expect(await countAfter(11 * 60_000)).toEqual({ sessions: 2, invitations: 1, passwordLinks: 1, challenges: 0 })
  expect(await countAfter(13 * hour)).toEqual({ sessions: 0, invitations: 1, passwordLinks: 1, challenges: 0 })
  // An expired invitation is listed for a week, so that it can be renewed.
  expect(await countAfter(25 * hour)).toEqual({ sessions: 0, invitations: 1, passwordLinks: 0, challenges: 0 })
  expect(await countAfter(8 * 24 * hour + 1_000)).toEqual({
    sessions: 0,
    invitations: 0,
    passwordLinks: 0,
    challenges: 0,
  })
})

test('a session in use ends a week after it began, and is deleted then', async () => {
  const { store, home } = await startPublicGateway()
  const later = new Date(Date.now() + 8 * 24 * hour)
  await store
    .updateTable('session')
    .set({ updatedAt: later.toISOString() } as object)
    .execute()
  expect((await home.get('/gateway/account')).status).toBe(200)
  const ms = 7 * 24 * hour + 1_000
  await startGatewayWithService(undefined, {
    store,
    environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://127.0.0.1' },
    clock: { now: () => Date.now() + ms, steady: () => performance.now() + ms },
  })
  expect(await store.selectFrom('session').select('userId').execute()).toEqual([])
})
