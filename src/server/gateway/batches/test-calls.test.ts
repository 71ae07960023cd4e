import { describe, expect, test } from 'vitest'
import { acceptBatches, batchForm, createTestClock, csvForm, startGatewayWithService } from '../testing/testing.ts'

const ownFile = 'phone_number,first_name\n+14155550199,Ada\n'
const testFields = { name: 'Test of Renewals', test: '1' }
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const testOwnNumber = (person: Person, csv: string, key: string) =>
  person.post('/gateway/launches', batchForm(csv, testFields), { key })
/** The answer to a check of a file, as far as these tests read it. */
interface Check {
  contacted: { people: number }
}
const countCalledBefore = async (person: Person) =>
  ((await person.post('/gateway/launches/recipients', csvForm({}, ownFile))).json as unknown as Check).contacted.people

describe('a manager who tests a row on their own number', () => {
  test('is called with the row’s cells, at any hour and even if the number is in a running batch; the test does not count as a contact', {
    tags: ['test-is-no-contact', 'test-goes-to-oneself'],
  }, async () => {
    // It is 04:00 in that number's time zone.
    const clock = createTestClock(Date.parse('2026-11-24T12:00Z'))
    const { service, grace } = await startGatewayWithService(acceptBatches, {
      clock,
      environment: { CALLING_HOURS: '08:00-20:00 12345' },
    })
    expect((await testOwnNumber(grace, ownFile, 'k1')).status).toBe(200)
    expect(await countCalledBefore(grace)).toBe(0)
    const [sent] = service.requestsTo('POST', '/v1/api/batch-calls')
    expect(sent?.body).toContain('+14155550199,Ada')
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([
      { name: 'Test of Renewals', isTest: true, startedBy: 'Grace Okafor' },
    ])
    const { entries } = (await grace.get('/gateway/history?endpoint=batchStart')).json
    expect(entries).toMatchObject([{ state: 'done', ids: { test: '1' } }])

    const realLaunch = batchForm(ownFile, { agentId: 'agent2', hoursReason: 'They asked for it.', hoursPeople: '1' })
    expect((await grace.post('/gateway/launches', realLaunch, { key: 'k2' })).status).toBe(200)
    expect(await countCalledBefore(grace)).toBe(1)
    const secondTest = batchForm(ownFile, { ...testFields, agentId: 'agent3' })
    expect((await grace.post('/gateway/launches', secondTest, { key: 'k3' })).status).toBe(200)
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(3)
  })

  test('calls nobody else: a test is refused with two rows, for a number on the do-not-call list, and while all changes are stopped', {
    tags: ['test-calls-one-number'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    const twoRows = await testOwnNumber(grace, `${ownFile}+14155550198,Bo\n`, 'k1')
    expect(twoRows).toMatchObject({ status: 400, json: { error: { code: 'invalid_request', sent: 'no' } } })
    expect(twoRows.json.error.message).toBe('A test calls one number, and this file has 2 rows. Nothing was sent.')
    await grace.post('/gateway/do-not-call', { number: '+14155550199', reason: 'Asked for it.' })
    expect(await testOwnNumber(grace, ownFile, 'k3')).toMatchObject({
      status: 409,
      json: { error: { code: 'do_not_call' } },
    })
    await grace.post('/gateway/stop-switch', { reason: 'The price list is wrong.' })
    const otherFile = 'phone_number\n+14155550197\n'
    expect(await testOwnNumber(grace, otherFile, 'k2')).toMatchObject({
      status: 423,
      json: { error: { code: 'stopped' } },
    })
    expect(service.requestsTo('POST', '/v1/api/batch-calls')).toHaveLength(0)
  })
})
