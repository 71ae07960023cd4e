/** A connection to PostgreSQL that breaks, or falls silent, in the moment it is opened. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockSchema } from '#server/database/lock.ts'
import { type Postgres, startPostgres, startStallingProxy } from '../testing/postgres.ts'
import { afterwards } from '../testing/testing.ts'
import { openStore, readSetting, saveSetting } from './store.ts'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.close())

/** What is said first on each connection that statements use. */
const first = 'search_path'
/** More than the pool has connections. */
const often = 12

test('connections that break as they are opened keep nobody from starting, and cost no other connection', {
  tags: ['R22'],
  timeout: 30_000,
}, async () => {
  const way = await startStallingProxy(await postgres.database())
  afterwards(way.close)
  const open = () => openStore({ url: way.url, schema: 'switchboard' })
  way.loseAnswersTo(first)
  // Whoever starts it is told at once, and may try again.
  await expect(open()).rejects.toThrow('is not answering')
  way.loseAnswersTo(null)

  const store = await open()
  afterwards(() => store.destroy())
  await saveSetting(store, 'a setting', 'its value')
  way.loseAnswersTo(first)
  way.recover()
  for (let broken = 0; broken < often; broken += 1)
    await expect(readSetting(store, 'a setting')).rejects.toThrow('Connection terminated')
  way.loseAnswersTo(null)
  expect(await readSetting(store, 'a setting')).toBe('its value')
})

test('a connection that falls silent as it asks for the schema is given up, and the next one has it', {
  tags: ['R22', 'silent-start-is-given-up'],
  timeout: 30_000,
}, async () => {
  const way = await startStallingProxy(await postgres.database())
  afterwards(way.close)
  const isUntouched = () => Promise.resolve(true)
  const lock = await lockSchema({ url: way.url, schema: 'switchboard', shared: true, isUntouched })
  afterwards(lock.release)
  way.swallowAnswersTo('pg_try_advisory_lock')
  way.recover()
  await expect.poll(way.swallowed, { timeout: 5_000 }).toBe(1)
  expect(lock.isHeld()).toBe(false)
  way.swallowAnswersTo(null)
  await expect.poll(lock.isHeld, { timeout: 10_000 }).toBe(true)
})
