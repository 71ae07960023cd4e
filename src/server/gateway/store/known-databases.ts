/**
 * The databases that this data folder has been used with. If one is missing, for example because its disk is not mounted, the gateway does
 * not start: an empty database in its place has no ledger, so commands could be sent twice.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { type DatabaseLocation, databaseExists } from '#server/database/open.ts'
import { describeLocation } from '#server/database/start-faults.ts'

const nameOf = (where: DatabaseLocation) =>
  'file' in where ? 'the embedded database' : `${describeLocation(where)} ${where.schema}`

/** The recorded databases. If the file cannot be read, every database counts as new. */
function readKnown(file: string): string[] {
  try {
    if (!existsSync(file)) return []
    const names: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(names) ? names.map(String) : []
  } catch {
    return []
  }
}

/**
 * Opens a database and records it in databases.json.
 *
 * @param folder the data folder, which contains databases.json
 * @throws DatabaseUnusable with a sentence if the file lists the database but it no longer exists
 */
export async function openKnown<T>(
  where: DatabaseLocation,
  folder: string,
  open: (where: DatabaseLocation) => Promise<T>,
): Promise<T> {
  const file = join(folder, 'databases.json')
  const name = nameOf(where)
  const known = readKnown(file)
  // guard: lost-database-is-no-first-start
  if (known.includes(name) && !(await databaseExists(where)))
    throw new DatabaseUnusable(
      `The database at ${describeLocation(where)} is missing. Restore it or mount its disk, then start again. To start with an empty database instead, delete ${file}: Switchboard then no longer knows which commands were sent.`,
    )
  const opened = await open(where)
  try {
    rememberDatabase(where, folder)
  } catch {
    // If the disk is full, the next start records it.
  }
  return opened
}

/** Records a database. If it is missing from now on, the gateway does not create a new one. */
export function rememberDatabase(where: DatabaseLocation, folder: string): void {
  const file = join(folder, 'databases.json')
  const name = nameOf(where)
  const known = readKnown(file)
  if (!known.includes(name)) writeFileSync(file, `${JSON.stringify([...known, name])}\n`, { mode: 0o600, flush: true })
}
