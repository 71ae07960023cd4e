/** For tests: finds PostgreSQL on this machine. Imports no packages, because the test runner's configuration uses it. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @returns the folder of `initdb` and `postgres`; null: not found */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}
