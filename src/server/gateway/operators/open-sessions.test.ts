/** Listing and ending open sessions from another session. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, OpenSession } from '#contract/index.ts'
import { inviteAndSignUp, type openBrowser, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const hour = 3_600_000

const sessionsOf = async (person: Browser, path = '/gateway/sessions') =>
  (await person.get(path)).json.sessions as OpenSession[]
const end = (person: Browser, path: string) => person.request('DELETE', path)
const readStatus = async (person: Browser) => (await person.get('/gateway/effects')).status

/** Ines, invited by Grace, with one session in her own browser and one in Firefox, and a clock that can be advanced. */
async function openTwoSessions() {
  let ahead = 0
  const here = await startGatewayWithService(undefined, {
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
  })
  const { person, id } = await inviteAndSignUp(here.grace, here.browser(), 'ines', ['reviewer'])
  const signIn = async () => {
    const browser = here.browser()
    const body = { email: 'ines@example.com', password: 'correct horse battery' }
    await browser.post('/gateway/session/sign-in', body, { headers: { 'user-agent': firefox } })
    return browser
  }
  const turn = (ms: number) => {
    ahead += ms
  }
  return { ...here, person, id, signIn, elsewhere: await signIn(), turn }
}

describe('open sessions of an operator', () => {
  test('are listed with device, sign-in time and a mark on the current one', async () => {
    const { person, elsewhere, turn } = await openTwoSessions()
    const sessions = await sessionsOf(person)
    expect(Object.fromEntries(sessions.map(({ device, current }) => [device, current]))).toEqual({
      '': true,
      'Firefox on Linux': false,
    })
    turn(hour)
    // A poll does not count as activity, a search does. The last used session comes first.
    await person.get('/gateway/effects')
    await elsewhere.post('/gateway/search', { text: 'x' })
    const [first, second] = await sessionsOf(elsewhere)
    expect(first).toMatchObject({ device: 'Firefox on Linux', current: true })
    expect((first?.lastActive ?? 0) - (first?.signedInAt ?? 0)).toBeGreaterThanOrEqual(hour)
    expect(second).toMatchObject({ current: false, lastActive: second?.signedInAt })
  })

  test('are hidden once they expire, and deleted at the next sign-in', async () => {
    const { person, elsewhere, signIn, turn } = await openTwoSessions()
    turn(7 * hour)
    await person.post('/gateway/search', { text: 'x' })
    turn(7 * hour)
    expect(await sessionsOf(person)).toMatchObject([{ current: true }])
    expect(await readStatus(elsewhere)).toBe(401)
    await signIn()
    expect(await sessionsOf(person)).toHaveLength(2)
  })

  test('can be ended singly or all but the current one, and stop working at once', {
    tags: ['R32', 'ended-session-is-forgotten', 'ending-all-keeps-this-session'],
  }, async () => {
    const { person, elsewhere, signIn } = await openTwoSessions()
    expect(await readStatus(elsewhere)).toBe(200)
    const other = (await sessionsOf(person)).find(({ current }) => !current)
    expect((await end(person, `/gateway/sessions/${other?.id}`)).json).toEqual({ ended: 1 })
    expect(await readStatus(elsewhere)).toBe(401)
    expect(await end(person, `/gateway/sessions/${other?.id}`)).toMatchObject({
      status: 404,
      json: { error: { message: 'This session has already ended. Nothing was changed.' } },
    })

    const others = [await signIn(), await signIn()]
    expect((await end(person, '/gateway/sessions')).json).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(readStatus))).toEqual([401, 401])
    expect(await readStatus(person)).toBe(200)
  })

  test('cannot be ended if current, nor by another operator', {
    tags: ['only-own-sessions-end', 'this-session-ends-by-signing-out'],
  }, async () => {
    const { person, grace } = await openTwoSessions()
    const mine = (await sessionsOf(person)).find(({ current }) => current)
    expect(await end(person, `/gateway/sessions/${mine?.id}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'this_session', sent: 'no' } },
    })
    const [hers] = await sessionsOf(grace)
    expect((await end(person, `/gateway/sessions/${hers?.id}`)).status).toBe(404)
    expect(await readStatus(grace)).toBe(200)
  })
})

describe('open sessions of another operator', () => {
  test('are listed and ended by an administrator, whose own session stays open', async () => {
    const { person, elsewhere, grace, id } = await openTwoSessions()
    const path = `/gateway/operators/${id}/sessions`
    const sessions = await sessionsOf(grace, path)
    expect(sessions.map(({ current }) => current)).toEqual([false, false])
    const firefoxes = sessions.find(({ device }) => device !== '')
    expect((await end(grace, `${path}/${firefoxes?.id}`)).json).toEqual({ ended: 1 })
    expect([await readStatus(elsewhere), await readStatus(person)]).toEqual([401, 200])
    expect((await end(grace, path)).json).toEqual({ ended: 1 })
    expect(await readStatus(person)).toBe(401)

    expect((await end(grace, '/gateway/operators/ready-admin/sessions')).json).toEqual({ ended: 0 })
    expect(await readStatus(grace)).toBe(200)
    for (const asked of [grace.get('/gateway/operators/x/sessions'), end(grace, '/gateway/operators/x/sessions')])
      expect(await asked).toMatchObject({ status: 404, json: { error: { message: 'This operator does not exist.' } } })
  })

  test('are named in the history when somebody ends them', async () => {
    const { person, grace, id } = await openTwoSessions()
    const other = (await sessionsOf(person)).find(({ current }) => !current)
    await end(person, `/gateway/sessions/${other?.id}`)
    await end(grace, `/gateway/operators/${id}/sessions`)
    const { entries } = (await grace.get('/gateway/history?state=done')).json as unknown as { entries: HistoryEntry[] }
    expect(entries.slice(0, 2)).toMatchObject([
      { endpoint: 'operatorSessionsEnd', ids: { operatorId: id }, operator: 'Grace Okafor' },
      { endpoint: 'openSessionEnd', ids: { operatorId: id, sessionId: other?.id }, operator: 'ines' },
    ])
  })
})
