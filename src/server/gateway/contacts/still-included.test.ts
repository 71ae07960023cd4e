import { expect, test } from 'vitest'
import type { Contract, ResponseOf } from '#contract/index.ts'
import { readQueue, scriptDrafts } from '../testing/review.ts'
import { batchForm, createTestClock, csvForm, type Script, startGatewayWithService } from '../testing/testing.ts'

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']

const reason = 'Asked not to be called'
const numberAt = (index: number) => `+1907555${String(100 + index).padStart(4, '0')}`
const csv = (...indexes: number[]) => `phone_number\n${indexes.map(numberAt).join('\n')}\n`
const add = async (person: Person, number: string) =>
  (await person.post('/gateway/do-not-call', { number, reason })).json as unknown as ResponseOf<
    Contract['doNotCallAdd']
  >
const importFile = async (person: Person, file: string) =>
  (await person.post('/gateway/do-not-call/import', csvForm({ reason }, file))).json as unknown as ResponseOf<
    Contract['doNotCallImport']
  >

/** A service with two drafts to the first number, in other spellings, one to the second, and one to an address. */
function scriptWithDrafts(options: { listed?: boolean } = {}) {
  const scripted = scriptDrafts(4, options)
  scripted.customer('c1').phone = '001 (907) 555-0101'
  scripted.customer('c2').phone = numberAt(2)
  scripted.customer('c3').phone = numberAt(1)
  Object.assign(scripted.customer('c4'), { phone: null, email: 'ann@example.com' })
  return scripted
}

/** A service that accepts each start of a batch. */
function acceptStarts(answerOf: (start: number) => ReturnType<Script> = () => undefined): Script {
  let starts = 0
  return ({ method }) => {
    if (method !== 'POST') return undefined
    starts += 1
    return answerOf(starts) ?? { body: { batchId: `batch_${starts}`, totalCalls: 1, status: 'queued', message: 'ok' } }
  }
}
let startCount = 0
const start = (person: Person, file: string, fields: Record<string, string> = {}) =>
  person.post('/gateway/launches', batchForm(file, fields), { key: `start ${(startCount += 1)}` })

test('an added number names the waiting drafts to it, in any spelling, with the age of the reading and no request', async () => {
  const clock = createTestClock(Date.parse('2026-11-23T18:00:00Z'))
  const scripted = scriptWithDrafts()
  const { grace, service } = await startGatewayWithService(scripted.script, { clock })
  await readQueue(grace)
  const readAt = clock.now()
  const requests = service.received.length
  clock.advance(60_000)
  const added = await add(grace, numberAt(1))
  expect(added.draftCount).toBe(2)
  expect(added.drafts).toEqual([
    {
      conversationId: 'c1',
      messageId: 'm1',
      customerName: 'Customer 1',
      message: 'Your visit is on Monday.',
      createdAt: scripted.draft('c1').createdAt,
    },
    expect.objectContaining({ conversationId: 'c3', messageId: 'm3' }),
  ])
  expect(added.conversations).toEqual({ read: 4, readAt, unread: 0, listed: true })
  expect(service.received).toHaveLength(requests)
  expect((await add(grace, numberAt(9))).draftCount).toBe(0)
})

test('a draft that was decided no longer waits', async () => {
  const scripted = scriptWithDrafts()
  Object.assign(scripted.draft('c1'), { status: 'rejected' })
  const { grace } = await startGatewayWithService(scripted.script)
  await readQueue(grace)
  expect((await add(grace, numberAt(1))).drafts.map(({ messageId }) => messageId)).toEqual(['m3'])
})

test('what was not read is not known', async () => {
  const { grace } = await startGatewayWithService(scriptWithDrafts({ listed: false }).script, {
    seedConversations: ['c1', 'c3'],
  })
  expect((await add(grace, numberAt(1))).conversations).toMatchObject({ read: 0, readAt: null, unread: 2 })
})

test('an import names the batches that still include its numbers, with how many of them, and the waiting drafts', async () => {
  const accept = acceptStarts()
  const scripted = scriptWithDrafts()
  const { grace } = await startGatewayWithService((received) => scripted.script(received) ?? accept(received))
  await readQueue(grace)
  await start(grace, csv(1, 2, 3), { name: 'Renewals' })
  await start(grace, csv(4, 5), { name: 'Reminders' })
  await start(grace, csv(6), { name: 'Others' })
  const imported = await importFile(grace, csv(1, 3, 5, 9))
  expect(imported.added).toBe(4)
  expect(imported.batches.map(({ state, batch, people }) => [state, batch?.name, people])).toEqual([
    ['running', 'Renewals', 2],
    ['running', 'Reminders', 1],
  ])
  expect(imported.batchCount).toBe(2)
  expect(imported.drafts.map(({ messageId }) => messageId)).toEqual(['m1', 'm3'])
  // Numbers that are on the list already are named too.
  expect(await importFile(grace, csv(1, 3, 5, 9))).toMatchObject({ added: 0, batchCount: 2, draftCount: 2 })
  expect(await importFile(grace, csv(8))).toMatchObject({ added: 1, batches: [], batchCount: 0, draftCount: 0 })
})

test('an added number finds batches and drafts with the other spelling of its telephone', async () => {
  const [listed, called] = ['+5491155550101', '+541155550101']
  const accept = acceptStarts()
  const scripted = scriptDrafts(1)
  scripted.customer('c1').phone = called
  const { grace } = await startGatewayWithService((received) => scripted.script(received) ?? accept(received))
  await readQueue(grace)
  await start(grace, `phone_number\n${called}\n`)
  const found = { batchCount: 1, batches: [{ people: 1 }], draftCount: 1, drafts: [{ messageId: 'm1' }] }
  expect(await add(grace, listed)).toMatchObject({ isNew: true, ...found })
  // The other spelling finds them, but is not added itself.
  expect(await importFile(grace, `phone_number\n${listed}\n${numberAt(9)}\n`)).toMatchObject({
    added: 1,
    already: 1,
    ...found,
  })
  // A file with both spellings counts nobody twice.
  expect(await importFile(grace, `phone_number\n${listed}\n${called}\n`)).toMatchObject({ added: 1, ...found })
})

test('a start that nobody knows to be carried out may call the number', async () => {
  const { grace } = await startGatewayWithService(acceptStarts(() => 'lost'))
  await start(grace, csv(1, 2))
  expect((await add(grace, numberAt(1))).batches).toMatchObject([{ state: 'unknown', batch: { name: 'Renewals' } }])
})

test('whom a batch calls that was started elsewhere is not known, until it has ended', async () => {
  let isComplete = false
  const clock = createTestClock()
  const script: Script = ({ path }) =>
    path.startsWith('/v1/api/batch-calls/batch_9')
      ? { body: { status: isComplete ? 'completed' : 'processing', isComplete, total: 1, waiting: 0, completed: 0 } }
      : undefined
  const { grace } = await startGatewayWithService(script, { clock })
  await grace.post('/gateway/batches', { batchId: 'batch_9' })
  const unknown = { batchCount: 0, otherBatches: [{ batchId: 'batch_9', name: 'batch_9' }], otherBatchCount: 1 }
  expect(await add(grace, numberAt(1))).toMatchObject(unknown)
  isComplete = true
  clock.advance(60_000)
  await grace.get('/v1/api/batch-calls/batch_9/status')
  expect(await add(grace, numberAt(2))).toMatchObject({ otherBatches: [], otherBatchCount: 0 })
})
