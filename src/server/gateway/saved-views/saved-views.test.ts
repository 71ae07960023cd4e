/** Saved views: who sees and changes them, and what is refused. */
import { expect, test } from 'vitest'
import { type SavedView, savedViewLimits } from '#contract/index.ts'
import { openTestStore } from '../testing/store.ts'
import { type openBrowser, startGatewayWithService } from '../testing/testing.ts'

type Browser = ReturnType<typeof openBrowser>

const path = '/gateway/saved-views'
const angry = { page: 'live-calls', name: 'Angry callers', filters: { sentiment: 'negative' }, isShared: false }

async function openWorld() {
  const { browser, grace } = await startGatewayWithService()
  const [priya, tomas] = await Promise.all(
    ['ready-reviewer', 'ready-campaign-manager'].map((id) => browser().signInAsDemo(id)),
  )
  return { grace, priya: priya as Browser, tomas: tomas as Browser }
}

const save = async (person: Browser, changes: object = {}) =>
  (await person.post(path, { ...angry, ...changes })).json as unknown as SavedView
async function namesFor(person: Browser, page = 'live-calls', headers = {}) {
  const { json } = await person.get(`${path}?page=${page}`, { headers })
  return (json as unknown as { views: SavedView[] }).views.map(({ name }) => name)
}
const change = (person: Browser, id: string, body: object) => person.request('PATCH', `${path}/${id}`, { body })
const remove = (person: Browser, id: string) => person.request('DELETE', `${path}/${id}`)

test('an own view is seen by its owner alone, on its page and in its workspace', {
  tags: ['own-views-stay-private'],
}, async () => {
  const { priya, tomas, grace } = await openWorld()
  const { id } = await save(priya)
  expect(await namesFor(priya)).toEqual(['Angry callers'])
  expect(await namesFor(priya, 'review')).toEqual([])
  expect(await namesFor(priya, 'live-calls', { 'x-workspace-id': 'ws_other' })).toEqual([])
  for (const other of [tomas, grace]) {
    expect(await namesFor(other)).toEqual([])
    expect((await change(other, id, { name: 'Mine' })).status).toBe(404)
    expect((await remove(other, id)).status).toBe(404)
  }
  const elsewhere = { body: { name: 'Moved' }, headers: { 'x-workspace-id': 'ws_other' } }
  expect((await priya.request('PATCH', `${path}/${id}`, elsewhere)).status).toBe(404)
  expect(await namesFor(priya)).toEqual(['Angry callers'])
})

test('a shared view is seen by everybody, and changed by its owner and administrators', {
  tags: ['only-own-views-are-changed'],
}, async () => {
  const { priya, tomas, grace } = await openWorld()
  const { id } = await save(priya, { isShared: true })
  expect(await namesFor(tomas)).toEqual(['Angry callers'])
  for (const refused of [await change(tomas, id, { name: 'Mine' }), await remove(tomas, id)])
    expect([refused.status, refused.json.error.code]).toEqual([403, 'not_yours'])
  const renamed = await change(grace, id, { name: 'Negative' })
  expect(renamed.json).toMatchObject({ name: 'Negative', owner: 'Priya Raman', filters: angry.filters, isShared: true })
  await change(priya, id, { isShared: false, filters: { sentiment: 'neutral' } })
  expect([await namesFor(tomas), await namesFor(priya)]).toEqual([[], ['Negative']])
  await change(priya, id, { isShared: true })
  expect((await remove(grace, id)).status).toBe(200)
  expect(await namesFor(priya)).toEqual([])
  expect((await remove(priya, id)).status).toBe(404)
})

test('an operator has one view of each name for each page', {
  tags: ['view-names-differ', 'view-names-stay-different'],
}, async () => {
  const { priya, tomas } = await openWorld()
  await save(priya)
  const { json, status } = await priya.post(path, { ...angry, name: ' angry CALLERS ', isShared: true })
  expect([status, json.error.code]).toEqual([409, 'name_taken'])
  expect((await save(tomas, { isShared: true })).name).toBe('Angry callers')
  await save(priya, { page: 'review', filters: { age: '1h' } })
  const other = await save(priya, { name: 'Calm' })
  expect((await change(priya, other.id, { name: 'Angry Callers' })).status).toBe(409)
  expect((await change(priya, other.id, { name: 'CALM' })).status).toBe(200)
  expect(await namesFor(priya)).toEqual(['Angry callers', 'Angry callers', 'CALM'])
})

