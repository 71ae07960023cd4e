/** Tests when the sign-in library's tables are created and extended. */
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareChanges } from '#server/database/changes.ts'
import { createSilentLog } from '../shared/log.ts'
import { saveSetting } from '../store/settings.ts'
import { openStore, type Store } from '../store/store.ts'
import { afterTest } from '../testing/testing.ts'
import { openAuthentication } from './authentication.ts'

const parts = { secret: 'secret-of-the-tests-secret-of-the-tests', address: new URL('http://127.0.0.1') }
const open = (store: Store) => openAuthentication({ ...parts, store, log: createSilentLog() })

async function openEmptyStore(): Promise<Store> {
  const store = await openStore({ file: ':memory:' })
  afterTest(() => store.destroy())
  return store
}

const columnsOfUsers = async (store: Store) => {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('user')`.execute(store)
  return rows.map(({ name }) => name)
}

test('a first start creates the tables, and an update adds what they lack', async () => {
  const store = await openEmptyStore()
  await open(store)
  expect(await columnsOfUsers(store)).toEqual(expect.arrayContaining(['email', 'roles', 'disabled']))
  // As a version left them that had no roles.
  await (store as unknown as Kysely<unknown>).schema.alterTable('user').dropColumn('roles').execute()
  await saveSetting(store, 'sign-in tables', 'those of an earlier version')
  await open(store)
  expect(await columnsOfUsers(store)).toContain('roles')
})

test('a start without an update does not look for what the tables lack', async () => {
  const store = await openEmptyStore()
  let lookCount = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('pragma_index_list')) lookCount += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const counted = shareChanges(store.withPlugin(plugin), store)
  await open(counted)
  expect(lookCount).toBe(1)
  await open(counted)
  expect(lookCount).toBe(1)
  await saveSetting(store, 'sign-in tables', 'others')
  await open(counted)
  expect(lookCount).toBe(2)
})
