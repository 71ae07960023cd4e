/**
 * New batches that are stored on this device: the file's bytes and the changes made to it, so that a reload loses nothing. They contain
 * phone numbers and names, so no other browser storage has them, only the operator who prepared them can see them, and they are removed
 * when started, discarded, or unused for a week (reliability R34). `sessionStorage` says which of them this tab is editing.
 */
import type { StoredFields } from './new-batch.ts'

export interface StoredNewBatch extends StoredFields {
  id: string
  operatorId: string
  /** Epoch ms. */
  savedAt: number
}

const databaseName = 'switchboard-launches'
const stores = { newBatches: 'launches', files: 'files' } as const
const tabKey = 'launch'
const maxAgeMs = 7 * 24 * 3_600_000

const resultOfRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser cannot store data.')))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(stores.newBatches, { keyPath: 'id' })
    request.result.createObjectStore(stores.files)
  })
  return resultOfRequest(request)
}
let database: Promise<IDBDatabase> | undefined

async function runTransaction(write: (newBatches: IDBObjectStore, files: IDBObjectStore) => void): Promise<void> {
  database ??= openDatabase()
  const transaction = (await database).transaction([stores.newBatches, stores.files], 'readwrite')
  write(transaction.objectStore(stores.newBatches), transaction.objectStore(stores.files))
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser cannot store data.')),
    )
  })
}
async function store(name: keyof typeof stores): Promise<IDBObjectStore> {
  database ??= openDatabase()
  return (await database).transaction(stores[name]).objectStore(stores[name])
}

/** Stores a new batch with its file. */
export const storeFile = (newBatch: StoredNewBatch, file: Blob): Promise<void> =>
  runTransaction((newBatches, files) => {
    files.put(file, newBatch.id)
    newBatches.put(newBatch)
  })

/** Stores later changes. The file stays as it is. */
export const storeNewBatch = (newBatch: StoredNewBatch): Promise<void> =>
  runTransaction((newBatches) => newBatches.put(newBatch))

export const removeStored = (ids: readonly string[]): Promise<void> =>
  runTransaction((newBatches, files) => {
    for (const id of ids) {
      newBatches.delete(id)
      files.delete(id)
    }
  })

/** The new batches that this operator prepared on this device, latest first. Removes those that are too old. */
export async function storedNewBatches(operatorId: string, now: number): Promise<StoredNewBatch[]> {
  const stored = (await resultOfRequest((await store('newBatches')).getAll())) as StoredNewBatch[]
  const expired = stored.filter(({ savedAt }) => now - savedAt > maxAgeMs)
  if (expired.length > 0) await removeStored(expired.map(({ id }) => id))
  return stored
    .filter((newBatch) => newBatch.operatorId === operatorId && !expired.includes(newBatch))
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

/** One new batch as last stored by any tab; undefined if it was removed. */
export const storedNewBatch = async (id: string): Promise<StoredNewBatch | undefined> =>
  (await resultOfRequest((await store('newBatches')).get(id))) as StoredNewBatch | undefined

export const storedFile = async (id: string): Promise<Blob | undefined> =>
  (await resultOfRequest((await store('files')).get(id))) as Blob | undefined

/** The random ID of the new batch that this tab is editing. It survives a reload. */
export const tabNewBatchId = {
  get: (): string | null => sessionStorage.getItem(tabKey),
  set: (id: string) => sessionStorage.setItem(tabKey, id),
  clear: () => sessionStorage.removeItem(tabKey),
}
