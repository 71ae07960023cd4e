/** Measures how lists, searches and the start of the gateway slow down as the data in PostgreSQL grows (`growth/measure.ts`). */
import { findPostgres } from '#server/gateway/testing/find-postgres.ts'
import { startPostgres } from '#server/gateway/testing/postgres.ts'
import type { Row } from '../measure.ts'
import { fillDatabase } from './growth/fill.ts'
import { type FilledDatabase, measureGrowth, sizes } from './growth/measure.ts'

export async function bench(): Promise<Row[]> {
  if (findPostgres() === null) {
    console.log('PostgreSQL not found. Nothing was measured.')
    return []
  }
  const postgres = await startPostgres()
  try {
    return await measureGrowth(async (store) => {
      const stores: FilledDatabase[] = []
      for (const rows of sizes) {
        const url = await postgres.createDatabase()
        await fillDatabase({ url, schema: store }, rows)
        stores.push({ env: { DATABASE_URL: url } })
      }
      return stores
    })
  } finally {
    await postgres.close()
  }
}
