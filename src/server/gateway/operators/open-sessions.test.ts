/** Open sessions, seen and ended from elsewhere. */
import { describe, expect, test } from 'vitest'
import type { HistoryEntry, OpenSession } from '#contract/index.ts'
import { join, type openBrowser, world } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const hour = 3_600_000

const sessionsOf = async (person: Browser, path = '/gateway/sessions') =>
  (await person.get(path)).json.sessions as OpenSession[]
const end = (person: Browser, path: string) => person.ask('DELETE', path)
const reads = async (person: Browser) => (await person.get('/gateway/effects')).status

/** Ines, invited by Grace, with a session in her own browser and one in a Firefox; and a clock that can be turned. */
async function twice() {
  let ahead = 0
  const here = await world(undefined, {
    clock: { now: () => Date.now() + ahead, steady: () => performance.now() + ahead },
  })
  const { person, id } = await join(here.grace, here.browser(), 'ines', ['reviewer'])
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

describe('an operator', () => {
  test('sees where they are signed in, since when, and which of these is this one', async () => {
    const { person, elsewhere, turn } = await twice()
    const sessions = await sessionsOf(person)
    expect(Object.fromEntries(sessions.map(({ device, current }) => [device, current]))).toEqual({
      '': true,
      'Firefox on Linux': false,
    })
    turn(hour)
    // A poll is no activity, a deed is; the last used comes first.
    await person.get('/gateway/effects')
    await elsewhere.post('/gateway/search', { text: 'x' })
    const [first, second] = await sessionsOf(elsewhere)
    expect(first).toMatchObject({ device: 'Firefox on Linux', current: true })
    expect((first?.lastActive ?? 0) - (first?.signedInAt ?? 0)).toBeGreaterThanOrEqual(hour)
    expect(second).toMatchObject({ current: false, lastActive: second?.signedInAt })
  })

  test('is shown no session that was idle for too long, and it is forgotten at the next sign-in', async () => {
    const { person, elsewhere, signIn, turn } = await twice()
    turn(7 * hour)
    await person.post('/gateway/search', { text: 'x' })
    turn(7 * hour)
    expect(await sessionsOf(person)).toMatchObject([{ current: true }])
    expect(await reads(elsewhere)).toBe(401)
    await signIn()
    expect(await sessionsOf(person)).toHaveLength(2)
  })

  test('ends one, or all others, and these are cut off at once', {
    tags: ['R32', 'ended-session-is-forgotten', 'ending-all-keeps-this-session'],
  }, async () => {
    const { person, elsewhere, signIn } = await twice()
    expect(await reads(elsewhere)).toBe(200)
    const other = (await sessionsOf(person)).find(({ current }) => !current)
    expect((await end(person, `/gateway/sessions/${other?.id}`)).json).toEqual({ ended: 1 })
    expect(await reads(elsewhere)).toBe(401)
    expect(await end(person, `/gateway/sessions/${other?.id}`)).toMatchObject({
      status: 404,
      json: { error: { message: 'This session has ended already. Nothing was changed.' } },
    })

    const others = [await signIn(), await signIn()]
    expect((await end(person, '/gateway/sessions')).json).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(reads))).toEqual([401, 401])
    expect(await reads(person)).toBe(200)
  })

  test('cannot end this one but by signing out, nor anybody else’s', {
    tags: ['only-own-sessions-end', 'this-session-ends-by-signing-out'],
  }, async () => {
    const { person, grace } = await twice()
    const mine = (await sessionsOf(person)).find(({ current }) => current)
    expect(await end(person, `/gateway/sessions/${mine?.id}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'this_session', sent: 'no' } },
    })
    const [hers] = await sessionsOf(grace)
    expect((await end(person, `/gateway/sessions/${hers?.id}`)).status).toBe(404)
    expect(await reads(grace)).toBe(200)
  })
})

describe('an administrator', () => {
  test('sees and ends the sessions of an operator, and keeps their own', async () => {
    const { person, elsewhere, grace, id } = await twice()
    const path = `/gateway/operators/${id}/sessions`
    const sessions = await sessionsOf(grace, path)
    expect(sessions.map(({ current }) => current)).toEqual([false, false])
    const firefoxes = sessions.find(({ device }) => device !== '')
    expect((await end(grace, `${path}/${firefoxes?.id}`)).json).toEqual({ ended: 1 })
    expect([await reads(elsewhere), await reads(person)]).toEqual([401, 200])
    expect((await end(grace, path)).json).toEqual({ ended: 1 })
    expect(await reads(person)).toBe(401)

    expect((await end(grace, '/gateway/operators/ready-admin/sessions')).json).toEqual({ ended: 0 })
    expect(await reads(grace)).toBe(200)
    for (const asked of [grace.get('/gateway/operators/x/sessions'), end(grace, '/gateway/operators/x/sessions')])
      expect(await asked).toMatchObject({ status: 404, json: { error: { message: 'There is no such operator.' } } })
  })

  test('finds in the history who ended whose sessions', async () => {
    const { person, grace, id } = await twice()
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
