/** A backup from the shell: made by the gateway that runs, or here where none does. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openFiles } from '#server/database/copy.ts'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { openWithoutMigrating } from '#server/database/open.ts'
import { type Configuration, storeOf } from '../shared/configuration.ts'
import { serviceFile, storeFile, writeBackup } from './backup.ts'
import { askLocally } from './local-socket.ts'

/** Records it in the ledger as it is, whatever version wrote that. */
function record(file: string, at: number): void {
  const store = openFiles.get(resolve(file))
  const id = randomUUID()
  store
    ?.prepare(
      `insert into effects (id, endpoint, ids, target, key, body, operator_id, operator, at)
       values (?, 'backupMake', '{}', null, ?, '', 'switchboard', 'Switchboard', ?)`,
    )
    .run(id, id, at)
  store
    ?.prepare("insert into history (effect_id, state, at, operator) values (?, 'done', ?, 'Switchboard')")
    .run(id, at)
}

/**
 * Makes a backup of the embedded database of this configuration.
 *
 * @param to the folder to make, as an absolute path
 * @returns a sentence that says that it was made
 * @throws DatabaseUnusable with a sentence that says why not
 */
export async function backUp(configuration: Configuration, to: string): Promise<string> {
  const store = storeOf(configuration)
  const folder = join(configuration.dataDir, store)
  const made = `The backup is in ${to}. It has numbers, texts and secrets in it: copy it to another machine, and protect it there.`
  // guard: postgres-has-its-own-backups
  if (configuration.databaseUrl !== null)
    throw new DatabaseUnusable('DATABASE_URL is set, so the data are in PostgreSQL. Back it up with pg_dump.')
  const answer = await askLocally(folder, to)
  if (answer?.problem) throw new DatabaseUnusable(answer.problem)
  if (answer) return made
  const files = [storeFile, serviceFile].map((file) => join(folder, file)).filter((file) => existsSync(file))
  if (files.length === 0) throw new DatabaseUnusable(`There is no database in ${folder}. Set DATA_DIR to its folder.`)
  const open = files.map(openWithoutMigrating)
  try {
    record(files[0] ?? '', Date.now())
    await writeBackup({ folder, store }, to, Date.now())
    return made
  } finally {
    for (const one of open) one.close()
  }
}
