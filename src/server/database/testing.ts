/** For tests: reads the file of a database, with which other databases in memory can begin. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/** Returns what the file of an embedded database would contain. @param database may be in memory */
export async function readContents<Tables>(database: Kysely<Tables>): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-contents-'))
  const file = join(folder, 'database.db')
  await sql`vacuum into ${file}`.execute(database)
  const contents = readFileSync(file)
  rmSync(folder, { recursive: true })
  return contents
}
