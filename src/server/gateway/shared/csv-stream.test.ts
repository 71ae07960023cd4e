/** A long file lets other requests run while it is sent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { createAudit } from '../operations/audit.ts'
import { openRegistry } from '../registry/registry.ts'
import { clock } from '../shared/clock.ts'
import { insertRows, openTestStore } from '../testing/store.ts'
import { streamCsv } from './csv-stream.ts'

/** Reads a stream as fast as it can. @returns its text, and how often others could run meanwhile */
async function readAll(stream: ReadableStream<Uint8Array>) {
  const progress = { turns: 0, isDone: false }
  const turn = () => {
    progress.turns += 1
    if (!progress.isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const text = await new Response(stream).text()
  progress.isDone = true
  return { text, turns: progress.turns }
}

test('others run between any two parts of a file', { tags: ['stream-lets-others-run'] }, async () => {
  let part = 0
  const stream = streamCsv(['n'], () => Promise.resolve({ rows: [[`${++part}`]], isLast: part === 50 }))
  const { text, turns } = await readAll(stream)
  expect(text.split('\n')).toHaveLength(52)
  expect(turns).toBeGreaterThanOrEqual(50)
})

test('others run between any two parts of the audit', { tags: ['stream-lets-others-run'] }, async () => {
  const store = await openTestStore()
  const count = 5_000
  const indices = Array.from({ length: count }, (_, index) => index)
  await insertRows(
    store,
    'effects',
    indices.map((index) => ({
      id: `e${index}`,
      endpoint: 'batchCancel',
      ids: '{"batchId":"b1"}',
      target: null,
      key: `k${index}`,
      body: '',
      operator_id: 'o',
      operator: 'Priya',
      at: index,
    })),
  )
  await insertRows(
    store,
    'history',
    indices.map((index) => ({
      effect_id: `e${index}`,
      state: 'done',
      operator: 'Priya',
      at: index,
      happened: null,
      reason: null,
    })),
  )
  const audit = createAudit({ store, registry: await openRegistry(store, clock), namesOf: async (name) => [name] })
  const { text, turns } = await readAll(audit.export({}))
  expect(text.trim().split('\n')).toHaveLength(count + 1)
  expect(turns).toBeGreaterThanOrEqual(count / 500)
})

test('every stream of the gateway is one of these', () => {
  const gateway = join(import.meta.dirname, '..')
  const streams = readdirSync(gateway, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) =>
      /new (?:ReadableStream|TransformStream)\b|\bstream(?:SSE|Text)?\(c\b/.test(readFileSync(file, 'utf8')),
    )
  expect(streams.map((file) => relative(gateway, file))).toEqual(['shared/csv-stream.ts'])
})
