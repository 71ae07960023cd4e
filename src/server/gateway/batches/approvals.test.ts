/** Starts that wait for a second person. */
import { describe, expect, test } from 'vitest'
import type { AgentUse, Approval, ApprovalDetails } from '#contract/index.ts'
import { insertEffect } from '../ledger/history.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import {
  batchForm,
  createTestClock,
  csvForm,
  inviteAndSignUp,
  preparedBatchPath,
  readPreparedBatches,
  type Script,
  startGatewayWithService,
} from '../testing/testing.ts'

const csvRows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `+1907555${String(100 + from + index).padStart(4, '0')},Ava ${index}`)
const csvFile = (count: number, from = 0) => `phone_number,first_name\n${csvRows(count, from).join('\n')}\n`
const dayMs = 24 * 3_600_000

/** A service that starts every batch and counts them. */
const countingService = (): Script => {
  let started = 0
  return ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/api/batch-calls') return undefined
    started += 1
    return { body: { batchId: `batch_${started}`, totalCalls: 3, status: 'queued', message: 'ok' } }
  }
}
type World = Awaited<ReturnType<typeof startGatewayWithService>>
type Person = World['grace']

/** Requires a second person for starts of more people than this; null: turns the rule off. */
const setApprovalLimit = (admin: Person, above: number | null) =>
  admin.request('PUT', '/gateway/calling-rules', { body: { approval: { above } } })
const requestApproval = (person: Person, key = 'k1', form = batchForm(csvFile(3))) =>
  person.post('/gateway/approvals', form, { key })
const listApprovals = async (person: Person) =>
  ((await person.get('/gateway/approvals')).json as unknown as { approvals: Approval[] }).approvals
const approve = (person: Person, { approvalId, recipients }: Approval, key = 'k2') =>
  person.post(`/gateway/approvals/${approvalId}/start`, { recipients }, { key })
const decline = (person: Person, { approvalId }: Approval, reason = 'Not today.') =>
  person.post(`/gateway/approvals/${approvalId}/decline`, { reason })
const startsSent = ({ service }: Pick<World, 'service'>) => service.requestsTo('POST', '/v1/api/batch-calls')

/** Grace requires a second person for more than two people; Tomás asks for three. */
async function worldWithRequest(
  options: Parameters<typeof startGatewayWithService>[1] = {},
  script = countingService(),
) {
  const testWorld = await startGatewayWithService(script, options)
  const tomas = await testWorld.browser().signInAsDemo('ready-campaign-manager')
  await setApprovalLimit(testWorld.grace, 2)
  const answer = await requestApproval(tomas)
  return { ...testWorld, tomas, answer, approval: answer.json as unknown as Approval }
}

