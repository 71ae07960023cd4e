/** What was said about a column of a file applies to the next file with the same header line. */
import { expect, test } from 'vitest'
import type { ColumnAnswer, RememberedAnswer } from '#contract/index.ts'
import { type openBrowser, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const path = '/gateway/column-answers'
const columns = ['Name', 'Telefon', 'Telefonsperre']
const optOut: ColumnAnswer = { means: 'optOut', doNotCall: ['ja'], call: [''] }

async function openWorld() {
  const { browser, grace, ada } = { ada: undefined, ...(await startGatewayWithService()) }
  const [tomas, priya] = await Promise.all(
    ['ready-campaign-manager', 'ready-reviewer'].map((id) => browser().signInAsDemo(id)),
  )
  return { grace, ada, tomas: tomas as Browser, priya: priya as Browser }
}
const save = (person: Browser, answer: ColumnAnswer | null, body: object = {}, headers = {}) =>
  person.request('PUT', path, { body: { columns, column: 'Telefonsperre', answer, ...body }, headers })
async function find(person: Browser, names = columns, headers = {}) {
  const { json } = await person.post(`${path}/find`, { columns: names }, { headers })
  return (json as unknown as { answers: RememberedAnswer[] }).answers
}

test('an answer is found for the same header line, by whoever prepares a batch', async () => {
  const { tomas, grace } = await openWorld()
  expect(await find(tomas)).toEqual([])
  expect((await save(tomas, optOut)).status).toBe(200)
  const remembered = { column: 'Telefonsperre', answer: optOut, by: 'Tomas Novak', at: expect.any(Number) as number }
  expect(await find(grace)).toMatchObject([{ ...remembered, by: expect.any(String) as string }])
  expect(await find(tomas, ['name ', ' TELEFON', 'telefonsperre'])).toMatchObject([
    { column: 'telefonsperre', answer: optOut },
  ])
  for (const other of [
    ['Telefon', 'Name', 'Telefonsperre'],
    [...columns, 'Note'],
    ['Name', 'Telefon'],
  ])
    expect(await find(tomas, other)).toEqual([])
  expect(await find(tomas, columns, { 'x-workspace-id': 'ws_other' })).toEqual([])
})

test('a later answer replaces it, and it can be forgotten', async () => {
  const { tomas, grace } = await openWorld()
  await save(tomas, optOut)
  await save(grace, { means: 'ordinary' })
  expect((await find(tomas)).map(({ answer }) => answer)).toEqual([{ means: 'ordinary' }])
  await save(tomas, null)
  expect(await find(tomas)).toEqual([])
})

test('an answer that was found is remembered for the rows of a batch as of whoever gave it, once and not after it was forgotten', async () => {
  const { tomas, grace } = await openWorld()
  const ordinary: ColumnAnswer = { means: 'ordinary' }
  await save(tomas, ordinary)
  const [found] = await find(grace)
  const { by, at } = found as RememberedAnswer
  const rows = ['phone_number', 'name', 'telefonsperre']
  const ofRows = { columns: rows, column: 'telefonsperre', remembered: { by, at } }
  // Nobody of this name said it then.
  await save(grace, ordinary, { ...ofRows, remembered: { by, at: at - 1 } })
  expect(await find(grace, rows)).toEqual([])
  await save(grace, ordinary, ofRows)
  expect(await find(grace, rows)).toEqual([{ column: 'telefonsperre', answer: ordinary, by, at }])
  const { entries } = (await grace.get('/gateway/history?endpoint=columnAnswerSave')).json
  // It replaces nothing.
  await save(grace, optOut, { columns: rows, column: 'telefonsperre' })
  await save(tomas, ordinary, ofRows)
  expect((await find(grace, rows)).map(({ answer }) => answer)).toEqual([optOut])
  // Whoever only continued with it has not said it, so forgetting it is final.
  await save(grace, null, { columns: rows, column: 'telefonsperre' })
  await save(tomas, null)
  await save(grace, ordinary, ofRows)
  expect(await find(grace, rows)).toEqual([])
  expect(entries).toHaveLength(2)
})

test('only who prepares batches may answer, about a column of the header line', {
  tags: ['answer-is-about-a-column-of-the-file'],
}, async () => {
  const { tomas, priya } = await openWorld()
  expect((await save(priya, optOut)).status).toBe(403)
  expect((await priya.post(`${path}/find`, { columns })).status).toBe(403)
  expect((await save(tomas, optOut, { column: 'Note' })).status).toBe(400)
  expect((await save(tomas, { ...optOut, call: ['x'.repeat(201)] })).status).toBe(400)
  expect(await find(tomas)).toEqual([])
})

test('the audit says that it was answered, and nothing of the file', async () => {
  const { tomas, grace } = await openWorld()
  await save(tomas, optOut)
  const { text } = await grace.get('/gateway/history')
  expect(text).toContain('columnAnswerSave')
  for (const unrecorded of ['Telefonsperre', '"ja"']) expect(text).not.toContain(unrecorded)
})
