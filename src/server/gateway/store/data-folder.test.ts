/** A data folder that cannot be used as it is: whoever starts the gateway is told why, in a sentence. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openGatewayStore } from '../cluster/open-gateway-store.ts'
import { startProcess, temporaryFolder } from '../testing/process.ts'
import { afterwards, startScriptedService } from '../testing/testing.ts'
import { canMount, mountSmallVolume } from '../testing/volumes.ts'
import { openKnown } from './known-databases.ts'
import { openStore } from './store.ts'

/** A database that was used and closed. */
async function usedDatabase(folder = temporaryFolder()): Promise<string> {
  const file = join(folder, 'gateway.db')
  const store = await openStore({ file })
  await store.insertInto('settings').values({ name: 'used', value: 'yes' }).execute()
  await store.destroy()
  return file
}

const opening = (file: string) => openStore({ file })

describe('a database', () => {
  test('that is no database, or is damaged, is left as it is', async () => {
    const file = await usedDatabase()
    const bytes = readFileSync(file)
    for (const damaged of [Buffer.from('This is no database at all.'.repeat(100)), bytes.subarray(0, 8_000)]) {
      writeFileSync(file, damaged)
      await expect(opening(file)).rejects.toThrow(
        /gateway\.db is (no database, or is )?damaged\. Nothing was changed\./,
      )
      expect(readFileSync(file).equals(damaged)).toBe(true)
    }
  })

  test('of a newer version is not opened by this one', async () => {
    const file = await usedDatabase()
    const store = await openStore({ file })
    const migrations = store.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    await migrations
      .insertInto('kysely_migration')
      .values({ name: '2099-01-01 later', timestamp: new Date().toISOString() })
      .execute()
    await store.destroy()
    await expect(opening(file)).rejects.toThrow(/gateway\.db was written by a newer version of Switchboard\./)
  })

  test('whose folder is none says so', async () => {
    const file = await usedDatabase()
    await expect(opening(join(file, 'gateway.db'))).rejects.toThrow(/gateway\.db is no folder\./)
  })

  // Only who may mount one can make one that is read-only for everybody.
  test.each(canMount ? ['a file system'] : [])('on %s that is read-only says so', async () => {
    const { folder, makeReadOnly } = mountSmallVolume()
    const file = await usedDatabase(folder)
    makeReadOnly()
    await expect(opening(file)).rejects.toThrow(/gateway\.db cannot be written\./)
    await expect(opening(join(folder, 'new', 'gateway.db'))).rejects.toThrow(/gateway\.db cannot be written\./)
  })

  test('that is gone where there was one is no first start', {
    tags: ['lost-database-is-no-first-start'],
  }, async () => {
    const folder = temporaryFolder()
    const where = { file: join(folder, 'gateway.db') }
    const use = async () => (await openKnown(where, folder, openGatewayStore)).store.destroy()
    await use()
    await use()
    rmSync(where.file)
    await expect(use()).rejects.toThrow(
      /There is no database at \S+gateway\.db, where there was one\..*delete \S+databases\.json/,
    )
    rmSync(join(folder, 'databases.json'))
    await use()
  })
})

test('the terminal shows the sentence and nothing else', { timeout: 60_000 }, async () => {
  const service = await startScriptedService(() => undefined)
  afterwards(service.close)
  const dataDir = join(temporaryFolder(), 'data')
  writeFileSync(dataDir, '')
  const gateway = await startProcess(service.url, dataDir)
  expect(gateway.printed()).toMatch(
    /^[^\n]+ is no folder\. Move the file of that name away, or set DATA_DIR to another folder\.\n$/,
  )
  expect(gateway.exitCode()).toBe(1)
})
