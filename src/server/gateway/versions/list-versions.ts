/** Lists and compares versions. */
import type { ListedVersion, RecordChange, RecordVersion } from '#contract/index.ts'
import { paginate } from '../shared/pagination.ts'
import { countUpToLimit } from '../store/count.ts'
import type { Store } from '../store/store.ts'
import { compareRecords } from './compare.ts'
import type { Fields, RecordKey } from './kinds.ts'
import { bodyOf, isDeletion, type VersionRow, versionsOf } from './version-rows.ts'

const present = (row: VersionRow): RecordVersion => ({
  recordId: row.record_id,
  number: row.number,
  at: row.at,
  cause: row.cause,
  operator: row.operator,
  effectId: row.effect_id,
  name: row.name,
  hasRecord: row.hash !== null,
  isPartial: row.is_partial === 1,
  restoredFrom:
    row.origin_id === null || row.origin_number === null
      ? null
      : { recordId: row.origin_id, number: row.origin_number },
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
    .map((row, index): ListedVersion => ({ ...present(row), changes: changesIn(row, rows[index + 1]) }))
  return {
    versions,
    pagination: paginate(page, limit, total, rows.length > limit),
    latest: latest ? present(latest) : null,
  }
}

const findRow = (store: Store, key: RecordKey, number: number): Promise<VersionRow | undefined> =>
  versionsOf(store, key).where('v.number', '=', number).executeTakeFirst()

/** One version with the record as it was; null if it does not exist, or is no longer stored. */
export async function findVersion(
  store: Store,
  key: RecordKey,
  number: number,
): Promise<{ version: RecordVersion; record: Fields | null } | null> {
  const row = await findRow(store, key, number)
  return row ? { version: present(row), record: bodyOf(row) } : null
}

/** What changed between two versions of a record; null if one of them does not exist, or is no longer stored. */
export async function compareVersions(
  store: Store,
  key: RecordKey,
  since: number,
  number: number,
): Promise<{ from: RecordVersion; to: RecordVersion; changes: RecordChange[] } | null> {
  const [from, to] = [await findRow(store, key, since), await findRow(store, key, number)]
  if (!from || !to) return null
  return { from: present(from), to: present(to), changes: compareRecords(key.kind, bodyOf(from), bodyOf(to)) }
}
