/** Data folders that cannot be used: the start fails with a message that says why. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { afterTest, startScriptedService } from '../testing/testing.ts'
import { canMount, mountSmallVolume } from '../testing/volumes.ts'
import { openKnownDatabase } from './known-databases.ts'
import { openStore } from './store.ts'

/** Creates a database and closes it. */
async function createUsedDatabase(folder = temporaryFolder()): Promise<string> {
  const file = join(folder, 'gateway.db')
  const store = await openStore({ file })
  await store.insertInto('settings').values({ name: 'used', value: 'yes' }).execute()
  await store.destroy()
  return file
}

const openDatabase = (file: string) => openStore({ file })

describe('start with an unusable data folder', () => {
  test('refuses a file that is not a database or is damaged, and does not change it', async () => {
    const file = await createUsedDatabase()
    const bytes = readFileSync(file)
    for (const damaged of [Buffer.from('This is no database at all.'.repeat(100)), bytes.subarray(0, 8_000)]) {
      writeFileSync(file, damaged)
      await expect(openDatabase(file)).rejects.toThrow(
        /gateway\.db is (not a database, or it is )?damaged\. Nothing was changed\./,
      )
      expect(readFileSync(file).equals(damaged)).toBe(true)
    }
  })

  test('refuses a database with a damaged page inside, and does not change it', {
    tags: ['damaged-database-is-not-opened'],
  }, async () => {
    const file = await createUsedDatabase()
    const store = await openDatabase(file)
    const rows = Array.from({ length: 400 }, (_, index) => ({ name: `text ${index}`, value: 'x'.repeat(1_000) }))
    await store.insertInto('settings').values(rows).execute()
    await store.destroy()
    const bytes = readFileSync(file)
    const page = Math.floor(bytes.indexOf(`text 200`) / 4_096) * 4_096
    for (const damage of [Buffer.alloc(4_096), Buffer.alloc(4_096, 'lost')]) {
      const damaged = Buffer.concat([bytes.subarray(0, page), damage, bytes.subarray(page + 4_096)])
      writeFileSync(file, damaged)
      await expect(openDatabase(file)).rejects.toThrow(
        /gateway\.db is damaged\. Nothing was changed\. Restore a backup/,
      )
      expect(readFileSync(file).equals(damaged)).toBe(true)
    }
  })

  test('refuses a database with the tables of a newer version', async () => {
    const file = await createUsedDatabase()
    const database = new DatabaseSync(file)
    database.exec('update tables_number set number = 99')
    database.close()
    await expect(openDatabase(file)).rejects.toThrow(/gateway\.db was written by a newer version of Switchboard\./)
  })

  test('refuses a database of a version with migrations, says which commit opens it, and does not change it', {
    tags: ['other-tables-are-refused'],
  }, async () => {
    const file = join(temporaryFolder(), 'gateway.db')
    const database = new DatabaseSync(file)
    database.exec('create table kysely_migration (name text); create table settings (name text)')
    database.close()
    await expect(openDatabase(file)).rejects.toThrow(
      /gateway\.db was written by an earlier version of Switchboard\. The last version that can open it is commit [0-9a-f]{8}\. Nothing was changed\./,
    )
    const after = new DatabaseSync(file)
    expect(after.prepare('select name from sqlite_master order by name').all()).toEqual([
      { name: 'kysely_migration' },
      { name: 'settings' },
    ])
    after.close()
  })

  test('says that the path is not a folder', async () => {
    const file = await createUsedDatabase()
    await expect(openDatabase(join(file, 'gateway.db'))).rejects.toThrow(/gateway\.db is not a folder\./)
  })

  // Needs the permission to mount a read-only file system.
  test.each(canMount ? ['a file system'] : [])('says that %s is read-only', async () => {
    const { folder, makeReadOnly } = mountSmallVolume()
    const file = await createUsedDatabase(folder)
    makeReadOnly()
    await expect(openDatabase(file)).rejects.toThrow(/gateway\.db cannot be written\./)
    await expect(openDatabase(join(folder, 'new', 'gateway.db'))).rejects.toThrow(/gateway\.db cannot be written\./)
  })

  test('refuses to start without a database that was used before', {
    tags: ['lost-database-is-no-first-start'],
  }, async () => {
    const folder = temporaryFolder()
    const location = { file: join(folder, 'gateway.db') }
    const openAndClose = async () => (await openKnownDatabase(location, folder, openGatewayStore)).store.destroy()
    await openAndClose()
    await openAndClose()
    rmSync(location.file)
    await expect(openAndClose()).rejects.toThrow(
      /The database at \S+gateway\.db is missing\..*delete \S+databases\.json/,
    )
    rmSync(join(folder, 'databases.json'))
    await openAndClose()
  })
})

test('the terminal shows only the message, without a stack trace', { timeout: 60_000 }, async () => {
  const service = await startScriptedService(() => undefined)
  afterTest(service.close)
  const dataDir = join(temporaryFolder(), 'data')
  writeFileSync(dataDir, '')
  const gateway = await startProcess(service.url, dataDir)
  expect(gateway.output()).toMatch(
    /^[^\n]+ is not a folder\. Move the file with this name away, or set DATA_DIR to another folder\.\n$/,
  )
  expect(gateway.exitCode()).toBe(1)
})
