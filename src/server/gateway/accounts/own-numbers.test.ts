/** An operator's own numbers: saved by the operator, confirmed by an administrator. */
import { expect, test } from 'vitest'
import type { Account, OperatorDetail } from '#contract/index.ts'
import { inviteAndSignUp, type openBrowser, startGatewayWithService } from '../testing/testing.ts'

type Person = ReturnType<typeof openBrowser>
const path = '/gateway/account/numbers'
const number = '+14155550199'
const numbersOf = async (person: Person) => ((await person.get('/gateway/account')).json as unknown as Account).numbers
const add = (person: Person, value = number) => person.post(path, { number: value })
const confirm = (by: Person, operatorId: string, id: string | undefined) =>
  by.post(`/gateway/operators/${operatorId}/numbers/${id}/confirm`)

async function openTeam() {
  const { browser, grace } = await startGatewayWithService()
  return { browser, grace, tomas: await browser().signInAsDemo('ready-campaign-manager') }
}

test('a number is saved by its owner, seen by administrators, confirmed, and removed; the audit has each step without the number', async () => {
  const { grace, tomas } = await openTeam()
  expect((await add(tomas)).status).toBe(200)
  // The second time changes nothing.
  expect((await add(tomas)).status).toBe(200)
  expect(await numbersOf(tomas)).toMatchObject([{ number, confirmedBy: null }])
  expect(await numbersOf(grace)).toEqual([])
  const [saved] = await numbersOf(tomas)
  const shown = await grace.get('/gateway/operators/ready-campaign-manager')
  expect((shown.json as unknown as OperatorDetail).numbers).toEqual([saved])
  expect((await confirm(tomas, 'ready-campaign-manager', saved?.id)).status).toBe(403)
  expect((await confirm(grace, 'ready-campaign-manager', saved?.id)).status).toBe(200)
  expect(await numbersOf(tomas)).toMatchObject([{ number, confirmedBy: 'Grace Okafor' }])
  expect((await grace.request('DELETE', `${path}/${saved?.id}`)).status).toBe(404)
  expect((await tomas.request('DELETE', `${path}/${saved?.id}`)).status).toBe(200)
  expect(await numbersOf(tomas)).toEqual([])
  const { text } = await grace.get('/gateway/history')
  for (const name of ['ownNumberAdd', 'operatorNumberConfirm', 'ownNumberRemove']) expect(text).toContain(name)
  expect(text).not.toContain(number)
})

test('a number that was removed and saved again has to be confirmed again', async () => {
  const { grace, tomas } = await openTeam()
  await add(tomas)
  const [first] = await numbersOf(tomas)
  await confirm(grace, 'ready-campaign-manager', first?.id)
  await tomas.request('DELETE', `${path}/${first?.id}`)
  await add(tomas)
  expect(await numbersOf(tomas)).toMatchObject([{ confirmedBy: null }])
  expect((await confirm(grace, 'ready-campaign-manager', first?.id)).status).toBe(404)
})

test('an administrator removes a number that is not the operator’s own after all', async () => {
  const { grace, tomas } = await openTeam()
  await add(tomas)
  const [saved] = await numbersOf(tomas)
  await confirm(grace, 'ready-campaign-manager', saved?.id)
  const remove = (by: Person, operatorId: string) =>
    by.request('DELETE', `/gateway/operators/${operatorId}/numbers/${saved?.id}`)
  expect((await remove(tomas, 'ready-campaign-manager')).status).toBe(403)
  expect((await remove(grace, 'ready-admin')).status).toBe(404)
  expect(await remove(grace, 'ready-campaign-manager')).toMatchObject({ status: 200, json: { numbers: [] } })
  expect(await numbersOf(tomas)).toEqual([])
  const { entries } = (await grace.get('/gateway/history?endpoint=operatorNumberRemove')).json
  expect(entries).toMatchObject([
    { state: 'done', ids: { operatorId: 'ready-campaign-manager', numberId: saved?.id } },
    { state: 'refused' },
  ])
})

test('an administrator confirms an own number only while there is no other administrator', {
  tags: ['own-number-is-confirmed-by-another'],
}, async () => {
  const { browser, grace } = await openTeam()
  await add(grace)
  const [saved] = await numbersOf(grace)
  expect((await confirm(grace, 'ready-admin', saved?.id)).status).toBe(200)
  await inviteAndSignUp(grace, browser(), 'ada', ['admin'])
  await add(grace, '+14155550198')
  const [, second] = await numbersOf(grace)
  expect(await confirm(grace, 'ready-admin', second?.id)).toMatchObject({
    status: 409,
    json: { error: { code: 'own_number' } },
  })
})

test('an operator saves five numbers', { tags: ['own-numbers-are-few'] }, async () => {
  const { tomas } = await openTeam()
  for (const last of [1, 2, 3, 4, 5]) expect((await add(tomas, `+1415555010${last}`)).status).toBe(200)
  expect(await add(tomas)).toMatchObject({ status: 409, json: { error: { code: 'too_many_numbers' } } })
  expect(await numbersOf(tomas)).toHaveLength(5)
})
