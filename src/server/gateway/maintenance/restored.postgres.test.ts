/** A gateway detects at startup that its PostgreSQL database was loaded from a dump. */
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { insertEffect } from '../ledger/history.ts'
import { openStore } from '../store/store.ts'
import { findPostgres } from '../testing/find-postgres.ts'
import { temporaryFolder } from '../testing/process.ts'
import { postgres } from '../testing/shared-postgres.ts'
import { handleRestore } from './restored.ts'

const run = (program: string, ...words: string[]) =>
  execFileSync(join(dirname(realpathSync(join(findPostgres() ?? '', 'initdb'))), program), words, { stdio: 'pipe' })

test('only a database that was loaded from a dump is treated as restored, and only once', {
  tags: ['dump-is-no-first-home'],
  timeout: 60_000,
}, async () => {
  const from = await postgres.createDatabase()
  const to = await postgres.createDatabase()
  const treat = async (url: string) => {
    const store = await openStore({ url, schema: 'switchboard' })
    const treated = await handleRestore(store, { now: () => 99, perMinute: 3 })
    const sends = await store.selectFrom('sends').selectAll().execute()
    await store.destroy()
    return { treated, sends: sends.length }
  }
  expect(await treat(from)).toEqual({ treated: null, sends: 0 })
  const store = await openStore({ url: from, schema: 'switchboard' })
  const by = { operator_id: 'grace', operator: 'Grace', at: 5, target: null, body: '' }
  await insertEffect(
    store,
    { ...by, id: 'e1', endpoint: 'callSend', ids: '{}', key: 'k1' },
    { state: 'sending', gateway: 1 },
  )
  await store.destroy()
  expect(await treat(from)).toEqual({ treated: null, sends: 0 })

  const file = join(temporaryFolder(), 'dump.sql')
  run('pg_dump', '--no-owner', '--file', file, from)
  run('psql', '--quiet', '--set', 'ON_ERROR_STOP=1', '--file', file, to)
  expect(await treat(to)).toEqual({ treated: 5, sends: 3 })
  expect(await treat(to)).toEqual({ treated: null, sends: 3 })
  const restored = await openStore({ url: to, schema: 'switchboard' })
  const steps = await restored.selectFrom('history').select(['effect_id', 'state']).orderBy('seq').execute()
  expect(steps.filter(({ effect_id }) => effect_id === 'e1').map(({ state }) => state)).toEqual(['sending', 'unknown'])
  await restored.destroy()
})
