/** Tests listing and ending open sessions from another session. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, OpenSession } from '#contract/index.ts'
import { inviteAndSignUp, type openBrowser, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const firefoxUserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const hourMs = 3_600_000

const listSessions = async (person: Browser, path = '/gateway/sessions') =>
  (await person.get(path)).json.sessions as OpenSession[]
const endSessions = (person: Browser, path: string) => person.request('DELETE', path)
const readStatus = async (person: Browser) => (await person.get('/gateway/effects')).status

/** Starts a gateway whose clock can be advanced. Ines has a session in the browser `person`, and one in Firefox (`firefoxBrowser`). */
async function openTwoSessions() {
  let advancedMs = 0
  const setup = await startGatewayWithService(undefined, {
    clock: { now: () => Date.now() + advancedMs, steady: () => performance.now() + advancedMs },
  })
  const { person, id } = await inviteAndSignUp(setup.grace, setup.browser(), 'ines', ['reviewer'])
  const signIn = async () => {
    const browser = setup.browser()
    const body = { email: 'ines@example.com', password: 'correct horse battery' }
    await browser.post('/gateway/session/sign-in', body, { headers: { 'user-agent': firefoxUserAgent } })
    return browser
  }
  const advance = (ms: number) => {
    advancedMs += ms
  }
  return { ...setup, person, id, signIn, firefoxBrowser: await signIn(), advance }
}

describe('open sessions of an operator', () => {
  test('are listed with device and sign-in time, and the current one is marked', async () => {
    const { person, firefoxBrowser, advance } = await openTwoSessions()
    const sessions = await listSessions(person)
    expect(Object.fromEntries(sessions.map(({ device, current }) => [device, current]))).toEqual({
      '': true,
      'Firefox on Linux': false,
    })
    advance(hourMs)
    // A poll does not count as activity, a search does. The last used session comes first.
    await person.get('/gateway/effects')
    await firefoxBrowser.post('/gateway/search', { text: 'x' })
    const [first, second] = await listSessions(firefoxBrowser)
    expect(first).toMatchObject({ device: 'Firefox on Linux', current: true })
    expect((first?.lastActive ?? 0) - (first?.signedInAt ?? 0)).toBeGreaterThanOrEqual(hourMs)
    expect(second).toMatchObject({ current: false, lastActive: second?.signedInAt })
  })

  test('are hidden once they expire', async () => {
    const { person, firefoxBrowser, signIn, advance } = await openTwoSessions()
    advance(7 * hourMs)
    await person.post('/gateway/search', { text: 'x' })
    advance(7 * hourMs)
    expect(await listSessions(person)).toMatchObject([{ current: true }])
    expect(await readStatus(firefoxBrowser)).toBe(401)
    await signIn()
    expect(await listSessions(person)).toHaveLength(2)
  })

  test('can be ended one by one, or all except the current one, and stop working at once', {
    tags: ['R32', 'ended-session-is-forgotten', 'ending-all-keeps-this-session'],
  }, async () => {
    const { person, firefoxBrowser, signIn } = await openTwoSessions()
    expect(await readStatus(firefoxBrowser)).toBe(200)
    const otherSession = (await listSessions(person)).find(({ current }) => !current)
    expect((await endSessions(person, `/gateway/sessions/${otherSession?.id}`)).json).toEqual({ ended: 1 })
    expect(await readStatus(firefoxBrowser)).toBe(401)
    expect(await endSessions(person, `/gateway/sessions/${otherSession?.id}`)).toMatchObject({
      status: 404,
      json: { error: { message: 'This session has already ended. Nothing was changed.' } },
    })

    const otherBrowsers = [await signIn(), await signIn()]
    expect((await endSessions(person, '/gateway/sessions')).json).toEqual({ ended: 2 })
    expect(await Promise.all(otherBrowsers.map(readStatus))).toEqual([401, 401])
    expect(await readStatus(person)).toBe(200)
  })

  test('cannot be ended if they are current, nor by another operator', {
    tags: ['only-own-sessions-end', 'this-session-ends-by-signing-out'],
  }, async () => {
    const { person, grace } = await openTwoSessions()
    const currentSession = (await listSessions(person)).find(({ current }) => current)
    expect(await endSessions(person, `/gateway/sessions/${currentSession?.id}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'this_session', sent: 'no' } },
    })
    const [graceSession] = await listSessions(grace)
    expect((await endSessions(person, `/gateway/sessions/${graceSession?.id}`)).status).toBe(404)
    expect(await readStatus(grace)).toBe(200)
  })
})

describe('open sessions of another operator', () => {
  test('are listed and ended by an administrator, whose own session stays open', async () => {
    const { person, firefoxBrowser, grace, id } = await openTwoSessions()
    const path = `/gateway/operators/${id}/sessions`
    const sessions = await listSessions(grace, path)
    expect(sessions.map(({ current }) => current)).toEqual([false, false])
    const firefoxSession = sessions.find(({ device }) => device !== '')
    expect((await endSessions(grace, `${path}/${firefoxSession?.id}`)).json).toEqual({ ended: 1 })
    expect([await readStatus(firefoxBrowser), await readStatus(person)]).toEqual([401, 200])
    expect((await endSessions(grace, path)).json).toEqual({ ended: 1 })
    expect(await readStatus(person)).toBe(401)

    expect((await endSessions(grace, '/gateway/operators/ready-admin/sessions')).json).toEqual({ ended: 0 })
    expect(await readStatus(grace)).toBe(200)
    for (const request of [
      grace.get('/gateway/operators/x/sessions'),
      endSessions(grace, '/gateway/operators/x/sessions'),
    ])
      expect(await request).toMatchObject({
        status: 404,
        json: { error: { message: 'This operator does not exist.' } },
      })
  })

  test('are named in the history when somebody ends them', async () => {
    const { person, grace, id } = await openTwoSessions()
    const otherSession = (await listSessions(person)).find(({ current }) => !current)
    await endSessions(person, `/gateway/sessions/${otherSession?.id}`)
    await endSessions(grace, `/gateway/operators/${id}/sessions`)
    const { entries } = (await grace.get('/gateway/history?state=done')).json as unknown as { entries: HistoryEntry[] }
    expect(entries.slice(0, 2)).toMatchObject([
      { endpoint: 'operatorSessionsEnd', ids: { operatorId: id }, operator: 'Grace Okafor' },
      { endpoint: 'openSessionEnd', ids: { operatorId: id, sessionId: otherSession?.id }, operator: 'ines' },
    ])
  })
})
