/** Accounts of one person count as one wherever a second person is asked. */
import { describe, expect, test } from 'vitest'
import type { Account, Approval, OperatorDetail } from '#contract/index.ts'
import {
  acceptBatches,
  batchForm,
  inviteAndSignUp,
  type openBrowser,
  preparedBatchPath,
  readPreparedBatches,
  startGatewayWithService,
} from '../testing/testing.ts'

type Person = ReturnType<typeof openBrowser>
const [grace, tomas] = ['ready-admin', 'ready-campaign-manager']
const tie = (by: Person, one: string, otherId: string) => by.post(`/gateway/operators/${one}/ties`, { otherId })
const untie = (by: Person, id: string) => by.request('DELETE', `/gateway/operators/${id}/ties`)
const setLimit = (by: Person, above: number | null) =>
  by.request('PUT', '/gateway/calling-rules', { body: { approval: { above } } })
const csv = (people: number, from = 0) =>
  `phone_number\n${Array.from({ length: people }, (_, index) => `+1907555${2_000 + from + index}`).join('\n')}\n`
const request = async (person: Person, people = 3, from = 0) =>
  (await person.post('/gateway/approvals', batchForm(csv(people, from)), { key: `ask ${from}` }))
    .json as unknown as Approval
const approve = (person: Person, { approvalId, recipients }: Approval) =>
  person.post(`/gateway/approvals/${approvalId}/start`, { recipients }, { key: approvalId })
const refusedAs = (status: number, code: string) => ({ status, json: { error: { code, sent: 'no' } } })

/** Grace and Tomás, and a third account that may start batches. */
async function openTeam() {
  const { browser, grace: admin } = await startGatewayWithService(acceptBatches)
  const manager = await browser().signInAsDemo(tomas)
  const third = await inviteAndSignUp(admin, browser(), 'Rivera-TOMAS', ['campaign_manager'])
  return { browser, admin, manager, third }
}

