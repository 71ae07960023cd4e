/** For tests: adds a hook before each write to a store, to simulate a full disk or a crash at any write. */
import type { KyselyPlugin } from 'kysely'
import { shareChanges } from '#server/database/changes.ts'
import type { Store } from '../store/store.ts'

const writeNodes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** @param beforeWrite called before each write; if it throws an error, the write fails with this error */
export function hookWrites(store: Store, beforeWrite: () => void): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (writeNodes.has(node.kind)) beforeWrite()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return shareChanges(store.withPlugin(plugin), store)
}
