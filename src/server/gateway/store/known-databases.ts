/**
 * The databases that this data folder has been used with. If one is missing, for example because its disk is not mounted, the gateway does
 * not start: an empty database in its place has no ledger, so commands could be sent twice.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { type DatabaseLocation, databaseExists } from '#server/database/open.ts'
import { describeLocation } from '#server/database/start-faults.ts'

const nameOf = (location: DatabaseLocation) =>
  'file' in location ? 'the embedded database' : `${describeLocation(location)} ${location.schema}`

/** Reads the names of the recorded databases. If the file cannot be read, every database counts as new. */
function readKnownNames(file: string): string[] {
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
export async function openKnownDatabase<T>(
  location: DatabaseLocation,
  folder: string,
  open: (where: DatabaseLocation) => Promise<T>,
): Promise<T> {
  const file = join(folder, 'databases.json')
  const name = nameOf(location)
  const knownNames = readKnownNames(file)
  // guard: lost-database-is-no-first-start
  if (knownNames.includes(name) && !(await databaseExists(location)))
    throw new DatabaseUnusable(
      `The database at ${describeLocation(location)} is missing. Restore it or mount its disk, then start again. To start with an empty database instead, delete ${file}: Switchboard then no longer knows which commands were sent.`,
    )
  const database = await open(location)
  try {
    rememberDatabase(location, folder)
  } catch {
    // If the disk is full, the next start records it.
  }
  return database
}

/** Records a database. If it is missing from now on, the gateway does not create a new one. */
export function rememberDatabase(location: DatabaseLocation, folder: string): void {
  const file = join(folder, 'databases.json')
  const name = nameOf(location)
  const knownNames = readKnownNames(file)
  if (!knownNames.includes(name))
    writeFileSync(file, `${JSON.stringify([...knownNames, name])}\n`, { mode: 0o600, flush: true })
}
