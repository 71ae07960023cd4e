/**
 * Backups of an embedded database: a folder with copies of its databases, made while they are in use. The folder gets its final name only
 * when it is complete and flushed to the disk. Each copy is marked as a copy, so that a gateway started on it treats it as restored
 * (`restored.ts`).
 */
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { copyDatabase } from '#server/database/copy.ts'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { toStartError } from '#server/database/start-faults.ts'

/** The gateway's database, in the folder of its store. */
export const storeFile = 'gateway.db'
/** The embedded service's database, if the same process runs it. Copied first, so that the ledger's copy knows everything that it contains. */
export const serviceFile = 'service/service.db'
const installationFile = 'service/installation.json'
/** Written last. A folder without it is not a complete backup. */
const manifestFile = 'backup.json'
/** The setting that marks a database as a copy. */
export const copySetting = 'copied'

const Manifest = z.object({ version: z.literal(1), store: z.string(), at: z.number() })
export type Manifest = z.output<typeof Manifest>

/** The location of an embedded database. `store`: its name. */
export interface StorePlace {
  folder: string
  store: string
}

/** Flushes changes of a file or folder to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function markCopy(file: string, manifest: Manifest): void {
  const copy = new DatabaseSync(file)
  try {
    // No write-ahead log, so that the copy is a single file.
    copy.exec('PRAGMA journal_mode = DELETE')
    copy
      .prepare('insert or replace into settings (name, value) values (?, ?)')
      .run(copySetting, JSON.stringify({ at: manifest.at }))
  } finally {
    copy.close()
  }
}

/**
 * Writes a backup. The databases must be open in this process.
 *
 * @param to the folder to create
 * @param at now, epoch ms
 * @param signal aborts the backup, which rejects with the signal's reason
 * @throws DatabaseUnusable with a sentence; the folder does not exist then
 */
export async function writeBackup(
  { folder, store }: StorePlace,
  to: string,
  at: number,
  signal?: AbortSignal,
): Promise<void> {
  // guard: backup-replaces-nothing
  if (existsSync(to)) throw new DatabaseUnusable(`${to} already exists. Nothing was written. Name another folder.`)
  const partial = /* guard: broken-off-backup-has-no-name */ `${to}.partial`
  try {
    await rm(partial, { recursive: true, force: true })
    await mkdir(partial, { recursive: true, mode: 0o700 })
    if (existsSync(join(folder, serviceFile))) {
      await mkdir(dirname(join(partial, serviceFile)), { mode: 0o700 })
      await copyDatabase(join(folder, serviceFile), join(partial, serviceFile), signal)
      await copyFile(join(folder, installationFile), join(partial, installationFile))
      await chmod(join(partial, installationFile), 0o600)
      await flush(join(partial, installationFile))
      await flush(dirname(join(partial, serviceFile)))
    }
    await copyDatabase(join(folder, storeFile), join(partial, storeFile), signal)
    const manifest: Manifest = { version: 1, store, at }
    markCopy(join(partial, storeFile), manifest)
    await writeFile(join(partial, manifestFile), `${JSON.stringify(manifest)}\n`, { mode: 0o600, flush: true })
    await flush(partial)
    await rename(partial, to)
    await flush(dirname(to))
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    throw toStartError(error, { file: join(to, storeFile) })
  }
}

/** @returns the backup's manifest; null: the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return Manifest.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')))
  } catch {
    return null
  }
}

/** @returns the complete backups in a folder, latest first */
export async function backupsIn(folder: string): Promise<{ name: string; at: number; bytes: number }[]> {
  const names = await readdir(folder).catch(() => [])
  const found = []
  for (const name of names) {
    const manifest = await readManifest(join(folder, name))
    if (!manifest) continue
    const files = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
    const sizes = files
      .filter((one) => one.isFile())
      .map(async (one) => (await stat(join(one.parentPath, one.name))).size)
    found.push({ name, at: manifest.at, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) })
  }
  return found.toSorted((one, other) => other.at - one.at)
}

/** @returns the existing files of a backup to restore, the gateway's database last */
export const restoredFiles = (folder: string): string[] =>
  [installationFile, serviceFile, storeFile].filter((file) => existsSync(join(folder, file)))
