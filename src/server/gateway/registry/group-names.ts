/** Names what figures are about. */
import type { Store } from '../store/store.ts'
import { batchNames } from './batches.ts'
import type { Registry } from './registry.ts'

/** Records whose versions one statement reads. */
const recordsPerStatement = 500

/**
 * The names of agents or flows: the present one, or else that of the last version that is kept, since figures are kept longer than their
 * records. Those without a known name are missing.
 */
export async function recordNames(
  store: Store,
  registry: Pick<Registry, 'nameOf'>,
  kind: 'agent' | 'flow',
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const unnamed: string[] = []
  for (const id of new Set(ids)) {
    if (id === null || id === '') continue
    const name = registry.nameOf(kind, id)
    if (name === null) unnamed.push(id)
    else names.set(id, name)
  }
  for (let from = 0; from < unnamed.length; from += recordsPerStatement) {
    const versions = await store
      .selectFrom('record_versions')
      .select(['record_id', 'name'])
      .where('kind', '=', kind)
      .where('workspace', '=', '')
      .where('record_id', 'in', unnamed.slice(from, from + recordsPerStatement))
      .where('name', '!=', '')
      .orderBy('number')
      .execute()
    for (const { record_id, name } of versions) names.set(record_id, name)
  }
  return names
}

/** The groups with the names of agents, flows or batches; null: unknown. Groups by something else keep theirs. */
export async function withNames<Group extends { key: string; name: string | null }>(
  store: Store,
  registry: Pick<Registry, 'nameOf'>,
  by: string,
  groups: readonly Group[],
): Promise<Group[]> {
  if (by !== 'agent' && by !== 'flow' && by !== 'batch') return [...groups]
  const keys = groups.map(({ key }) => key)
  const names = await (by === 'batch' ? batchNames(store, keys) : recordNames(store, registry, by, keys))
  return groups.map((group) => ({ ...group, name: names.get(group.key) ?? null }))
}
