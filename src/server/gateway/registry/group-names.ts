/** Names what groups of figures are about. */
import type { Store } from '../store/store.ts'
import { batchNames } from './batches.ts'
import type { Registry } from './registry.ts'

/** The groups with the names of agents, flows or batches; null: unknown. Groups by something else keep theirs. */
export async function withNames<Group extends { key: string; name: string | null }>(
  store: Store,
  registry: Pick<Registry, 'nameOf'>,
  by: string,
  groups: readonly Group[],
): Promise<Group[]> {
  if (by === 'agent' || by === 'flow')
    return groups.map((group) => ({ ...group, name: registry.nameOf(by, group.key) }))
  if (by !== 'batch') return [...groups]
  const names = await batchNames(
    store,
    groups.map(({ key }) => key),
  )
  return groups.map((group) => ({ ...group, name: names.get(group.key) ?? null }))
}
