/** Measures how lists, searches and the start of the gateway slow down as the embedded database grows (`growth/measure.ts`). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from '../measure.ts'
import { fillDatabase } from './growth/fill.ts'
import { measureGrowth, sizes } from './growth/measure.ts'

export async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'))
  try {
    return await measureGrowth((store) =>
      Promise.all(
        sizes.map(async (rows) => {
          const env = { DATA_DIR: join(folder, `${rows}`) }
          await fillDatabase({ file: join(env.DATA_DIR, store, 'gateway.db') }, rows)
          return { env }
        }),
      ),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
