/** What everybody is told after the data were restored from a backup, until an administrator has looked. */
import { type Operator, type Restored } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { readSetting, type Store } from '../store/store.ts'
import { restoredSetting } from './restored.ts'

export type RestoredNote = Awaited<ReturnType<typeof createRestoredNote>>

export async function createRestoredNote({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  let note: Restored | null = null
  const source = createSource()
  const read = async () => {
    const written = await readSetting(store, restoredSetting)
    note = written === undefined ? null : (JSON.parse(written) as Restored)
    source.changed()
  }
  await read()
  // Also when another gateway dismissed it. While the database is away the note stays.
  tableChangesOf(store).onChange(['settings'], () => note && void read().catch(() => {}))

  return {
    /** From when the data are, and when they were restored; null: they were not, or it was seen. */
    get current() {
      dependsOn(source)
      return note
    },

    /** An administrator has looked at what was done since. @throws Refusal 503 when it cannot be recorded */
    async dismiss(operator: Operator): Promise<void> {
      if (!note) return
      await recordAction({ endpoint: 'restoredDismiss', ids: {}, operator }, async () => {
        await store.deleteFrom('settings').where('name', '=', restoredSetting).execute()
        note = null
        source.changed()
      })
    },
  }
}
