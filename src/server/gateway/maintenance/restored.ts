/**
 * Handles a store that was restored from a backup. It does not know what was done since, so nothing in it starts or is sent
 * automatically. Held commands go back to their owners, commands that were being sent become unknown, and automatic starts wait for a
 * person. Sessions and links end. A restore is detected at startup: copies of an embedded database are marked, and a PostgreSQL database
 * that was loaded from a dump has a different identity.
 */
import { sql } from 'kysely'
import { isSqlite } from '#server/database/open.ts'
import { decisionTtlMs } from '../batches/prepared-batches.ts'
import type { OpenState } from '../ledger/effect-rows.ts'
import { appendHistory, recordDone, releaseHold, releaseTarget } from '../ledger/history.ts'
import { saveOutcome } from '../review/decision/decision-store.ts'
import { refusal } from '../shared/refusals.ts'
import { readSetting, saveSetting } from '../store/settings.ts'
import type { Store } from '../store/store.ts'
import { copySetting } from './backup.ts'

/** The setting with the moment of the backup, until an administrator dismisses the notice. */
export const restoredSetting = 'restored'
/** The setting with the identity of the PostgreSQL database that the store was used in. */
const homeSetting = 'home'

/** "22 November 2026 at 21:50 UTC". In UTC, because its readers may be in any zone. */
const inWords = (at: number) =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

interface Home {
  database: string
  table: string
  /** '' without the permission to read it. */
  system: string
}

/** The identity of a PostgreSQL database. It differs after loading a dump: another database, other tables, or another server. */
async function homeOf(store: Store): Promise<Home> {
  const { rows } = await sql<{ database: string; table: string }>`
    select (select oid::text from pg_database where datname = current_database()) as database,
      'effects'::regclass::oid::text as table`.execute(store)
  const system = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
    .execute(store)
    .then(({ rows }) => rows[0]?.id ?? '')
    .catch(() => '')
  return { database: rows[0]?.database ?? '', table: rows[0]?.table ?? '', system }
}

const isElsewhere = (one: Home, other: Home) =>
  one.database !== other.database ||
  one.table !== other.table ||
  (one.system !== '' && other.system !== '' && one.system !== other.system)

/** @returns the latest moment recorded in the store, epoch ms */
export async function latestMoment(store: Store): Promise<number> {
  const { at } = await store
    .selectFrom('history')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  const { sent } = await store
    .selectFrom('sends')
    .select(({ fn }) => fn.max('at').as('sent'))
    .executeTakeFirstOrThrow()
  return Math.max(at ?? 0, sent ?? 0)
}

/** Marks a store as a copy of a moment (epoch ms), so that the next start treats it as restored. */
export const markAsCopy = (store: Store, at: number): Promise<void> =>
  saveSetting(store, copySetting, JSON.stringify({ at }))

/** @returns the moment of the backup, epoch ms; null: the store was not restored */
async function restoredFrom(store: Store, home: Home | null): Promise<number | null> {
  const copied = await readSetting(store, copySetting)
  if (copied !== undefined) return (JSON.parse(copied) as { at: number }).at
  const known = home && (await readSetting(store, homeSetting))
  // guard: dump-is-no-first-home
  if (home && known && isElsewhere(home, JSON.parse(known) as Home)) return latestMoment(store)
  return null
}

/** @returns the effects in an open state */
const openEffectsIn = (store: Store, state: OpenState) =>
  store
    .selectFrom('open_effects as o')
    .innerJoin('effects as e', 'e.id', 'o.effect_id')
    .select(['o.effect_id', 'e.endpoint'])
    .where('o.state', '=', state)
    .execute()

async function returnHeld(store: Store, at: number, reason: string, message: string): Promise<void> {
  for (const { effect_id } of await openEffectsIn(store, 'held')) {
    await releaseHold(store, effect_id)
    await appendHistory(store, effect_id, { state: 'withdrawn', at, operator: null, reason })
    await releaseTarget(store, effect_id)
    await saveOutcome(store, effect_id, {
      refusal: refusal({ status: 503, code: 'restored', sent: 'unknown', message }),
    })
  }
}

