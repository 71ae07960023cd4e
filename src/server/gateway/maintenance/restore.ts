/**
 * Restores a backup. The gateway's database is moved into place last. Until then the gateway does not start, because the folder is
 * recorded as having a database. `restored.ts` handles the restored store at the next start.
 */
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { lockSchema } from '#server/database/lock.ts'
import { databaseExists, openAsItIs } from '#server/database/open.ts'
import { describeLocation, toStartError } from '#server/database/start-faults.ts'
import { requireTables } from '#server/database/tables.ts'
import { type Configuration, storeOf } from '../shared/configuration.ts'
import { rememberDatabase } from '../store/known-databases.ts'
import { openStore, storeDefinition } from '../store/store.ts'
import { flush, readManifest, restoredFiles, storeFile } from './backup.ts'
import { latestMoment, markAsCopy } from './restored.ts'

const afterRestoreText =
  'Nothing in it starts or is sent automatically, everybody has to sign in again, and every page shows how old the data is.'

/** Files that SQLite keeps beside a database. */
const companionSuffixes = ['-wal', '-shm', '-journal']

/** @throws DatabaseUnusable with a sentence if the database file is damaged */
function checkIntegrity(file: string): void {
  let result: unknown
  try {
    const copy = new DatabaseSync(file, { readOnly: true })
    result = copy.prepare('pragma quick_check(1)').get()?.quick_check
    copy.close()
  } catch (error) {
    result = error
  }
  // guard: damaged-backup-is-not-restored
  if (result !== 'ok') throw new DatabaseUnusable(`${file} is damaged (${String(result)}). Nothing was changed.`)
}

/** Moves the current data into a new folder beside it. @returns that folder */
async function setAside(folder: string, now: number): Promise<string> {
  const aside = join(folder, `replaced-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}`)
  await mkdir(aside, { mode: 0o700 })
  for (const name of [storeFile, ...companionSuffixes.map((end) => storeFile + end), 'service'])
    if (existsSync(join(folder, name))) await rename(join(folder, name), join(aside, name))
  return aside
}

/**
 * Restores a backup of an embedded database.
 *
 * @param from the folder of the backup
 * @param replace true: sets an existing database aside; false: refuses to restore over it
 * @returns sentences for the operator
 * @throws DatabaseBusy while a gateway runs; DatabaseUnusable with a sentence
 */
export async function restore(
  configuration: Configuration,
  from: string,
  { replace, now }: { replace: boolean; now: number },
): Promise<string> {
  const store = storeOf(configuration)
  const folder = join(configuration.dataDir, store)
  const file = join(folder, storeFile)
  const manifest = await readManifest(from)
  // guard: only-whole-backups-are-restored
  if (!manifest) throw new DatabaseUnusable(`${from} is not a complete backup. Nothing was changed.`)
  if (manifest.store !== store)
    throw new DatabaseUnusable(
      `${from} is a backup of the store ${manifest.store}, and this configuration is for ${store}. Nothing was changed. Set SERVICE_URL as it was.`,
    )
  for (const name of restoredFiles(from)) if (name.endsWith('.db')) checkIntegrity(join(from, name))
  requireTables(join(from, storeFile), storeDefinition)
  const isThere = await databaseExists({ file })
  // Throws if a running gateway has the database locked.
  if (isThere) openAsItIs(file).close()
  // guard: restore-replaces-nothing
  if (isThere && !replace)
    throw new DatabaseUnusable(
      `There is a database in ${folder}. Nothing was changed. To set it aside and restore the backup, add --replace.`,
    )
  const staging = join(folder, 'restoring')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // guard: broken-off-restore-does-not-start
    rememberDatabase({ file }, folder)
    await rm(staging, { recursive: true, force: true })
    for (const name of restoredFiles(from)) {
      await mkdir(dirname(join(staging, name)), { recursive: true, mode: 0o700 })
      await copyFile(join(from, name), join(staging, name))
      await chmod(join(staging, name), 0o600)
      await flush(join(staging, name))
    }
    const aside = isThere || existsSync(join(folder, 'service')) ? await setAside(folder, now) : null
    for (const name of await readdir(staging))
      if (name !== storeFile) await rename(join(staging, name), join(folder, name))
    await flush(folder)
    await rename(join(staging, storeFile), file)
    await flush(folder)
    await rm(staging, { recursive: true, force: true })
    const replaced = aside === null ? '' : ` The database that was there before is now in ${aside}.`
    return `The backup of ${new Date(manifest.at).toISOString()} is in place.${replaced} ${afterRestoreText}`
  } catch (error) {
    throw toStartError(error, { file })
  }
}

/**
 * Marks a database that was restored by other means, such as a file system snapshot or PostgreSQL's point-in-time recovery.
 *
 * @returns sentences for the operator
 * @throws DatabaseBusy while a gateway runs; DatabaseUnusable with a sentence
 */
export async function markRestored(configuration: Configuration): Promise<string> {
  const schema = storeOf(configuration)
  const { databaseUrl: url, dataDir } = configuration
  const where = url === null ? { file: join(dataDir, schema, storeFile) } : { url, schema }
  if (!(await databaseExists(where))) throw new DatabaseUnusable(`There is no database at ${describeLocation(where)}.`)
  const lock =
    url === null ? null : await lockSchema({ url, schema, shared: false, isUntouched: () => Promise.resolve(true) })
  try {
    const store = await openStore(where)
    const at = await latestMoment(store)
    await markAsCopy(store, at)
    await store.destroy()
    return `The next start treats the data as restored from ${new Date(at).toISOString()}. ${afterRestoreText}`
  } finally {
    await lock?.release()
  }
}