describe('a start of more people than the rule allows', () => {
  test('can be requested outside the calling hours, which are checked on approval; a start time outside them is refused', async () => {
    // Tuesday, 03:00 in Alaska.
    const time = createTestClock(Date.parse('2026-11-24T12:00Z'))
    const environment = { CALLING_HOURS: '08:00-20:00 12345' }
    const { service, grace, tomas, approval } = await worldWithRequest({ clock: time, environment })
    expect(approval).toMatchObject({ state: 'waiting', overruled: [] })
    expect(await approve(grace, approval)).toMatchObject({ status: 409, json: { error: { code: 'outside_hours' } } })
    expect(await listApprovals(grace)).toMatchObject([
      { state: 'waiting', problem: expect.stringContaining('calling hours') },
    ])
    const nightLaunch = batchForm(csvFile(3, 50), { scheduledAt: '2026-11-25T12:00:00Z' })
    expect(await requestApproval(tomas, 'k7', nightLaunch)).toMatchObject({
      status: 409,
      json: { error: { code: 'outside_hours' } },
    })
    time.advance(6 * 3_600_000)
    expect((await approve(grace, approval, 'k8')).status).toBe(200)
    expect(startsSent({ service })).toHaveLength(1)
  })

  test('is listed in the use of its agent only while it waits', async () => {
    const { grace, approval } = await worldWithRequest()
    const waiting = async () =>
      ((await grace.get(`/gateway/agents/${approval.agentId}/use`)).json as unknown as AgentUse).awaitingApproval
    expect(await waiting()).toEqual([{ approvalId: approval.approvalId, name: 'Renewals', calls: 3 }])
    await decline(grace, approval)
    expect(await waiting()).toEqual([])
  })

  test('needs a second person, who sees exactly what starts; the batch belongs to the requester', {
    tags: ['many-people-need-a-second-person'],
  }, async () => {
    const { service, grace, tomas, approval } = await worldWithRequest()
    const unapproved = await tomas.post('/gateway/launches', batchForm(csvFile(3, 50)), { key: 'k0' })
    expect(unapproved).toMatchObject({ status: 409, json: { error: { code: 'approval_needed' } } })
    expect(unapproved.json.error.message).toMatch(
      /^This start has 3 people\. More than 2 people need the approval of a second person\. Nothing was sent\. Request approval/,
    )
    expect((await tomas.post('/gateway/launches', batchForm(csvFile(2, 50)), { key: 'k0b' })).status).toBe(200)

    expect(approval).toMatchObject({
      state: 'waiting',
      isOwn: true,
      operator: 'Tomás Rivera',
      calls: 3,
      name: 'Renewals',
    })
    const { json } = await grace.get(`/gateway/approvals/${approval.approvalId}`)
    const details = json as unknown as ApprovalDetails
    expect(details).toMatchObject({ isOwn: false, recipients: approval.recipients, overruled: [], problem: null })
    expect(details.columns).toEqual(['phone_number', 'first_name'])
    expect(details.first.map(({ cells }) => cells.join())).toEqual(csvRows(3))
    expect((await grace.get('/gateway/counts')).json).toMatchObject({ approvals: 1 })
    expect((await tomas.get('/gateway/counts')).json).toMatchObject({ approvals: 0 })
    expect(startsSent({ service })).toHaveLength(1)

    const started = await approve(grace, approval)
    expect(started).toMatchObject({ status: 200, json: { batchId: 'batch_2' } })
    expect(startsSent({ service })[1]?.body).toContain(csvRows(3).join('\n'))
    expect((await approve(grace, approval)).json).toEqual(started.json)
    expect(startsSent({ service })).toHaveLength(2)
    const { batches } = (await grace.get('/gateway/batches')).json as unknown as { batches: { startedBy: string }[] }
    expect(batches[0]).toMatchObject({ batchId: 'batch_2', startedBy: 'Tomás Rivera', recipients: approval.recipients })
    expect(await listApprovals(tomas)).toMatchObject([
      { state: 'approved', decidedBy: 'Grace Okafor', batchId: 'batch_2' },
    ])
    expect((await grace.get('/gateway/counts')).json).toMatchObject({ approvals: 0 })

    const { entries } = (await grace.get('/gateway/history')).json as unknown as {
      entries: { endpoint: string; operator: string; effectId: string; ids: Record<string, string> }[]
    }
    const entryOf = (endpoint: string) => entries.find((entry) => entry.endpoint === endpoint)
    const { approvalId, recipients } = approval
    expect(entryOf('approvalAsk')).toMatchObject({
      operator: 'Tomás Rivera',
      effectId: approvalId,
      ids: { recipients },
    })
    expect(entryOf('approvalStart')).toMatchObject({ operator: 'Grace Okafor', ids: { approvalId, recipients } })
    expect(entryOf('batchStart')).toMatchObject({
      operator: 'Tomás Rivera',
      effectId: started.json.effectId,
      ids: { approvalId, approvedBy: 'ready-admin' },
    })
  })

  test('is shown with its first and last rows, however many it has', async () => {
    const { grace, tomas } = await worldWithRequest()
    const count = 50_001
    const rows = Array.from({ length: count }, (_, index) => `+1907${String(2_000_000 + index)},"Ava, ""${index}"""`)
    const form = batchForm(`phone_number,first_name\n${rows.join('\n')}\n`)
    const { approvalId } = (await requestApproval(tomas, 'k3', form)).json as unknown as Approval
    const shown = (await grace.get(`/gateway/approvals/${approvalId}`)).json as unknown as ApprovalDetails
    const rowOf = (index: number) => ({ row: index + 2, cells: [`+1907${2_000_000 + index}`, `Ava, "${index}"`] })
    expect(shown).toMatchObject({
      calls: count,
      destinations: [{ country: 'US', calls: count }],
      columns: ['phone_number', 'first_name'],
      first: [0, 1, 2].map(rowOf),
      last: [count - 3, count - 2, count - 1].map(rowOf),
    })
  })

  test('cannot be approved by the requester', { tags: ['nobody-approves-their-own'] }, async () => {
    const { service, tomas, approval } = await worldWithRequest()
    expect(await approve(tomas, approval)).toMatchObject({ status: 403, json: { error: { code: 'own_approval' } } })
    expect((await decline(tomas, approval)).status).toBe(403)
    expect(startsSent({ service })).toEqual([])
  })

  test('cannot be approved with the fingerprint of other people', {
    tags: ['approval-is-of-one-fingerprint'],
  }, async () => {
    const { service, grace, tomas, approval } = await worldWithRequest()
    const other = (await requestApproval(tomas, 'k9', batchForm(csvFile(3, 50)))).json as unknown as Approval
    const refused = await approve(grace, { ...approval, recipients: other.recipients })
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'other_recipients' } } })
    expect(startsSent({ service })).toEqual([])
  })

  test('starts once, however many people approve it at the same moment', async () => {
    const testWorld = await worldWithRequest()
    const { browser, grace, approval } = testWorld
    const second = (await inviteAndSignUp(grace, browser(), 'Noor', ['campaign_manager'])).person
    const answers = await Promise.all([
      approve(grace, approval, 'a'),
      approve(grace, approval, 'a'),
      approve(second, approval, 'b'),
      decline(second, approval),
    ])
    const accepted = answers.slice(0, 3).filter(({ status }) => status === 200)
    expect(startsSent(testWorld)).toHaveLength(accepted.length > 0 ? 1 : 0)
    expect(new Set(accepted.map(({ text }) => text)).size).toBeLessThan(2)
    expect((await listApprovals(grace))[0]?.state).toBe(accepted.length > 0 ? 'approved' : 'declined')
  })

  test('can be declined with a reason or withdrawn by the requester, and then calls nobody', async () => {
    const { service, grace, tomas, approval } = await worldWithRequest()
    expect((await grace.request('DELETE', `/gateway/approvals/${approval.approvalId}`)).status).toBe(403)
    await decline(grace, approval, 'The price list is old.')
    expect(await listApprovals(tomas)).toMatchObject([
      { state: 'declined', decidedBy: 'Grace Okafor', reason: 'The price list is old.' },
    ])
    expect((await approve(grace, approval)).status).toBe(409)
    const secondApproval = (await requestApproval(tomas, 'k3')).json as unknown as Approval
    expect(secondApproval.state).toBe('waiting')
    expect((await tomas.request('DELETE', `/gateway/approvals/${secondApproval.approvalId}`)).json).toMatchObject({
      state: 'withdrawn',
    })
    expect((await approve(grace, secondApproval, 'k5')).status).toBe(409)
    expect(startsSent({ service })).toEqual([])
  })

  test('holds its people back: other starts of them are refused, and so is a second request', async () => {
    const { grace, tomas, answer, approval } = await worldWithRequest()
    const overlapping = await grace.post('/gateway/launches', batchForm(csvFile(1)), { key: 'k7' })
    expect(overlapping).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    expect(overlapping.json.error.message).toContain('in the batch Renewals, for which Tomás Rivera requested approval')
    expect((await requestApproval(tomas)).text).toBe(answer.text)
    const secondRequest = await requestApproval(grace, 'k8', batchForm(csvFile(3), { callAgain: '3' }))
    expect(secondRequest).toMatchObject({ status: 409, json: { error: { code: 'already_under_way' } } })
    await decline(grace, approval)
    expect((await grace.post('/gateway/launches', batchForm(csvFile(1)), { key: 'k9' })).status).toBe(200)
  })

  test('keeps waiting and shows why if a rule refuses it on approval; it shows which rules it overrules', async () => {
    const { service, grace, tomas, approval } = await worldWithRequest()
    const callAgain = { callAgain: '1' }
    expect((await grace.post('/gateway/launches', batchForm(csvFile(1), callAgain), { key: 'k7' })).status).toBe(200)
    const refused = await approve(grace, approval)
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'called_before' } } })
    expect(await listApprovals(tomas)).toMatchObject([{ state: 'waiting', problem: refused.json.error.message }])
    await tomas.request('DELETE', `/gateway/approvals/${approval.approvalId}`)
    const secondApproval = (await requestApproval(tomas, 'k8', batchForm(csvFile(3), callAgain)))
      .json as unknown as Approval
    expect(secondApproval.overruled).toEqual([expect.stringMatching(/^1 person is called again/)])
    expect((await approve(grace, secondApproval, 'k10')).status).toBe(200)
    expect(startsSent({ service })).toHaveLength(2)
  })

  test('waits at most seven days, and not beyond its start time', async () => {
    const time = createTestClock()
    const { service, grace, tomas, approval } = await worldWithRequest({ clock: time })
    const scheduledAt = new Date(time.now() + dayMs).toISOString()
    const scheduled = (await requestApproval(tomas, 'k3', batchForm(csvFile(3, 50), { scheduledAt })))
      .json as unknown as Approval
    expect([approval.until, scheduled.until]).toEqual([time.now() + 7 * dayMs, time.now() + dayMs])
    time.advance(2 * dayMs)
    const [first, second] = await listApprovals(await grace.signInAsDemo())
    expect([first?.state, second?.state]).toEqual(['waiting', 'expired'])
    time.advance(5 * dayMs + 1)
    await grace.signInAsDemo()
    expect((await approve(grace, approval)).status).toBe(409)
    expect((await grace.post('/gateway/launches', batchForm(csvFile(1)), { key: 'k7' })).status).toBe(200)
    expect(startsSent({ service })).toHaveLength(1)
  })

  test('cannot be requested or approved while all changes are stopped', async () => {
    const { service, grace, tomas, approval } = await worldWithRequest()
    await grace.post('/gateway/stop-switch', { reason: 'A mistake.' })
    expect((await requestApproval(tomas, 'k3', batchForm(csvFile(3, 50)))).status).toBe(423)
    expect((await approve(grace, approval)).status).toBe(423)
    expect(startsSent({ service })).toEqual([])
    await grace.request('DELETE', '/gateway/stop-switch')
    expect((await approve(grace, approval)).status).toBe(200)
  })

  test('survives a restart, and stays open with an unknown outcome until someone settles it', async () => {
    const store = await openTestStore()
    const { approval } = await worldWithRequest({ store })
    const restarted = await startGatewayWithService(({ method }) => (method === 'POST' ? 'lost' : undefined), { store })
    const { grace } = restarted
    expect((await approve(grace, approval)).json.error.sent).toBe('unknown')
    const [waiting] = await listApprovals(grace)
    expect(waiting?.state).toBe('starting')
    expect((await approve(grace, approval, 'k9')).status).toBe(409)
    expect((await decline(grace, approval)).status).toBe(409)
    const { effects } = (await grace.get('/gateway/effects?state=unknown')).json as unknown as {
      effects: { id: string }[]
    }
    const settlement = { happened: false, reason: 'No calls.' }
    expect((await grace.post(`/gateway/effects/${effects[0]?.id}/settle`, settlement)).status).toBe(200)
    expect(await listApprovals(grace)).toMatchObject([{ state: 'waiting', decidedBy: null }])
    restarted.service.setScript(countingService())
    expect((await approve(grace, approval, 'k10')).status).toBe(200)
    expect(await listApprovals(grace)).toMatchObject([{ state: 'approved' }])
  })

  test('is approved after a restart if the process died just after its end was recorded', async () => {
    const store = await openTestStore()
    const { grace, approval } = await worldWithRequest({ store })
    await approve(grace, approval)
    await store.updateTable('approvals').set({ state: 'waiting' }).execute()
    const reopened = await (await startGatewayWithService(countingService(), { store })).browser().signInAsDemo()
    expect(await listApprovals(reopened)).toMatchObject([{ state: 'approved' }])
  })

  test('starts only once when two gateways record its start', { tags: ['approval-starts-once'] }, async () => {
    const store = await openTestStore()
    const { grace, approval } = await worldWithRequest({ store })
    // Another gateway's approval, recorded between the check of this one and its record.
    const effect = {
      endpoint: 'batchStart',
      ids: '{}',
      target: null,
      body: '',
      operator_id: 'x',
      operator: 'X',
      at: clock.now(),
    }
    await insertEffect(store, { ...effect, id: 'other', key: 'other' }, { state: 'sending', gateway: 1 })
    await store.updateTable('approvals').set({ start_id: 'other' }).execute()
    expect(await approve(grace, approval)).toMatchObject({ status: 409, json: { error: { code: 'already_done' } } })
  })
})

