/**
 * The databases that this data folder has been used with. A missing one, such as on a disk that is not mounted, is not a first start:
 * without its history things could be done a second time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnusable } from '#server/database/faults.ts'
import { type DatabaseLocation, databaseExists } from '#server/database/open.ts'
import { describeLocation } from '#server/database/start-faults.ts'

const nameOf = (where: DatabaseLocation) =>
  'file' in where ? 'the embedded database' : `${describeLocation(where)} ${where.schema}`

function read(file: string): string[] {
  if (!existsSync(file)) return []
  const written: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return Array.isArray(written) ? written.map(String) : []
}

/**
 * Opens a database, and remembers that there is one.
 *
 * @param folder in which that is remembered
 * @throws DatabaseUnusable with a sentence when there was one and it is gone
 */
export async function openKnown<T>(
  where: DatabaseLocation,
  folder: string,
  open: (where: DatabaseLocation) => Promise<T>,
): Promise<T> {
  const file = join(folder, 'databases.json')
  const name = nameOf(where)
  let known: string[] = []
  try {
    known = read(file)
  } catch {
    // Unreadable: then nothing is known.
  }
  // guard: lost-database-is-no-first-start
  if (known.includes(name) && !(await databaseExists(where)))
    throw new DatabaseUnusable(
      `There is no database at ${describeLocation(where)}, where there was one. Restore it or mount its disk, then start again. To begin without its history, delete ${file}.`,
    )
  const opened = await open(where)
  try {
    rememberDatabase(where, folder)
  } catch {
    // On a full disk it is remembered with the next start.
  }
  return opened
}

/** Remembers that there is a database: from now on its absence is no first start. */
export function rememberDatabase(where: DatabaseLocation, folder: string): void {
  const file = join(folder, 'databases.json')
  const name = nameOf(where)
  let known: string[] = []
  try {
    known = read(file)
  } catch {
    // Unreadable: then nothing is known.
  }
  if (!known.includes(name)) writeFileSync(file, `${JSON.stringify([...known, name])}\n`, { mode: 0o600, flush: true })
}
