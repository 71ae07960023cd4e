/** For tests: a store with a hook before each write, to simulate a full disk or a crash at any write. */
import type { KyselyPlugin } from 'kysely'
import { shareChanges } from '#server/database/changes.ts'
import type { Store } from '../store/store.ts'

const writeNodes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** @param before called before each write; an error that it throws becomes the database's error */
export function hookWrites(store: Store, before: () => void): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (writeNodes.has(node.kind)) before()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return shareChanges(store.withPlugin(plugin), store)
}
