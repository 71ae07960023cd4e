/**
 * New batches that are stored on this device: the file's bytes and the changes made to it, so that a reload loses nothing. They contain
 * phone numbers and names, so they are in no other browser storage, only the operator who prepared them can see them, and they are removed
 * when started, discarded, or unused for a week (reliability R34). `sessionStorage` says which of them this tab is editing.
 */
import type { StoredFields } from './launch.ts'

export interface StoredLaunch extends StoredFields {
  id: string
  operatorId: string
  /** Epoch ms. */
  savedAt: number
}

const names = { database: 'switchboard-launches', launches: 'launches', files: 'files', tab: 'launch' } as const
const maxAgeMs = 7 * 24 * 3_600_000

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser cannot store data.')))
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(names.database, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(names.launches, { keyPath: 'id' })
    request.result.createObjectStore(names.files)
  })
  return resultOf(request)
}
let database: Promise<IDBDatabase> | undefined

async function runTransaction(act: (launches: IDBObjectStore, files: IDBObjectStore) => void): Promise<void> {
  database ??= openDatabase()
  const transaction = (await database).transaction([names.launches, names.files], 'readwrite')
  act(transaction.objectStore(names.launches), transaction.objectStore(names.files))
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser cannot store data.')),
    )
  })
}
async function store(name: 'launches' | 'files'): Promise<IDBObjectStore> {
  database ??= openDatabase()
  return (await database).transaction(names[name]).objectStore(names[name])
}

/** Stores a launch with its file. */
export const storeFile = (launch: StoredLaunch, file: Blob): Promise<void> =>
  runTransaction((launches, files) => {
    files.put(file, launch.id)
    launches.put(launch)
  })

/** Stores later changes. The file stays as it is. */
export const storeLaunch = (launch: StoredLaunch): Promise<void> => runTransaction((launches) => launches.put(launch))

export const removeStored = (ids: readonly string[]): Promise<void> =>
  runTransaction((launches, files) => {
    for (const id of ids) {
      launches.delete(id)
      files.delete(id)
    }
  })

/** The launches that this operator prepared on this device, latest first. Removes those that are too old. */
export async function storedLaunches(operatorId: string, now: number): Promise<StoredLaunch[]> {
  const all = (await resultOf((await store('launches')).getAll())) as StoredLaunch[]
  const expired = all.filter(({ savedAt }) => now - savedAt > maxAgeMs)
  if (expired.length > 0) await removeStored(expired.map(({ id }) => id))
  return all
    .filter((launch) => launch.operatorId === operatorId && !expired.includes(launch))
    .toSorted((one, other) => other.savedAt - one.savedAt)
}

/** One launch as last stored by any tab; undefined if it was removed. */
export const storedLaunch = async (id: string): Promise<StoredLaunch | undefined> =>
  (await resultOf((await store('launches')).get(id))) as StoredLaunch | undefined

export const storedFile = async (id: string): Promise<Blob | undefined> =>
  (await resultOf((await store('files')).get(id))) as Blob | undefined

/** The random ID of the launch that this tab is editing. It survives a reload. */
export const tabLaunch = {
  id: (): string | null => sessionStorage.getItem(names.tab),
  set: (id: string) => sessionStorage.setItem(names.tab, id),
  clear: () => sessionStorage.removeItem(names.tab),
}
