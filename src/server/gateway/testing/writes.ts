/** For tests: a store that tells of each write before it is made, so that a disk can be full, or a process die, at any of them. */
import type { KyselyPlugin } from 'kysely'
import { shareChanges } from '#server/database/changes.ts'
import type { Store } from '../store/store.ts'

const writeNodes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])

/** @param before what happens before a write; what it throws is what the database answers */
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
