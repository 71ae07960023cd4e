import { expect, test } from 'vitest'
import type { Effect } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { openTestStore } from '../testing/store.ts'
import { acceptBatches, batchForm, callRequest, type Script, startGatewayWithService } from '../testing/testing.ts'

const agents = {
  agents: [
    { id: 'agent1', name: 'Nora' },
    { id: 'agent2', name: 'Finn' },
  ],
  pagination: { page: 1, limit: 100, total: 2, totalPages: 1, hasNext: false, hasPrev: false },
}
const csvFile = (...numbers: string[]) =>
  `phone_number,first_name\n${numbers.map((number) => `${number},Ada`).join('\n')}\n`
const fourNumbers = ['+14155550141', '+14155550142', '+14155550143', '+14155550144']
/** A service that lists agents and loses the answer to every command. */
const losingAnswers: Script = ({ method, path }) => {
  if (path.startsWith('/api/v1/agents?')) return { body: agents }
  return method === 'POST' ? 'lost' : undefined
}
type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']
const listEffects = async (person: Person, query: string) =>
  ((await person.get(`/gateway/effects?${query}`)).json as unknown as { effects: Effect[] }).effects

test('unknown calls and starts are shown with their agent, batch and people, which the audit does not contain', {
  tags: ['R07'],
}, async () => {
  const { grace } = await startGatewayWithService(losingAnswers)
  await grace.get('/api/v1/agents?page=1&limit=100')
  await grace.post('/gateway/calls', callRequest, { key: 'k1' })
  await grace.post('/gateway/calls', { agentId: 'agent2', toNumber: '+14155550199' }, { key: 'k2' })
  await grace.post('/gateway/launches', batchForm(csvFile(...fourNumbers)), { key: 'k3' })
  const otherFields = { agentId: 'agent2', name: 'Reminders' }
  const answer = await grace.post('/gateway/launches', batchForm(csvFile('+14155550151'), otherFields), { key: 'k4' })
  expect((await listEffects(grace, 'state=unknown')).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      { agentName: 'Nora', batchName: null, calls: null, people: [callRequest.toNumber] },
      { agentName: 'Finn', batchName: null, calls: null, people: ['+14155550199'] },
      { agentName: 'Nora', batchName: 'Renewals', calls: 4, people: fourNumbers.slice(0, 3) },
      { agentName: 'Finn', batchName: 'Reminders', calls: 1, people: ['+14155550151'] },
    ]),
  )
  const [effect] = await listEffects(grace, `effectId=${answer.json.error.effectId}`)
  expect(effect?.subject?.batchName).toBe('Reminders')
  expect((await grace.get('/gateway/history')).text).not.toMatch(/1415555|Reminders|Renewals/)
})

test('the subject of a start is stored while its outcome is unknown, and for a day after its end', async () => {
  let aheadMs = 0
  const store = await openTestStore()
  const { service, grace } = await startGatewayWithService(losingAnswers, {
    store,
    clock: { ...clock, now: () => Date.now() + aheadMs },
  })
  const unknown = await grace.post('/gateway/launches', batchForm(csvFile(...fourNumbers)), { key: 'k1' })
  service.setScript(acceptBatches)
  await grace.post('/gateway/launches', batchForm(csvFile('+14155550151'), { name: 'Reminders' }), { key: 'k2' })
  aheadMs = 25 * 3_600_000
  await grace.signInAsDemo()
  const storedSubjects = async () =>
    (await store.selectFrom('start_subjects').select('name').orderBy('name').execute()).map(({ name }) => name)
  expect(await storedSubjects()).toEqual(['Reminders', 'Renewals'])
  await grace.post('/gateway/launches', batchForm(csvFile('+14155550152'), { name: 'Third' }), { key: 'k3' })
  await expect.poll(storedSubjects).toEqual(['Renewals', 'Third'])
  await grace.post(`/gateway/effects/${unknown.json.error.effectId}/settle`, { happened: true, reason: 'Seen.' })
  aheadMs += 25 * 3_600_000
  await grace.signInAsDemo()
  await grace.post('/gateway/launches', batchForm(csvFile('+14155550153'), { name: 'Fourth' }), { key: 'k4' })
  await expect.poll(storedSubjects).toEqual(['Fourth'])
})
