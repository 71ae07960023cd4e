import { describe, expect, test } from 'vitest'
import { csvForm, launch, startsBatches, testClock, world } from '../testing/testing.ts'

const own = 'phone_number,first_name\n+14155550199,Ada\n'
const asTest = { name: 'Test of Renewals', test: '1' }
type Person = Awaited<ReturnType<typeof world>>['grace']
const tryOnOneself = (person: Person, csv: string, key: string) =>
  person.post('/gateway/launches', launch(csv, asTest), { key })
interface Check {
  contacted: { people: number }
}
const called = async (person: Person) =>
  ((await person.post('/gateway/launches/recipients', csvForm({}, own))).json as unknown as Check).contacted.people

describe('a manager who tries a row on a number of their own', () => {
  test('is called with its cells, at any hour and though that number is in a running batch, and counts as called by that batch only', {
    tags: ['test-is-no-contact', 'test-goes-to-oneself'],
  }, async () => {
    // There it is four in the morning.
    const clock = testClock(Date.parse('2026-11-24T12:00Z'))
    const { service, grace } = await world(startsBatches, {
      clock,
      environment: { CALLING_HOURS: '08:00-20:00 12345' },
    })
    expect((await tryOnOneself(grace, own, 'k1')).status).toBe(200)
    expect(await called(grace)).toBe(0)
    const [sent] = service.asked('POST', '/v1/api/batch-calls')
    expect(sent?.body).toContain('+14155550199,Ada')
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([
      { name: 'Test of Renewals', isTest: true, startedBy: 'Grace Okafor' },
    ])
    const { entries } = (await grace.get('/gateway/history?endpoint=batchStart')).json
    expect(entries).toMatchObject([{ state: 'done', ids: { test: '1' } }, { state: 'sending' }])

    const inEarnest = launch(own, { agentId: 'agent2', hoursReason: 'They asked for it.', hoursPeople: '1' })
    expect((await grace.post('/gateway/launches', inEarnest, { key: 'k2' })).status).toBe(200)
    expect(await called(grace)).toBe(1)
    const again = launch(own, { ...asTest, agentId: 'agent3' })
    expect((await grace.post('/gateway/launches', again, { key: 'k3' })).status).toBe(200)
    expect(service.asked('POST', '/v1/api/batch-calls')).toHaveLength(3)
  })

  test('calls nobody else: a test of two rows is refused, and so is one to a number on the do-not-call list, or while all changes are stopped', {
    tags: ['test-calls-one-number'],
  }, async () => {
    const { service, grace } = await world(startsBatches)
    const two = await tryOnOneself(grace, `${own}+14155550198,Bo\n`, 'k1')
    expect(two).toMatchObject({ status: 400, json: { error: { code: 'invalid_request', sent: 'no' } } })
    expect(two.json.error.message).toBe('A test calls one number, and this file has 2 rows. Nothing was sent.')
    await grace.post('/gateway/do-not-call', { number: '+14155550199', reason: 'Asked for it.' })
    expect(await tryOnOneself(grace, own, 'k3')).toMatchObject({
      status: 409,
      json: { error: { code: 'do_not_call' } },
    })
    await grace.post('/gateway/stop-switch', { reason: 'The price list is wrong.' })
    const other = 'phone_number\n+14155550197\n'
    expect(await tryOnOneself(grace, other, 'k2')).toMatchObject({ status: 423, json: { error: { code: 'stopped' } } })
    expect(service.asked('POST', '/v1/api/batch-calls')).toHaveLength(0)
  })
})
