/** Reads and writes versions in the database. */
import type { RecordChange, RecordVersion, VersionCause } from '#contract/index.ts'
import type { Store } from '../store/store.ts'
import type { RecordVersionTable } from '../store/tables/versions.ts'
import { contentOf, hashOf } from './contents.ts'
import { type Fields, kinds, type RecordKey, recordKey } from './kinds.ts'

export type VersionRow = RecordVersionTable & { body: string | null }

/** Versions with their contents. */
export const versionRows = (store: Store) =>
  store
    .selectFrom('record_versions as v')
    .leftJoin('record_bodies as b', 'b.hash', 'v.hash')
    .selectAll('v')
    .select('b.body')

/** The versions of a record, the latest first. */
export const versionsOf = (store: Store, { kind, workspace, recordId }: RecordKey) =>
  versionRows(store)
    .where('v.kind', '=', kind)
    .where('v.workspace', '=', workspace)
    .where('v.record_id', '=', recordId)
    .orderBy('v.number', 'desc')

/** A version as the dashboard shows it. */
export const presentVersion = (row: VersionRow): RecordVersion => ({
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

/** The latest version of a record. */
export const latestVersion = (store: Store, key: RecordKey): Promise<VersionRow | undefined> =>
  versionsOf(store, key).limit(1).executeTakeFirst()

/** The names of the agents that changes of a flow name, as far as they are known. */
export async function agentNamesIn(
  store: Store,
  { kind, workspace }: RecordKey,
  changes: readonly RecordChange[],
): Promise<Record<string, string>> {
  const { agentField, agentKind } = kinds[kind]
  const ids = changes
    .filter(({ part, field }) => part === 'field' && field === agentField)
    .flatMap(({ from, to }) => [from, to].filter((id): id is string => typeof id === 'string' && id !== ''))
  if (agentKind === null || ids.length === 0) return {}
  const names = await Promise.all(
    ids.map(async (id) => [id, (await latestVersion(store, recordKey(agentKind, id, workspace)))?.name ?? ''] as const),
  )
  return Object.fromEntries(names.filter(([, name]) => name !== ''))
}

/** The id of the record that was created again from this one; null if it was not. */
export async function restoredAs(store: Store, { kind, workspace, recordId }: RecordKey): Promise<string | null> {
  const row = await store
    .selectFrom('record_versions')
    .select('record_id')
    .where('origin_id', '=', recordId)
    .where('kind', '=', kind)
    .where('workspace', '=', workspace)
    .where('record_id', '<>', recordId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.record_id ?? null
}

export const bodyOf = ({ body }: Pick<VersionRow, 'body'>): Fields | null =>
  body === null ? null : (JSON.parse(body) as Fields)

export const isDeletion = (cause: VersionCause): boolean => cause === 'deleted' || cause === 'deleted_elsewhere'

export interface NewVersion {
  cause: VersionCause
  /** Epoch ms. */
  at: number
  /** null: nothing is known of the record. */
  body: Fields | null
  isPartial: boolean
  /** The command that made it; absent: it was only seen. */
  command?: CommandFacts
}

export interface CommandFacts {
  effectId: string
  operator: string
  origin: { id: string; number: number } | null
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Stores what a record contains, once for all versions with the same content. */
async function storeBody(store: Store, { kind }: RecordKey, body: Fields) {
  const content = contentOf(kind, body)
  const hash = hashOf(content)
  await store
    .insertInto('record_bodies')
    .values({ hash, body: JSON.stringify(content) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  const { agentField } = kinds[kind]
  return {
    hash,
    name: textOrEmpty(content.name),
    agent_id: agentField === null ? null : textOrEmpty(content[agentField]) || null,
  }
}

const commandColumns = ({ effectId, operator, origin }: CommandFacts) => ({
  effect_id: effectId,
  operator,
  origin_id: origin?.id ?? null,
  origin_number: origin?.number ?? null,
})

/**
 * Adds a version after the latest one. Call in a transaction.
 *
 * @returns false if another gateway added one meanwhile, so that the latest version has to be read again
 */
export async function insertVersion(
  store: Store,
  key: RecordKey,
  latest: VersionRow | undefined,
  version: NewVersion,
): Promise<boolean> {
  const { cause, at, body, isPartial, command } = version
  const content =
    body === null ? { hash: null, name: latest?.name ?? '', agent_id: null } : await storeBody(store, key, body)
  const { kind, workspace, recordId: record_id } = key
  const number = (latest?.number ?? 0) + 1
  const byNobody = { effect_id: null, operator: null, origin_id: null, origin_number: null }
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('record_versions')
    .values({
      kind,
      workspace,
      record_id,
      number,
      at,
      cause,
      is_partial: Number(isPartial),
      replaced_at: null,
      ...content,
      ...(command ? commandColumns(command) : byNobody),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'workspace', 'record_id', 'number']).doNothing())
    .executeTakeFirst()
  // guard: version-is-compared-with-the-latest
  if (Number(numInsertedOrUpdatedRows) === 0) return false
  if (latest) await updateVersion(store, latest, { replaced_at: at })
  return true
}

const updateVersion = (store: Store, row: RecordVersionTable, values: Partial<RecordVersionTable>) =>
  store
    .updateTable('record_versions')
    .set(values)
    .where('kind', '=', row.kind)
    .where('workspace', '=', row.workspace)
    .where('record_id', '=', row.record_id)
    .where('number', '=', row.number)
    .execute()

/** Replaces the content of a version of which not all fields were known. */
export async function completeVersion(
  store: Store,
  key: RecordKey,
  row: VersionRow,
  body: Fields,
  isPartial: boolean,
): Promise<void> {
  await updateVersion(store, row, { ...(await storeBody(store, key, body)), is_partial: Number(isPartial) })
}

/** Says that a command made a version that a read had found already. */
export async function claimVersion(
  store: Store,
  row: VersionRow,
  cause: VersionCause,
  command: CommandFacts,
): Promise<void> {
  await updateVersion(store, row, { cause, ...commandColumns(command) })
}
