/** For tests: where this machine has a PostgreSQL. Knows no package, since the runner's configuration asks too. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of `initdb` and `postgres`; null: there is none. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}
