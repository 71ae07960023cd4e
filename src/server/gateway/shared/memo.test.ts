/** Caches keep their size whatever the keys are that people send. */
import { Hono } from 'hono'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { shareChanges } from '#server/database/changes.ts'
import { createAnswerCache } from '../http/answer-cache.ts'
import { createChangedRows } from '../http/changed-rows.ts'
import type { Env } from '../http/context.ts'
import { createReportTurns } from '../http/report-turns.ts'
import { openTestStore } from '../testing/store.ts'
import { createTestClock, startGatewayWithService } from '../testing/testing.ts'
import { createMemo, createMemoValues, keyOf } from './memo.ts'

test('a key is short, and depends on every argument', { tags: ['keys-are-short'] }, () => {
  const long = 'x'.repeat(1_000_000)
  const keys = [{ a: long }, { a: `${long}y` }, { b: long }, [long], long].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key.length).toBeLessThanOrEqual(200)
  expect(keyOf({ a: 'b' })).toBe('{"a":"b"}')
})

test('memos that share a place stay within its size, and do not take each other’s values', {
  tags: ['keys-are-short'],
}, async () => {
  const values = createMemoValues<string>(50)
  const clock = createTestClock()
  const [one, other] = ['one', 'other'].map((name) =>
    createMemo({ clock, values, name: `${name} ` }, (args: string) => `${name} of ${args.length}`),
  )
  for (let length = 0; length < 200; length += 1) {
    const args = 'x'.repeat(length * 100)
    expect(await one?.value(args)).toBe(`one of ${args.length}`)
    expect(await other?.value(args)).toBe(`other of ${args.length}`)
  }
  expect(values.size).toBe(50)
  expect(Math.max(...[...values.keys()].map((key) => key.length))).toBeLessThan(220)
})

test('all reads together keep 64 MB of answers, counting also answers that are almost empty', async () => {
  const cached = createAnswerCache(createTestClock(), 0, createReportTurns(1))
  const computed = { large: 0, small: 0 }
  const app = new Hono<Env>()
  const argsOf = (c: { req: { query: (name: string) => string | undefined } }) => ({ q: c.req.query('q') })
  const large = () => {
    computed.large += 1
    return { text: 'x'.repeat(1024 * 1024) }
  }
  const small = () => {
    computed.small += 1
    return {}
  }
  app.get('/large', cached({ argsOf, answer: large }))
  app.get('/small', cached({ argsOf, answer: small }))
  await app.request('/small?q=first')
  await app.request('/small?q=first')
  expect(computed.small).toBe(1)
  for (let q = 0; q < 64; q += 1) await app.request(`/large?q=${q}`)
  await app.request('/small?q=first')
  expect(computed.small).toBe(2)
  for (let q = 0; q < 40_000; q += 1) await app.request(`/small?q=${q}`)
  computed.large = 0
  for (let q = 0; q < 64; q += 1) await app.request(`/large?q=${q}`)
  expect(computed.large).toBe(64)
})

test('a list of sessions is computed once for a session, whatever other cookies it sends', async () => {
  const plain = await openTestStore()
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const { grace } = await startGatewayWithService(undefined, {
    store: shareChanges(plain.withPlugin(plugin), plain),
  })
  const own = grace
    .cookies()
    .map((pair) => pair.join('='))
    .join('; ')
  const list = (more: string) => grace.get('/gateway/sessions', { headers: { cookie: `${own}${more}` } })
  const first = await list('')
  expect(first.status).toBe(200)
  statements = 0
  for (let other = 0; other < 50; other += 1)
    expect((await list(`; other=${other}${'x'.repeat(8_000)}`)).text).toBe(first.text)
  expect(statements).toBeLessThan(25)
})

test('a tag that a browser made up is not kept', { tags: ['unknown-tags-are-not-kept'] }, () => {
  const rowsOf = (last: string) => ({
    rows: Array.from({ length: 50 }, (_, id) => ({ id, text: id === 49 ? last : 'the same' })),
  })
  const create = () => createChangedRows({ list: 'rows', key: 'id' })
  const earlier = create().encode(rowsOf('earlier'))
  const rows = create()
  const later = rows.encode(rowsOf('later'))
  expect(rows.between(earlier.etag, later.etag, later.body.length)).toBeNull()
  rows.encode(rowsOf('earlier'))
  expect(rows.between(earlier.etag, later.etag, later.body.length)?.toString()).toContain('later')
})

test('a long value of a query is refused', { tags: ['query-values-are-short'] }, async () => {
  const { grace, service } = await startGatewayWithService()
  const long = 'x'.repeat(501)
  const before = service.received.length
  for (const path of ['/api/v1/agents?search=', '/v2/api/call-history?batchId=', '/gateway/history?operator='])
    expect([path, (await grace.get(path + long)).status]).toEqual([path, 400])
  expect(service.received.length).toBe(before)
  expect((await grace.get(`/gateway/history?operator=${long.slice(1)}`)).status).toBe(200)
})
