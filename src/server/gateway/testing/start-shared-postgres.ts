/** Starts the PostgreSQL server that test files share, before them, and ends it after them. */
import type { TestProject } from 'vitest/node'
import { findPostgres } from './find-postgres.ts'
import { startPostgres } from './postgres.ts'

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (findPostgres() === null) return undefined
  const { url, close } = await startPostgres()
  project.provide('postgres', url)
  return close
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the shared PostgreSQL server. */
    postgres: string
  }
}