test('requiring a second person is refused unless two people may start batches, and the message says what to do', {
  tags: ['second-person-needs-two'],
}, async () => {
  const { service, gateway, browser } = await startGatewayWithService(() => ({
    body: { agents: [] },
    headers: { 'x-simulation': null },
  }))
  const ines = browser()
  const link = { token: await gateway.firstLink(), name: 'Ines', email: 'ines@example.com' }
  await ines.post('/gateway/session/link', { ...link, password: 'correct horse battery' })
  await inviteAndSignUp(ines, browser(), 'sam', ['support'])
  const refused = await setApprovalLimit(ines, 2)
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'nobody_can_approve' } } })
  expect(refused.json.error.message).toMatch(
    /at least two campaign managers or administrators must be able to start batches/,
  )
  expect((await ines.get('/gateway/calling-rules')).json).toMatchObject({ approval: { above: null } })

  const omar = await inviteAndSignUp(ines, browser(), 'omar', ['campaign_manager'])
  expect((await setApprovalLimit(ines, 2)).status).toBe(200)
  await ines.request('PATCH', `/gateway/operators/${omar.id}`, { body: { disabled: true } })
  for (const refusedStart of [
    await requestApproval(ines),
    await ines.post('/gateway/launches', batchForm(csvFile(3)), { key: 'k2' }),
  ]) {
    expect(refusedStart).toMatchObject({ status: 409, json: { error: { code: 'nobody_can_approve' } } })
    expect(refusedStart.json.error.message).toMatch(
      /Ask an administrator to invite another campaign manager, or to turn off/,
    )
  }
  const findings = (await ines.post('/gateway/launches/recipients', csvForm({}, csvFile(3)))).json
  expect(findings.approval).toMatchObject({ above: 2, problem: expect.stringContaining('nobody else can approve') })
  // Turning the rule off is the way out.
  expect((await setApprovalLimit(ines, null)).status).toBe(200)
  service.setScript(countingService())
  expect((await ines.post('/gateway/launches', batchForm(csvFile(3)), { key: 'k3' })).status).toBe(200)
})

