/**
 * New batches that are stored on this device: the file's bytes and the changes made to it, so that a reload loses nothing. They contain
 * phone numbers and names, so no other browser storage has them, only the operator who prepared them can see them, and they are removed
 * when started, discarded, or unused for a week (reliability R34). `sessionStorage` says which of them this tab is editing.
 */
import { createDeviceDatabase } from '#ui/device-database.ts'
import type { StoredFields } from './new-batch.ts'

export interface StoredNewBatch extends StoredFields {
  id: string
  operatorId: string
  /** Epoch ms. */
  savedAt: number
}

const tabKey = 'launch'
const maxAgeMs = 7 * 24 * 3_600_000

const database = createDeviceDatabase('switchboard-launches', { launches: { keyPath: 'id' }, files: {} })

/** Stores a new batch with its file. */
export const storeFile = (newBatch: StoredNewBatch, file: Blob): Promise<void> =>
  database.write(({ launches, files }) => {
    files.put(file, newBatch.id)
    launches.put(newBatch)
  })

/** Stores later changes. The file stays as it is. */
export const storeNewBatch = (newBatch: StoredNewBatch): Promise<void> =>
  database.write(({ launches }) => launches.put(newBatch))

export const removeStored = (ids: readonly string[]): Promise<void> =>
  database.write(({ launches, files }) => {
    for (const id of ids) {
      launches.delete(id)
      files.delete(id)
    }
  })

/** The new batches that this operator prepared on this device, latest first. Removes those that are too old. */
export async function storedNewBatches(operatorId: string, now: number): Promise<StoredNewBatch[]> {
  const stored = (await database.read('launches', (store) => store.getAll())) as StoredNewBatch[]
  const expired = stored.filter(({ savedAt }) => now - savedAt > maxAgeMs)
  if (expired.length > 0) await removeStored(expired.map(({ id }) => id))
  return stored
    .filter((newBatch) => newBatch.operatorId === operatorId && !expired.includes(newBatch))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

/** One new batch as last stored by any tab; undefined if it was removed. */
export const storedNewBatch = async (id: string): Promise<StoredNewBatch | undefined> =>
  (await database.read('launches', (store) => store.get(id))) as StoredNewBatch | undefined

export const storedFile = async (id: string): Promise<Blob | undefined> =>
  (await database.read('files', (store) => store.get(id))) as Blob | undefined

/** The random ID of the new batch that this tab is editing. It survives a reload. */
export const tabNewBatchId = {
  get: (): string | null => sessionStorage.getItem(tabKey),
  set: (id: string) => sessionStorage.setItem(tabKey, id),
  clear: () => sessionStorage.removeItem(tabKey),
}
