/** A database on this device (IndexedDB), for unfinished work that must survive a reload. */

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser cannot store data.')))
  })

/**
 * Opens the database at the first use, and creates its stores if this device does not have it yet.
 * @param stores the options of each store, by its name
 */
export function createDeviceDatabase<Store extends string>(
  name: string,
  stores: Readonly<Record<Store, IDBObjectStoreParameters>>,
) {
  let opened: Promise<IDBDatabase> | undefined
  const names = Object.keys(stores) as Store[]

  function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const store of names) request.result.createObjectStore(store, stores[store])
    })
    return resultOf(request)
  }

  return {
    read: async <T>(store: Store, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
      opened ??= open()
      return await resultOf(request((await opened).transaction(store).objectStore(store)))
    },

    /** Makes all changes or none. They are made even if the page is closed or reloaded immediately after the call. */
    write: async (change: (stores: Readonly<Record<Store, IDBObjectStore>>) => void): Promise<void> => {
      opened ??= open()
      const transaction = (await opened).transaction(names, 'readwrite')
      change(
        Object.fromEntries(names.map((store) => [store, transaction.objectStore(store)])) as Record<
          Store,
          IDBObjectStore
        >,
      )
      // Otherwise the browser waits until the page has handled the answers, and a page that is being reloaded never does.
      transaction.commit()
      await new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('abort', () =>
          reject(transaction.error ?? new Error('The browser cannot store data.')),
        )
      })
    },
  }
}
