/** Marks an embedded database that was moved to PostgreSQL: a gateway that used it would miss what happens there. */
import { DatabaseUnusable } from '#server/database/faults.ts'
import { readSetting, type Store, saveSetting } from './store.ts'

export interface Moved {
  id: string
  /** Where to, for people. */
  to: string
  /** Epoch ms. */
  at: number
}

const movedSetting = 'moved'

/** The recorded move; null if the database was not moved. */
export async function readMoved(store: Store): Promise<Moved | null> {
  const written = await readSetting(store, movedSetting)
  return written === undefined ? null : (JSON.parse(written) as Moved)
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
      `This database was moved to the PostgreSQL at ${moved.to} on ${new Date(moved.at).toISOString().slice(0, 10)}. Set DATABASE_URL to it. If the move was broken off, run npm run move again. To go on with this database instead, restore a backup of it.`,
    )
}