test('a request is refused on approval if its requester may no longer start batches', async () => {
  const { service, grace, browser } = await worldWithRequest()
  const omar = await inviteAndSignUp(grace, browser(), 'omar', ['campaign_manager'])
  const approval = (await requestApproval(omar.person, 'k3', batchForm(csvFile(3, 50)))).json as unknown as Approval
  await grace.request('PATCH', `/gateway/operators/${omar.id}`, { body: { roles: ['support'] } })
  expect(await approve(grace, approval)).toMatchObject({ status: 409, json: { error: { code: 'asker_gone' } } })
  expect(startsSent({ service })).toEqual([])
  expect((await decline(grace, approval)).status).toBe(200)
})

test('people after the first ten need no further approval if the launch was approved; otherwise a second person has to start them', {
  tags: ['prepared-batch-needs-a-second-person'],
}, async () => {
  const { service, grace, tomas } = await worldWithRequest()
  const readStartPath = async () => {
    const { prepared } = (await tomas.get('/gateway/prepared-batches')).json as unknown as {
      prepared: { id: string }[]
    }
    return `/gateway/prepared-batches/${prepared[0]?.id}/start`
  }
  const firstTen = { first: '10' }
  const approval = (await requestApproval(tomas, 'k3', batchForm(csvFile(20, 50), firstTen)))
    .json as unknown as Approval
  expect(approval).toMatchObject({ calls: 20, firstTen: true })
  expect((await approve(grace, approval)).status).toBe(200)
  expect((await tomas.post(await readStartPath(), {}, { key: 'k4' })).status).toBe(200)

  await setApprovalLimit(grace, null)
  const withoutApproval = await tomas.post('/gateway/launches', batchForm(csvFile(20, 100), firstTen), { key: 'k5' })
  await setApprovalLimit(grace, 2)
  expect(withoutApproval.status).toBe(200)
  const startPath = await readStartPath()
  const unapproved = await tomas.post(startPath, {}, { key: 'k6' })
  expect(unapproved).toMatchObject({ status: 409, json: { error: { code: 'approval_needed' } } })
  expect((await grace.post(startPath, {}, { key: 'k7' })).status).toBe(200)
  expect(startsSent({ service })).toHaveLength(4)
})

test('overruling more rules than were approved needs a second person', {
  tags: ['approval-covers-what-was-seen'],
}, async () => {
  const { service, grace, tomas } = await worldWithRequest()
  const form = batchForm(csvFile(30, 50), { first: '10', callAgain: '4' })
  const approval = (await requestApproval(tomas, 'k3', form)).json as unknown as Approval
  expect((await approve(grace, approval)).status).toBe(200)
  const [waiting] = await readPreparedBatches(tomas)
  const startPath = `${preparedBatchPath(waiting)}/start`
  for (const choice of [{ hoursReason: 'It is urgent.' }, { callAgain: 5 }]) {
    const unapproved = await tomas.post(startPath, choice, { key: JSON.stringify(choice) })
    expect(unapproved).toMatchObject({ status: 409, json: { error: { code: 'approval_needed', sent: 'no' } } })
  }
  expect(startsSent({ service })).toHaveLength(1)
  expect((await tomas.post(startPath, { callAgain: 4 }, { key: 'k5' })).status).toBe(200)
})
