import { describe, expect, test } from 'vitest'
import type { Account } from '#contract/index.ts'
import {
  acceptBatches,
  batchForm,
  confirmOwnNumber,
  createTestClock,
  csvForm,
  startGatewayWithService,
} from '../testing/testing.ts'

const ownNumber = '+14155550199'
const ownFile = `phone_number,first_name\n${ownNumber},Ada\n`
const testFields = { name: 'Test of Renewals', test: '1' }
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const startTest = (person: Person, csv: string, key: string, fields = {}) =>
  person.post('/gateway/launches', batchForm(csv, { ...testFields, ...fields }), { key })
/** The answer to a check of a file, as far as these tests read it. */
interface Check {
  contacted: { people: number }
}
const countCalledBefore = async (person: Person) =>
  ((await person.post('/gateway/launches/recipients', csvForm({}, ownFile))).json as unknown as Check).contacted.people
/** It is 04:00 in the time zone of the number. */
const atNight = () => ({
  clock: createTestClock(Date.parse('2026-11-24T12:00Z')),
  environment: { CALLING_HOURS: '08:00-20:00 12345' },
})
const startsOf = ({ service }: { service: { requestsTo: (method: string, path: string) => unknown[] } }) =>
  service.requestsTo('POST', '/v1/api/batch-calls').length

