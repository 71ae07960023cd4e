import { expect, test } from 'vitest'
import { type Found, gatewayEndpoints } from '#contract/index.ts'
import { type Script, startGatewayWithService } from '../testing/testing.ts'

const people = [
  ['c1', 'Björn Åkesson', '+447700900123'],
  ['c2', 'Peter Chen', '+14155550134'],
  ['c3', 'Łukasz O’Neil', '+39066982123'],
  ['c4', '', '+447700123900'],
]
const script: Script = ({ path }) => {
  const id = /^\/v1\/api\/conversations\/(\w+)$/.exec(path)?.[1]
  const [_id, name, phone] = people.find(([personId]) => personId === id) ?? []
  if (!_id) return undefined
  return { body: { _id, customer: { name, phone, email: '' }, messages: [], createdAt: '', updatedAt: '' } }
}

async function createSearchWorld() {
  const { grace, service } = await startGatewayWithService(script)
  for (const [id] of people) await grace.get(`/v1/api/conversations/${id}`)
  const search = async (text: string) =>
    ((await grace.post('/gateway/search', { text })).json.found as Found[])
      // People are made from these results (people/people.test.ts).
      .filter(({ kind }) => kind !== 'person')
      .map(({ id }) => id)
  await expect.poll(() => search('O’Neil')).toEqual(['c3'])
  return { search, grace, service }
}

test('names are found with and without accents, and in any order of their words', async () => {
  const { search } = await createSearchWorld()
  for (const text of ['Åkesson', 'åkesson', 'akesson', 'bjorn', 'BJÖRN', 'Åkesson, Björn'])
    expect([text, ...(await search(text))]).toEqual([text, 'c1'])
  // An umlaut may be written as two letters, and what stands in quotation marks is found as it stands there.
  for (const text of ['bjoern', '"björn åkesson"', '„Bjoern Å“'])
    expect([text, ...(await search(text))]).toEqual([text, 'c1'])
  expect(await search('"Åkesson Björn"')).toEqual([])
  for (const text of ['Chen Peter', 'chen, peter', 'peter chen'])
    expect([text, ...(await search(text))]).toEqual([text, 'c2'])
  for (const text of ['lukasz', "o'neil", 'ONEIL']) expect([text, ...(await search(text))]).toEqual([text, 'c3'])
  expect(await search('Chen Paul')).toEqual([])
  expect(await search('100%_')).toEqual([])
})

test('a batch is found with its state, and with its number of calls if the service reports it', async () => {
  const { grace } = await startGatewayWithService(({ path }) => {
    const id = /^\/v1\/api\/batch-calls\/(\w+)(\/status)?$/.exec(path)?.[1]
    if (!id) return undefined
    return { body: { id, status: 'processing', waiting: 4, ...(id === 'b1' && { total: 10 }) } }
  })
  for (const batchId of ['b1', 'b2']) {
    await grace.post('/gateway/batches', { batchId })
    await grace.get(`/v1/api/batch-calls/${batchId}/status`)
  }
  const findNotes = async (text: string) =>
    ((await grace.post('/gateway/search', { text })).json.found as Found[])
      .filter(({ kind }) => kind !== 'person')
      .map(({ note }) => note)
  await expect.poll(() => findNotes('b1')).toEqual(['processing, 10 calls'])
  await expect.poll(() => findNotes('b2')).toEqual(['processing'])
})

test('a message flow is found by its name, and its note says whether it sends without review', async () => {
  const { grace } = await startGatewayWithService(({ path }) =>
    path.startsWith('/v1/api/message-flows')
      ? {
          body: [
            { _id: 'f1', name: 'Delivery notice', prompt: '', autopilot: true },
            { _id: 'f2', name: 'Delivery replies', prompt: '', autopilot: false },
          ],
        }
      : undefined,
  )
  await grace.get('/v1/api/message-flows')
  const searchFlows = async () =>
    ((await grace.post('/gateway/search', { text: 'delivery' })).json.found as Found[]) ?? []
  await expect.poll(async () => (await searchFlows()).length).toBe(2)
  expect(await searchFlows()).toContainEqual({
    kind: 'message-flow',
    id: 'f1',
    title: 'Delivery notice',
    note: 'sends without review',
  })
})

test('numbers are found in any spelling', async () => {
  const { search } = await createSearchWorld()
  const british = ['+447700900123', '0044 7700 900123', '011 44 7700 900123', '07700 900123', '+44 (0)7700 900-123']
  for (const text of british) expect([text, ...(await search(text))]).toEqual([text, 'c1'])
  for (const text of ['(415) 555-0134', '555 0134', 'tel:+1-415-555-0134', '00 1 415 555 0134'])
    expect([text, ...(await search(text))]).toEqual([text, 'c2'])
  // The groups of a number are not words: another number may contain each of them somewhere.
  expect(await search('+44 7700 900 123')).toEqual(['c1'])
  expect(await search('06 6982')).toEqual(['c3'])
  expect(await search('55')).toEqual([])
})

test("calls of a batch are searched by the number in the service's spelling", async () => {
  const { grace, service } = await createSearchWorld()
  for (const text of ['07700 900123', '0044 7700 900123', '+44 (0)7700 900123'])
    await grace.post('/gateway/batches/batch_1/search', { text })
  // The third read equals the second, so its answer comes from the cache.
  const reads = service.requestsTo('GET', '/v1/api/batch-calls/batch_1/calls')
  expect(reads.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('search'))).toEqual([
    '7700900123',
    '447700900123',
  ])
})

test("searched calls are answered in the contract's form, however the service spells them", async () => {
  const { grace } = await startGatewayWithService(({ path }) =>
    path.startsWith('/v1/api/batch-calls/batch_1/calls')
      ? { body: [{ jobId: 'call_1', status: 'waiting', phone_number: '+447700900123', startTime: 1_763_800_000 }] }
      : undefined,
  )
  const { json } = await grace.post('/gateway/batches/batch_1/search', { text: '0123' })
  const parsed = gatewayEndpoints.batchCallSearch.response.parse(json)
  expect(json).toEqual(parsed)
  expect(parsed).toMatchObject({
    calls: [{ jobId: 'call_1', phone_number: '+447700900123', startTime: 1_763_800_000_000 }],
    pagination: { page: 1 },
  })
})