/** Ends all sessions and unused links. */
async function endSessions(store: Store): Promise<void> {
  const tables = new Set((await store.introspection.getTables()).map(({ name }) => name))
  for (const table of ['session', 'verification'])
    if (tables.has(table)) await sql`delete from ${sql.table(table)}`.execute(store)
  await store.updateTable('links').set({ expires_at: 0 }).where('used_at', 'is', null).execute()
  await store.deleteFrom('password_links').execute()
}

/** Counts the current minute's requests as used up, because the store does not know what was sent in the last minute. */
async function spendBudget(store: Store, at: number, perMinute: number): Promise<void> {
  // Both tables are rebuilt from `sends`.
  await store.deleteFrom('request_places').execute()
  await store.deleteFrom('request_budget').execute()
  const sent = { at, lane: 'reads', page: 'connection', operator: '' }
  for (let left = perMinute; left > 0; left -= 500)
    await store
      .insertInto('sends')
      .values(Array.from({ length: Math.min(500, left) }, () => sent))
      .execute()
}

async function holdEverything(store: Store, from: number, at: number, perMinute: number): Promise<void> {
  const reason = `Restored from a backup of ${inWords(from)}.`
  const warning = 'Switchboard does not know what was done after it, so this may have been done already.'
  // guard: restored-decision-goes-back
  await returnHeld(
    store,
    at,
    reason,
    `Switchboard was restored from a backup of ${inWords(from)}, so this decision was undone. It may have been sent after the backup. Read the conversation before you decide again.`,
  )
  for (const { effect_id, endpoint } of await openEffectsIn(store, 'sending'))
    await appendHistory(store, effect_id, {
      state: endpoint === 'backupMake' ? 'done' : 'unknown',
      at,
      operator: null,
      reason,
    })
  await store
    .updateTable('prepared_batches')
    .set({
      // guard: restored-batch-waits
      problem: `${reason} ${warning} Check the batches in the service before you start it.`,
      until: at + decisionTtlMs,
    })
    .where('start_id', 'is', null)
    .execute()
  await store
    .updateTable('approvals')
    .set({ problem: `${reason} ${warning}` })
    .where('state', '=', 'waiting')
    .execute()
  // Batches are still cancelled when calling hours end. The people left then wait for a person.
  await store
    .updateTable('batch_closings')
    .set({ after_hours: /* guard: restored-closing-starts-nothing */ 'person' })
    .where('state', 'in', ['open', 'cancelled'])
    .execute()
  await store.deleteFrom('claims').execute()
  await store.deleteFrom('exports').execute()
  // guard: restored-sessions-are-ended
  await endSessions(store)
  await spendBudget(store, at, perMinute)
  const operator = { id: 'switchboard', name: 'Switchboard' }
  await recordDone(store, { endpoint: 'dataRestore', operator, at, reason })
}

/**
 * Handles a restored store. Call it at startup, before anything reads the store.
 *
 * @param deps.now epoch ms
 * @param deps.perMinute the plan's requests a minute; 0: the service has just started, so it has counted no requests
 * @returns the moment of the backup, epoch ms; null: the store was not restored
 */
export async function handleRestore(
  store: Store,
  { now, perMinute }: { now: () => number; perMinute: number },
): Promise<number | null> {
  const home = isSqlite(store) ? null : await homeOf(store)
  return store.transaction().execute(async (store) => {
    // If several gateways start at once, one does this and the others wait.
    if (home) await sql`select pg_advisory_xact_lock(hashtext('switchboard restored'))`.execute(store)
    const from = await restoredFrom(store, home)
    if (home) await saveSetting(store, homeSetting, JSON.stringify(home))
    if (from === null) return null
    await holdEverything(store, from, now(), perMinute)
    await store.deleteFrom('settings').where('name', '=', copySetting).execute()
    await saveSetting(store, restoredSetting, JSON.stringify({ from, at: now() }))
    return from
  })
}
