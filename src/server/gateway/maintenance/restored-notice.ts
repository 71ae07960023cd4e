/** The notice that everyone sees after the data were restored from a backup, until an administrator dismisses it. */
import { type Operator, type Restored } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { readSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { restoredSetting } from './restored.ts'

export type RestoredNotice = Awaited<ReturnType<typeof createRestoredNotice>>

export async function createRestoredNotice({ store, recordAction }: { store: Store; recordAction: RecordAction }) {
  let notice: Restored | null = null
  const source = createSource()
  const read = async () => {
    const written = await readSetting(store, restoredSetting)
    notice = written === undefined ? null : (JSON.parse(written) as Restored)
    source.markChanged()
  }
  await read()
  // Another gateway may have dismissed the notice. While the database is unavailable, the notice stays.
  tableChangesOf(store).onChange(['settings'], () => notice && void read().catch(() => {}))

  return {
    /** The moment of the backup and of the restore; null: not restored, or dismissed. */
    get current() {
      addDependency(source)
      return notice
    },

    /** Dismisses the notice for everyone. @throws Refusal 503 if it cannot be recorded */
    async dismiss(operator: Operator): Promise<void> {
      if (!notice) return
      await recordAction({ endpoint: 'restoredDismiss', ids: {}, operator }, async () => {
        await store.deleteFrom('settings').where('name', '=', restoredSetting).execute()
        notice = null
        source.markChanged()
      })
    },
  }
}
