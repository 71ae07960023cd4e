/** Connections to PostgreSQL that break or hang while they are opened. */
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

/** The first statement on each connection of the pool. */
const first = 'search_path'
/** More attempts than the pool has connections. */
const often = 12

test('connections that break while they are opened prevent no later start, and use up no connection', {
  tags: ['R22'],
  timeout: 30_000,
}, async () => {
  const way = await startStallingProxy(await postgres.database())
  afterwards(way.close)
  const open = () => openStore({ url: way.url, schema: 'switchboard' })
  way.loseAnswersTo(first)
  // The start fails at once and can be repeated.
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

test('a connection that hangs while it sets the schema is abandoned, and the next one works', {
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
