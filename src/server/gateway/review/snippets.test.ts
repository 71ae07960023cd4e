/** Snippets: who may change them, and that nobody overwrites a colleague's change. */
import { expect, test } from 'vitest'
import { startGatewayWithDrafts } from '../testing/review.ts'

const path = '/gateway/snippets'
const greeting = { name: 'Greeting', text: 'Hello {customer name}' }
const hours = { name: 'Hours', text: 'We are open until 18:00.' }

test('reviewers and administrators change the snippets; the audit has none of their texts', async () => {
  const { priya, grace, browser } = await startGatewayWithDrafts()
  expect((await priya.get(path)).json).toEqual({ snippets: [] })
  const saved = await priya.request('PUT', path, { body: { snippets: [greeting], replaced: [] } })
  expect(saved.json).toEqual({ snippets: [greeting] })
  expect((await grace.get(path)).json).toEqual({ snippets: [greeting] })
  const support = await browser().signInAsDemo('ready-support')
  expect((await support.request('PUT', path, { body: { snippets: [], replaced: [greeting] } })).status).toBe(403)
  for (const invalid of [
    { name: ' ', text: 'Hello' },
    { name: 'Hello', text: '' },
    { name: 'x'.repeat(61), text: 'Hello' },
  ])
    expect((await priya.request('PUT', path, { body: { snippets: [invalid], replaced: [greeting] } })).status).toBe(400)
  const history = await grace.get('/gateway/history')
  expect(history.text).toContain('snippetsChange')
  expect(history.text).not.toContain('Hello')
})

test('a change of an earlier list is refused', { tags: ['snippets-are-not-overwritten'] }, async () => {
  const { priya, grace } = await startGatewayWithDrafts()
  await priya.request('PUT', path, { body: { snippets: [greeting], replaced: [] } })
  const { status, json } = await grace.request('PUT', path, { body: { snippets: [hours], replaced: [] } })
  expect([status, json.error.code]).toEqual([409, 'changed'])
  expect((await priya.get(path)).json).toEqual({ snippets: [greeting] })
})