describe('a manager who tests a row on their own, confirmed number', () => {
  test('is called with the row’s cells, at any hour and even if the number is in a running batch; the test does not count as a contact', {
    tags: ['test-is-no-contact', 'test-goes-to-oneself'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches, atNight())
    await confirmOwnNumber(grace, ownNumber)
    expect((await startTest(grace, ownFile, 'k1')).status).toBe(200)
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
    expect((await startTest(grace, ownFile, 'k3', { agentId: 'agent3' })).status).toBe(200)
    expect(startsOf({ service })).toBe(3)
  })

  test('calls nobody else: a test is refused with two rows, for a number on the do-not-call list, and while all changes are stopped', {
    tags: ['test-calls-one-number'],
  }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    await confirmOwnNumber(grace, ownNumber)
    const twoRows = await startTest(grace, `${ownFile}+14155550198,Bo\n`, 'k1')
    expect(twoRows).toMatchObject({ status: 400, json: { error: { code: 'invalid_request', sent: 'no' } } })
    expect(twoRows.json.error.message).toBe('A test calls one number, and this file has 2 rows. Nothing was sent.')
    await grace.post('/gateway/do-not-call', { number: ownNumber, reason: 'Asked for it.' })
    expect(await startTest(grace, ownFile, 'k3')).toMatchObject({
      status: 409,
      json: { error: { code: 'do_not_call' } },
    })
    await grace.post('/gateway/stop-switch', { reason: 'The price list is wrong.' })
    const otherFile = 'phone_number\n+14155550197\n'
    expect(await startTest(grace, otherFile, 'k2')).toMatchObject({
      status: 423,
      json: { error: { code: 'stopped' } },
    })
    expect(startsOf({ service })).toBe(0)
  })

  test('is called six times within an hour; more are refused', { tags: ['tests-are-few'] }, async () => {
    const options = atNight()
    const { service, grace } = await startGatewayWithService(acceptBatches, options)
    await confirmOwnNumber(grace, ownNumber)
    const startNth = (index: number) => startTest(grace, ownFile, `k${index}`, { agentId: `agent${index}` })
    for (const index of [1, 2, 3, 4, 5, 6]) expect((await startNth(index)).status).toBe(200)
    // A repeat of the sixth gets its answer.
    expect((await startNth(6)).status).toBe(200)
    expect(await startNth(7)).toMatchObject({ status: 409, json: { error: { code: 'too_many_tests', sent: 'no' } } })
    expect(startsOf({ service })).toBe(6)
    expect(await countCalledBefore(grace)).toBe(0)
    expect((await startNth(6)).status).toBe(200)
    options.clock.advance(3_600_001)
    expect((await startNth(8)).status).toBe(200)
  })

  test('gets the answer of a test again after the number was removed', async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches)
    await confirmOwnNumber(grace, ownNumber)
    const optedOut = `phone_number,do_not_call\n${ownNumber},yes\n`
    const first = await startTest(grace, optedOut, 'k1')
    expect(first.status).toBe(200)
    const { numbers } = (await grace.get('/gateway/account')).json as unknown as Account
    await grace.request('DELETE', `/gateway/account/numbers/${numbers[0]?.id}`)
    expect(await startTest(grace, optedOut, 'k1')).toMatchObject({ status: 200, json: first.json })
    // It is no test any more.
    expect((await startTest(grace, optedOut, 'k2')).status).toBe(400)
    expect(startsOf({ service })).toBe(1)
  })

  test('is called six times by simultaneous tests too', { tags: ['tests-are-few-at-once'] }, async () => {
    const { service, grace } = await startGatewayWithService(acceptBatches, atNight())
    await confirmOwnNumber(grace, ownNumber)
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => startTest(grace, ownFile, `k${index}`, { agentId: `agent${index}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(startsOf({ service })).toBe(6)
  })
})

describe('a start that only claims to be a test', { tags: ['test-goes-to-a-confirmed-number'] }, () => {
  test('obeys the calling hours, until an administrator has confirmed the number', async () => {
    const { service, grace, browser } = await startGatewayWithService(acceptBatches, atNight())
    expect((await startTest(grace, ownFile, 'k1')).json.error.code).toBe('outside_hours')
    await grace.post('/gateway/account/numbers', { number: ownNumber })
    expect((await startTest(grace, ownFile, 'k2')).json.error.code).toBe('outside_hours')
    await confirmOwnNumber(grace, ownNumber)
    // It is the number of another operator.
    const tomas = await browser().signInAsDemo('ready-campaign-manager')
    expect((await startTest(tomas, ownFile, 'k3')).json.error.code).toBe('outside_hours')
    expect(startsOf({ service })).toBe(0)
    expect((await startTest(grace, ownFile, 'k4')).status).toBe(200)
  })

  test('is a contact and counts for the limits', async () => {
    const { grace } = await startGatewayWithService(acceptBatches)
    expect((await startTest(grace, ownFile, 'k1')).status).toBe(200)
    expect((await grace.get('/gateway/batches')).json.batches).toMatchObject([{ isTest: false }])
    expect(await countCalledBefore(grace)).toBe(1)
    const answer = await startTest(grace, ownFile, 'k2', { agentId: 'agent2' })
    expect(answer.json.error.code).toBe('called_before')
  })

  test('cannot call a person whose row says “do not call”', async () => {
    const { grace } = await startGatewayWithService(acceptBatches)
    const optedOut = 'phone_number,do_not_call\n+14155550199,yes\n'
    expect((await startTest(grace, optedOut, 'k1')).status).toBe(400)
  })

  test('needs a second person as others do, and an approved start is no test', async () => {
    const { service, grace, browser } = await startGatewayWithService(acceptBatches, atNight())
    const tomas = await browser().signInAsDemo('ready-campaign-manager')
    await grace.request('PUT', '/gateway/calling-rules', { body: { approval: { above: 1 } } })
    const two = batchForm(`${ownFile}+14155550198,Bo\n`, testFields)
    expect((await tomas.post('/gateway/approvals', two, { key: 'k1' })).status).toBe(400)
    const asked = (await tomas.post('/gateway/approvals', batchForm(`${ownFile}+14155550198,Bo\n`), { key: 'k2' }))
      .json as unknown as { approvalId: string; recipients: string }
    const answer = await grace.post(
      `/gateway/approvals/${asked.approvalId}/start`,
      { recipients: asked.recipients },
      { key: 'k3' },
    )
    expect(answer.json.error.code).toBe('outside_hours')
    expect(startsOf({ service })).toBe(0)
  })
})
