/** Lists and compares versions. */
import type { Contract, DeletedRecord, ListedVersion, ResponseOf, VersionKind } from '#contract/index.ts'
import { paginate } from '../shared/pagination.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'
import { compareRecords } from './compare.ts'
import type { RecordKey } from './kinds.ts'
import {
  agentNamesIn,
  bodyOf,
  isDeletion,
  presentVersion,
  restoredAs,
  type VersionRow,
  versionRows,
  versionsOf,
} from './version-rows.ts'

const presentDeleted = async (store: Store, row: VersionRow): Promise<DeletedRecord> => ({
  ...presentVersion(row),
  restoredAs: await restoredAs(store, { kind: row.kind, workspace: row.workspace, recordId: row.record_id }),
})

/** What changed in a version. A deletion changes nothing, and what was seen first has nothing to be compared with. */
function changesIn(row: VersionRow, before: VersionRow | undefined): ListedVersion['changes'] {
  if (isDeletion(row.cause)) return []
  if (!before || before.hash === null) return null
  return compareRecords(row.kind, bodyOf(before), bodyOf(row)).map(({ part, change, names, field }) => ({
    part,
    change,
    names,
    field,
  }))
}

/** A page of the versions of a record, the latest first. */
export async function listVersions(store: Store, key: RecordKey, { page, limit }: { page: number; limit: number }) {
  const total = await countUpToLimit(store, versionsOf(store, key).clearSelect().clearOrderBy().select('v.number'))
  const rows = await versionsOf(store, key)
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  const [latest] = page === 1 ? rows : await versionsOf(store, key).limit(1).execute()
  const versions = rows
    .slice(0, limit)
    .map((row, index): ListedVersion => ({ ...presentVersion(row), changes: changesIn(row, rows[index + 1]) }))
  return {
    versions,
    pagination: paginate(page, limit, total, rows.length > limit),
    latest: latest ? await presentDeleted(store, latest) : null,
  }
}

const findRow = (store: Store, key: RecordKey, number: number): Promise<VersionRow | undefined> =>
  versionsOf(store, key).where('v.number', '=', number).executeTakeFirst()

/**
 * One version with the record as it was, and what changed in it.
 *
 * @param since the version to compare with; undefined: none
 * @returns null if one of the versions does not exist, or is no longer stored
 */
export async function findVersion(
  store: Store,
  key: RecordKey,
  number: number,
  since: number | undefined,
): Promise<ResponseOf<Contract['versionShow']> | null> {
  const row = await findRow(store, key, number)
  const from = since === undefined ? undefined : await findRow(store, key, since)
  if (!row || (since !== undefined && !from)) return null
  const record = bodyOf(row)
  const changes = from ? compareRecords(key.kind, bodyOf(from), record) : []
  return { version: presentVersion(row), record, changes, agentNames: await agentNamesIn(store, key, changes) }
}

/** A page of the deleted records of a kind, the latest deletion first. @param workspace '' for kinds that belong to none */
export async function listDeleted(
  store: Store,
  { kind, workspace, page, limit }: { kind: VersionKind; workspace: string; page: number; limit: number },
): Promise<{ records: DeletedRecord[]; pagination: ReturnType<typeof paginate> }> {
  const deleted = versionRows(store)
    .where('v.kind', '=', kind)
    .where('v.workspace', '=', workspace)
    .where('v.cause', 'in', ['deleted', 'deleted_elsewhere'])
    .where('v.replaced_at', 'is', null)
  const total = await countUpToLimit(store, deleted.clearSelect().select('v.number'))
  const rows = await deleted
    .orderBy('v.at', 'desc')
    .orderBy('v.record_id')
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute()
  const records = await Promise.all(rows.slice(0, limit).map((row) => presentDeleted(store, row)))
  return { records, pagination: paginate(page, limit, total, rows.length > limit) }
}
