/** One odd 404 proves nothing: neither that a record is gone, nor that the service lacks an extension. */
import { describe, expect, test } from 'vitest'
import { createTestClock, startGatewayWithService } from '../testing/testing.ts'

describe('one odd 404', () => {
  const notFound = { status: 404, body: { error: { code: 'not_found', message: 'None.' } } }

  /** Reads a path whose answer can be replaced by a 404. */
  async function startWithRecord(path: string, body: object) {
    const state = { isFound: true }
    const clock = createTestClock()
    const { grace } = await startGatewayWithService(
      (received) => (received.path.startsWith(path) ? (state.isFound ? { body } : notFound) : undefined),
      { clock },
    )
    const read = async () => {
      clock.advance(5_000)
      return (await grace.get(path, { headers: { 'cache-control': 'no-cache' } })).status
    }
    return { state, clock, grace, read }
  }

  test('is said to be doubtful, a second one is not', async () => {
    const { state, grace, clock } = await startWithRecord('/api/v1/flows/f1', { id: 'f1', name: 'Renewals' })
    const read = async () => {
      clock.advance(5_000)
      const { json } = await grace.get('/api/v1/flows/f1', { headers: { 'cache-control': 'no-cache' } })
      return (json.error as { isDoubtful?: boolean } | undefined)?.isDoubtful
    }
    state.isFound = false
    expect([await read(), await read()]).toEqual([true, undefined])
    state.isFound = true
    expect((await grace.get('/api/v1/flows/f1', { headers: { 'cache-control': 'no-cache' } })).status).toBe(200)
    state.isFound = false
    expect([await read(), await read()]).toEqual([true, undefined])
    // The answer to a command is one answer too.
    const save = await grace.request('PATCH', '/api/v1/flows/f1', { body: { name: 'Renewals 2' }, key: 'k' })
    expect(save).toMatchObject({ status: 404, json: { error: { isDoubtful: true } } })
  })

  test('takes no extension away, a second one does', async () => {
    const { state, grace, read } = await startWithRecord('/v1/api/conversations', [])
    const extension = async () =>
      ((await grace.get('/gateway/session')).json as unknown as { extensions: Record<string, boolean> }).extensions
    expect(await read()).toBe(200)
    state.isFound = false
    expect(await read()).toBe(404)
    expect(await extension()).toMatchObject({ conversations: true })
    expect(await read()).toBe(404)
    expect(await extension()).toMatchObject({ conversations: false })
  })

  test('is checked again after a minute if it was the first answer', async () => {
    const { state, grace, clock, read } = await startWithRecord('/v1/api/conversations', [])
    state.isFound = false
    expect(await read()).toBe(404)
    state.isFound = true
    clock.advance(61_000)
    expect((await grace.get('/v1/api/conversations')).status).toBe(200)
  })

  test('removes no conversation from those that are known, a second one does', async () => {
    const conversation = { _id: 'c1', messages: [], status: 'active' }
    const { state, grace, read } = await startWithRecord('/v1/api/conversations/c1', conversation)
    const known = async () =>
      ((await grace.get('/gateway/conversations')).json as unknown as { conversations: { id: string }[] }).conversations
        .length
    expect(await read()).toBe(200)
    expect(await known()).toBe(1)
    state.isFound = false
    await read()
    expect(await known()).toBe(1)
    await read()
    expect(await known()).toBe(0)
  })
})
