/** Connections to PostgreSQL that break or hang while they are opened. */
import { expect, test } from 'vitest'
import { lockSchema } from '#server/database/lock.ts'
import { databaseExists } from '#server/database/open.ts'
import { startStallingProxy } from '../testing/postgres.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { afterTest } from '../testing/testing.ts'
import { readSetting, saveSetting } from './settings.ts'
import { openStore } from './store.ts'

/** Text of the first statement on each connection of the pool. */
const firstStatementText = 'search_path'
/** More attempts than the pool has connections. */
const attemptCount = 12

test('a connection that breaks while it is being opened does not prevent a later start, and does not leak', {
  tags: ['R22'],
  timeout: 30_000,
}, async () => {
  const proxy = await startStallingProxy(await postgres.createDatabase())
  afterTest(proxy.close)
  const open = () => openStore({ url: proxy.url, schema: 'switchboard' })
  proxy.loseAnswersTo(firstStatementText)
  // The start fails at once and can be retried.
  await expect(open()).rejects.toThrow('is not responding')
  proxy.loseAnswersTo(null)

  const store = await open()
  afterTest(() => store.destroy())
  await saveSetting(store, 'a setting', 'its value')
  proxy.loseAnswersTo(firstStatementText)
  proxy.recover()
  for (let attempt = 0; attempt < attemptCount; attempt += 1)
    await expect(readSetting(store, 'a setting')).rejects.toThrow('Connection terminated')
  proxy.loseAnswersTo(null)
  expect(await readSetting(store, 'a setting')).toBe('its value')
})

test('a connection that hangs while it takes the schema lock is abandoned, and the next one works', {
  tags: ['R22', 'silent-start-is-given-up'],
  timeout: 30_000,
}, async () => {
  const proxy = await startStallingProxy(await postgres.createDatabase())
  afterTest(proxy.close)
  const isUntouched = () => Promise.resolve(true)
  const lock = await lockSchema({ url: proxy.url, schema: 'switchboard', shared: true, isUntouched })
  afterTest(lock.release)
  proxy.swallowAnswersTo('pg_try_advisory_lock')
  proxy.recover()
  await expect.poll(proxy.swallowedCount).toBe(1)
  expect(lock.isHeld()).toBe(false)
  proxy.swallowAnswersTo(null)
  await expect.poll(lock.isHeld).toBe(true)
})

test('looking for a database whose server accepts connections and then answers nothing gives up', {
  timeout: 10_000,
}, async () => {
  const proxy = await startStallingProxy(await postgres.createDatabase())
  afterTest(proxy.close)
  proxy.swallowAnswersTo('pg_tables')
  await expect(databaseExists({ url: proxy.url, schema: 'switchboard' })).rejects.toThrow('is not responding')
})
