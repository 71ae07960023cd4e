/** Marks an embedded database that was moved to PostgreSQL, so that no gateway uses it any more: the later records are in PostgreSQL. */
import { DatabaseUnusable } from '#server/database/faults.ts'
import { readSetting, saveSetting } from './settings.ts'
import type { Store } from './store.ts'

/** A record of the move. */
export interface Moved {
  id: string
  /** The PostgreSQL to which the database was moved, for messages. */
  to: string
  /** When the database was moved, epoch ms. */
  at: number
}

const movedSetting = 'moved'

/** The recorded move; null if the database was not moved. */
export async function readMoved(store: Store): Promise<Moved | null> {
  const stored = await readSetting(store, movedSetting)
  return stored === undefined ? null : (JSON.parse(stored) as Moved)
}

/** Records the move. */
export const saveMoved = (store: Store, moved: Moved): Promise<void> =>
  saveSetting(store, movedSetting, JSON.stringify(moved))

/** @throws DatabaseUnusable when the database was moved */
export async function assertNotMoved(store: Store): Promise<void> {
  const moved = await readMoved(store)
  // guard: moved-database-is-not-used
  if (moved)
    throw new DatabaseUnusable(
      `This database was moved to the PostgreSQL at ${moved.to} on ${new Date(moved.at).toISOString().slice(0, 10)}. Set DATABASE_URL to it. If the move did not finish, run npm run move again. To continue with this database instead, restore a backup of it.`,
    )
}
