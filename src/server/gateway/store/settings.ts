/** Settings: values by name, for the whole installation. */
import type { Store } from './store.ts'

/** Reads a setting. If it does not exist, stores a new value first. */
export async function ensureSetting(store: Store, name: string, createValue: () => string): Promise<string> {
  await store
    .insertInto('settings')
    .values({ name, value: createValue() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}

/** Reads a setting; undefined if it does not exist. */
export async function readSetting(store: Store, name: string): Promise<string | undefined> {
  const row = await store.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Creates or overwrites a setting. */
export async function saveSetting(store: Store, name: string, value: string): Promise<void> {
  await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Overwrites a setting if it still has the value that was read before.
 *
 * @param before the value that was read; undefined: the setting did not exist
 * @returns false, without a change, if another gateway has changed the setting since then
 */
export async function replaceSetting(
  store: Store,
  name: string,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where('settings.value', '=', before ?? ''),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}