describe('tied accounts', () => {
  test('do not approve or decline each other’s starts, and each can withdraw them', {
    tags: ['nobody-approves-their-own'],
  }, async () => {
    const { admin, manager, third } = await openTeam()
    await setLimit(admin, 2)
    const approval = await request(manager)
    expect((await tie(admin, tomas, third.id)).json).toMatchObject({ tied: [{ id: third.id, name: 'Rivera-TOMAS' }] })
    expect(await approve(third.person, approval)).toMatchObject(refusedAs(403, 'own_approval'))
    const path = `/gateway/approvals/${approval.approvalId}`
    expect((await third.person.post(`${path}/decline`, { reason: 'No.' })).status).toBe(403)
    expect((await third.person.get('/gateway/approvals')).json).toMatchObject({ approvals: [{ isOwn: true }] })
    expect((await third.person.get('/gateway/counts')).json).toMatchObject({ approvals: 0 })
    expect((await third.person.request('DELETE', path)).json).toMatchObject({ state: 'withdrawn' })
    const second = await request(manager, 3, 10)
    expect((await untie(admin, third.id)).json).toMatchObject({ tied: [] })
    expect((await approve(third.person, second)).status).toBe(200)
  })

  test('add up their starts of the day, and start no others of a launch that is too large', {
    tags: ['prepared-batch-needs-a-second-person'],
  }, async () => {
    const { admin, manager, third } = await openTeam()
    const launch = batchForm(csv(20), { first: '10' })
    expect((await manager.post('/gateway/launches', launch, { key: 'k1' })).status).toBe(200)
    await setLimit(admin, 20)
    const another = () => third.person.post('/gateway/launches', batchForm(csv(5, 50)), { key: 'k2' })
    await tie(admin, third.id, tomas)
    expect(await another()).toMatchObject(refusedAs(409, 'approval_needed'))
    await setLimit(admin, 5)
    const [waiting] = await readPreparedBatches(admin)
    const startOthers = () => third.person.post(`${preparedBatchPath(waiting)}/start`, {}, { key: 'k3' })
    expect(await startOthers()).toMatchObject(refusedAs(409, 'approval_needed'))
    await untie(admin, tomas)
    expect((await another()).status).toBe(200)
    expect((await startOthers()).status).toBe(200)
  })

  test('are one person who can approve, for the rule and for a start', {
    tags: ['second-person-needs-two'],
  }, async () => {
    const { admin, manager, third } = await openTeam()
    await tie(admin, tomas, third.id)
    await tie(admin, grace, tomas)
    expect(await setLimit(admin, 2)).toMatchObject(refusedAs(409, 'nobody_can_approve'))
    await untie(admin, third.id)
    expect((await setLimit(admin, 2)).status).toBe(200)
    await tie(admin, grace, third.id)
    const start = await manager.post('/gateway/launches', batchForm(csv(3)), { key: 'k1' })
    expect(start).toMatchObject(refusedAs(409, 'nobody_can_approve'))
  })

  test('do not confirm each other’s own number, nor untie themselves, while there is another administrator', {
    tags: ['own-number-is-confirmed-by-another', 'accounts-are-untied-by-another'],
  }, async () => {
    const { browser, admin, manager } = await openTeam()
    const ada = await inviteAndSignUp(admin, browser(), 'ada', ['admin'])
    await tie(admin, grace, tomas)
    await manager.post('/gateway/account/numbers', { number: '+14155550199' })
    const { numbers } = (await manager.get('/gateway/account')).json as unknown as Account
    const confirm = (by: Person) => by.post(`/gateway/operators/${tomas}/numbers/${numbers[0]?.id}/confirm`)
    expect(await confirm(admin)).toMatchObject(refusedAs(409, 'own_number'))
    for (const id of [grace, tomas]) expect(await untie(admin, id)).toMatchObject(refusedAs(409, 'own_account'))
    expect((await confirm(ada.person)).status).toBe(200)
    expect((await untie(ada.person, tomas)).status).toBe(200)
  })

  test('are not tied by their own administrator if no other administrator would be left', {
    tags: ['ties-leave-another-administrator'],
  }, async () => {
    const { browser, admin, third } = await openTeam()
    const ada = await inviteAndSignUp(admin, browser(), 'ada', ['admin'])
    expect(await tie(admin, ada.id, grace)).toMatchObject(refusedAs(409, 'own_account'))
    expect(await tie(admin, grace, ada.id)).toMatchObject(refusedAs(409, 'own_account'))
    // In two steps, over an account that belongs to neither.
    expect((await tie(admin, ada.id, tomas)).status).toBe(200)
    expect(await tie(admin, tomas, grace)).toMatchObject(refusedAs(409, 'own_account'))
    await tie(admin, grace, third.id)
    expect(await tie(admin, third.id, tomas)).toMatchObject(refusedAs(409, 'own_account'))
    await admin.post('/gateway/account/numbers', { number: '+14155550199' })
    const { numbers } = (await admin.get('/gateway/account')).json as unknown as Account
    const confirmed = await admin.post(`/gateway/operators/${grace}/numbers/${numbers[0]?.id}/confirm`)
    expect(confirmed).toMatchObject(refusedAs(409, 'own_number'))
    expect(await untie(admin, third.id)).toMatchObject(refusedAs(409, 'own_account'))
    // While there is a third administrator, who can untie them, they are tied.
    await inviteAndSignUp(admin, browser(), 'omar', ['admin'])
    expect((await tie(admin, grace, ada.id)).status).toBe(200)
    expect(await untie(admin, ada.id)).toMatchObject(refusedAs(409, 'own_account'))
  })

  test('are tied by administrators only, and the audit has each tie', async () => {
    const { admin, manager, third } = await openTeam()
    expect((await tie(manager, tomas, third.id)).status).toBe(403)
    expect((await untie(manager, tomas)).status).toBe(403)
    expect((await tie(admin, tomas, 'nobody')).status).toBe(404)
    expect((await tie(admin, tomas, tomas)).status).toBe(400)
    expect((await untie(admin, 'nobody')).status).toBe(404)
    await tie(admin, tomas, third.id)
    await untie(admin, tomas)
    expect((await admin.get(`/gateway/operators/${third.id}`)).json as unknown as OperatorDetail).toMatchObject({
      tied: [],
    })
    expect((await admin.get('/gateway/history?endpoint=operatorTie')).json.entries).toMatchObject([
      { state: 'done', operator: 'Grace Okafor', ids: { operatorId: tomas, otherId: third.id } },
      { state: 'refused' },
    ])
    expect((await admin.get('/gateway/history?endpoint=operatorUntie')).json.entries).toMatchObject([{ state: 'done' }])
  })
})

test('an approval between accounts with the same name says so, before it and in the audit', async () => {
  const { admin, manager, third } = await openTeam()
  await setLimit(admin, 2)
  const approval = await request(manager)
  expect((await third.person.get('/gateway/approvals')).json).toMatchObject({
    approvals: [{ isOwn: false, matching: ['name'] }],
  })
  expect((await admin.get('/gateway/approvals')).json).toMatchObject({ approvals: [{ matching: [] }] })
  expect((await approve(third.person, approval)).status).toBe(200)
  expect((await admin.get('/gateway/history?endpoint=approvalStart')).json.entries).toMatchObject([
    { operator: 'Rivera-TOMAS', ids: { matching: 'name' } },
  ])
  const { text } = await admin.get('/gateway/history.csv')
  expect(text).toContain('Approved a batch that somebody with the same name requested')
})