test.each([
  { name: '  ' },
  { name: 'x'.repeat(61) },
  { filters: {} },
  { filters: { sentiment: '' } },
  { filters: { agent: 'x'.repeat(301) } },
  { filters: { conversation: 'c1' } },
  { filters: { words: 'maria' } },
])('%j is refused', { tags: ['view-has-only-filters-of-its-page'] }, async (invalid) => {
  const { priya } = await openWorld()
  expect((await priya.post(path, { ...angry, ...invalid })).status).toBe(400)
  const { id } = await save(priya)
  expect((await change(priya, id, invalid)).status).toBe(400)
  expect(await namesFor(priya)).toEqual(['Angry callers'])
  expect((await priya.post(path, { ...angry, page: 'settings' })).status).toBe(400)
})

test('a view of Review has the words of a search, also nothing else', async () => {
  const { priya } = await openWorld()
  const saved = await save(priya, { page: 'review', filters: { words: 'maria 999' } })
  expect(saved.filters).toEqual({ words: 'maria 999' })
})

test('a view that was saved before a filter got another name keeps the filter', async () => {
  const store = await openTestStore()
  const { grace } = await startGatewayWithService(undefined, { store })
  const { id } = await save(grace, { page: 'conversations', filters: { state: 'review' } })
  const before = JSON.stringify({ days: '7', state: 'review' })
  await store.updateTable('saved_views').set({ filters: before }).where('id', '=', id).execute()
  const { json } = await grace.get(`${path}?page=conversations`)
  expect(json).toMatchObject({ views: [{ filters: { updated: '7', state: 'review' } }] })
  expect((await change(grace, id, { name: 'Latest' })).status).toBe(200)
})

test.each([
  [
    { state: 'with_transcript', agent: 'Finn' },
    { transcript: 'yes', agent: 'Finn' },
  ],
  [{ state: 'failed' }, { outcome: 'failed' }],
  [{ state: 'ended', columns: 'customer,state,agent' }, { columns: 'customer,outcome,agent' }],
  // The list has nothing like it any more.
  [{ state: 'completed' }, { state: 'completed' }],
])('a view of ended calls that was saved with %j has %j', async (stored, filters) => {
  const store = await openTestStore()
  const { grace } = await startGatewayWithService(undefined, { store })
  const { id } = await save(grace, { page: 'ended-calls', filters: { outcome: 'busy' } })
  await store
    .updateTable('saved_views')
    .set({ filters: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  expect((await grace.get(`${path}?page=ended-calls`)).json).toMatchObject({ views: [{ filters }] })
})

test('a view of the calls of a batch is offered in every batch, and has no open call', async () => {
  const { priya } = await openWorld()
  await save(priya, { page: 'batch-calls', filters: { outcome: 'no_answer', sort: 'duration' } })
  expect(await namesFor(priya, 'batch-calls')).toEqual(['Angry callers'])
  const open = await priya.post(path, { ...angry, page: 'batch-calls', name: 'One call', filters: { call: 'job_1' } })
  expect(open.status).toBe(400)
})

test('a page has a limited number of views of one operator', { tags: ['views-are-limited'] }, async () => {
  const { priya, tomas } = await openWorld()
  for (let number = 1; number <= savedViewLimits.perPage; number += 1) await save(priya, { name: `View ${number}` })
  const { status, json } = await priya.post(path, angry)
  expect([status, json.error.code]).toEqual([409, 'too_many_views'])
  expect(await namesFor(priya)).toHaveLength(savedViewLimits.perPage)
  expect((await save(priya, { page: 'conversations', filters: { updated: '7' } })).name).toBe('Angry callers')
  expect((await save(tomas)).name).toBe('Angry callers')
})

test('the audit has what the team sees, without names', async () => {
  const { priya, grace } = await openWorld()
  const own = await save(priya)
  const shared = await save(priya, { name: 'Of the team', isShared: true })
  await change(priya, own.id, { name: 'Still mine' })
  await remove(priya, shared.id)
  const { text } = await grace.get('/gateway/history')
  expect(text).toContain('savedViewCreate')
  expect(text).toContain('savedViewDelete')
  expect(text).toContain(shared.id)
  for (const unrecorded of ['savedViewChange', own.id, 'Of the team', 'Still mine'])
    expect(text).not.toContain(unrecorded)
})
