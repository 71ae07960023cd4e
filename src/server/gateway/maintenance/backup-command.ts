/** The backup command: asks the running gateway for a backup, or makes it itself if no gateway runs. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openFiles } from '#server/database/copy.ts'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { openAsItIs } from '#server/database/open.ts'
import { type Configuration, storeOf } from '../shared/configuration.ts'
import { serviceFile, storeFile, writeBackup } from './backup.ts'
import { backupSocket, requestLocally } from './local-socket.ts'

/** Records the backup in the ledger with plain SQL, because an older version may have written the database. */
function recordBackup(file: string, at: number): void {
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
 * @param to the folder to create, as an absolute path
 * @returns a sentence for the operator
 * @throws DatabaseUnusable with a sentence that says why it failed
 */
export async function backUp(configuration: Configuration, to: string): Promise<string> {
  const store = storeOf(configuration)
  const folder = join(configuration.dataDir, store)
  const made = `The backup is in ${to}. It contains numbers, texts and secrets. Copy it to another machine and protect it there.`
  // guard: postgres-has-its-own-backups
  if (configuration.databaseUrl !== null)
    throw new DatabaseUnusable('DATABASE_URL is set, so the data is in PostgreSQL. Back it up with pg_dump.')
  const answer = (await requestLocally(folder, backupSocket, to)) as { problem: string | null } | 'ended' | null
  if (answer === 'ended')
    throw new DatabaseUnusable('The gateway ended before the backup was complete. No files were kept.')
  if (answer?.problem) throw new DatabaseUnusable(answer.problem)
  if (answer) return made
  const files = [storeFile, serviceFile].map((file) => join(folder, file)).filter((file) => existsSync(file))
  if (files.length === 0) throw new DatabaseUnusable(`There is no database in ${folder}. Set DATA_DIR to its folder.`)
  const open = files.map(openAsItIs)
  try {
    recordBackup(files[0] ?? '', Date.now())
    await writeBackup({ folder, store }, to, Date.now())
    return made
  } finally {
    for (const one of open) one.close()
  }
}
