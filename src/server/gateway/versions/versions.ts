/**
 * Keeps every version of agents, flows, messaging agents and message flows. A command adds one in the transaction that records its end,
 * and a read adds one if the record differs from its latest version. No request is sent for this: only answers that somebody asked for
 * are compared.
 */

import { LRUCache } from 'lru-cache'
import { tableChangesOf } from '#server/database/changes.ts'
import { isGone } from '../cache/absence.ts'
import type { Snapshot } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { WriteRequest } from '../ledger/evidence.ts'
import { atMost } from '../shared/at-most.ts'
import { type Clock, dateOf, hourMs } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { compareRecords } from './compare.ts'
import {
  afterCommand,
  afterList,
  afterShow,
  contentOf,
  hashOf,
  isWhole,
  overlay,
  type Reading,
  readingsIn,
} from './contents.ts'
import { type Fields, idIn, type RecordKey, recordCommandOf, recordKey, recordReadOf } from './kinds.ts'
import {
  bodyOf,
  type CommandFacts,
  claimVersion,
  completeVersion,
  insertVersion,
  isDeletion,
  latestVersion,
  type VersionRow,
} from './version-rows.ts'

/** How long a version is stored after it was replaced, and a deleted record after its deletion. */
const retentionMs = 2 * 365 * 24 * hourMs
/** Reads whose contents are compared with the database only if they changed. */
const maxKnownReadings = 5_000

/** Ids of a command that restores a version: the record that had it, and its number. The audit has them too. */
export interface RestoredIds {
  restoredFrom?: string
  restoredVersion?: string
}

export type Versions = ReturnType<typeof createVersions>

export function createVersions({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
  /** By record: the hash of the last reading that was compared. */
  const knownReadings = new LRUCache<string, string>(atMost(maxKnownReadings))
  let pending: Promise<void> = Promise.resolve()
  const deleteTimer = setInterval(() => void deleteOld().catch(() => {}), hourMs).unref()
  // A command, or another gateway, may have added a version, so that an equal reading has to be compared again.
  tableChangesOf(store).onChange(['record_versions'], () => knownReadings.clear())

  /** Reads the latest version, and adds another if `add` does. Again if another gateway added one at the same moment. */
  async function afterLatest(
    store: Store,
    key: RecordKey,
    add: (latest: VersionRow | undefined) => Promise<boolean>,
  ): Promise<void> {
    while (!(await add(await latestVersion(store, key))));
  }

  /** The command of an effect. A restored record names in its ids what it was restored from. */
  async function commandFacts(store: Store, effectId: string): Promise<CommandFacts & { recordedAt: number }> {
    const row = await store
      .selectFrom('effects')
      .select(['operator', 'at', 'ids'])
      .where('id', '=', effectId)
      .executeTakeFirstOrThrow()
    const { restoredFrom, restoredVersion } = JSON.parse(row.ids) as RestoredIds
    const origin = restoredFrom === undefined ? null : { id: restoredFrom, number: Number(restoredVersion) }
    return { effectId, operator: row.operator, origin, recordedAt: row.at }
  }

  /**
   * Adds the version that a command made. Call in the transaction that records that it was carried out.
   *
   * @param answer the service's answer, or what a read shows instead
   */
  async function recordCommand(
    store: Store,
    effectId: string,
    { name, params, body: sentBody, workspace }: WriteRequest,
    answer: unknown,
  ): Promise<void> {
    const command = recordCommandOf(name)
    if (!command) return
    const { kind, action } = command
    const recordId = action === 'create' ? idIn(answer as Fields) : (Object.values(params)[0] ?? null)
    if (recordId === null) return
    const key = recordKey(kind, recordId, workspace)
    const facts = await commandFacts(store, effectId)
    const cause = action === 'create' ? 'created' : action === 'change' ? 'changed' : 'deleted'
    await afterLatest(store, key, async (latest) => {
      const known = latest ? bodyOf(latest) : null
      /** A read may have seen what this command did before its answer arrived. */
      const isSeenAlready = latest?.effect_id === null && latest.at >= facts.recordedAt
      if (action === 'delete') {
        if (latest && isDeletion(latest.cause)) {
          if (isSeenAlready) await claimVersion(store, latest, cause, facts)
          return true
        }
        return insertVersion(store, key, latest, {
          cause,
          at: clock.now(),
          body: known,
          isPartial: false,
          command: facts,
        })
      }
      const { body, isPartial } = afterCommand(kind, known, (sentBody ?? {}) as Fields, answer as Fields)
      if (latest && !isDeletion(latest.cause) && compareRecords(kind, known, body).length === 0) {
        if (isSeenAlready) await claimVersion(store, latest, cause, facts)
        return true
      }
      return insertVersion(store, key, latest, { cause, at: clock.now(), body, isPartial, command: facts })
    })
  }

  /**
   * Compares a reading with the latest version.
   *
   * @param at when it was read, epoch ms
   * @returns false: the read began before the latest version, so they were not compared
   */
  async function recordReading(key: RecordKey, isList: boolean, reading: Reading, at: number): Promise<boolean> {
    const { kind } = key
    let isCompared = true
    await store.transaction().execute((store) =>
      afterLatest(store, key, async (latest) => {
        if (!latest)
          return insertVersion(store, key, latest, {
            cause: 'seen',
            at,
            body: reading.record,
            isPartial: isList && !isWhole(kind, reading),
          })
        isCompared = latest.at < at
        if (!isCompared) return true
        const known = bodyOf(latest)
        const body = isList ? afterList(known, reading) : afterShow(known, reading)
        if (isDeletion(latest.cause))
          return insertVersion(store, key, latest, { cause: 'seen', at, body, isPartial: isList && known === null })
        const isPartial = isList && latest.is_partial === 1
        const next = { cause: 'changed_elsewhere', at, body, isPartial } as const
        if (isList || latest.is_partial === 0) {
          if (compareRecords(kind, known, body).length === 0) return true
          return insertVersion(store, key, latest, next)
        }
        // The latest version lacks fields. Those that it has may differ, and the others are completed.
        const completed = latest.effect_id === null ? (overlay(body, known) as Fields) : body
        const isChanged = compareRecords(kind, completed, body).length > 0
        await completeVersion(store, key, latest, completed, false)
        return isChanged ? insertVersion(store, key, latest, next) : true
      }),
    )
    return isCompared
  }

  /** Records that the service no longer knows a record. */
  async function recordMissing(key: RecordKey, at: number): Promise<void> {
    await store.transaction().execute((store) =>
      afterLatest(store, key, async (latest) =>
        !latest || isDeletion(latest.cause) || latest.at >= at
          ? true
          : insertVersion(store, key, latest, {
              cause: 'deleted_elsewhere',
              at,
              body: bodyOf(latest),
              isPartial: latest.is_partial === 1,
            }),
      ),
    )
  }

  async function recordRead(read: Read, snapshot: Snapshot, answer: Buffer | null): Promise<void> {
    const found = recordReadOf(read.name)
    if (!found) return
    const { kind, isList } = found
    const at = dateOf(clock, snapshot.readAt)
    if (!snapshot.refusal && answer) {
      for (const reading of readingsIn(kind, isList, snapshot.data, answer)) {
        const key = recordKey(kind, reading.recordId, read.workspace)
        const hash = hashOf({ isList, ...contentOf(kind, reading.record) })
        if (knownReadings.get(JSON.stringify(key)) === hash) continue
        if (await recordReading(key, isList, reading, at)) knownReadings.set(JSON.stringify(key), hash)
      }
      return
    }
    const isDeleted = isGone(snapshot) && snapshot.refusal?.code !== 'not_offered'
    const [recordId] = Object.values(read.params)
    if (isDeleted && !isList && recordId) await recordMissing(recordKey(kind, recordId, read.workspace), at)
  }

  /** Deletes versions whose retention time is over, and contents that no version has any more. */
  async function deleteOld(): Promise<void> {
    const before = clock.now() - retentionMs
    const deletedVersions = store.deleteFrom('record_versions')
    const results = await Promise.all([
      deletedVersions.where('replaced_at', '<', before).executeTakeFirst(),
      deletedVersions
        .where('cause', 'in', ['deleted', 'deleted_elsewhere'])
        .where('replaced_at', 'is', null)
        .where('at', '<', before)
        .executeTakeFirst(),
    ])
    if (results.every(({ numDeletedRows }) => Number(numDeletedRows) === 0)) return
    await store
      .deleteFrom('record_bodies')
      .where(
        'hash',
        'not in',
        store.selectFrom('record_versions').select('hash').where('hash', 'is not', null).$castTo<{ hash: string }>(),
      )
      .execute()
  }

  return {
    recordCommand,

    /**
     * Compares an answer of the service with the latest versions of its records.
     *
     * @param answer as it was received; null: the service refused the read
     */
    observe(read: Read, snapshot: Snapshot, answer: Buffer | null): void {
      if (!recordReadOf(read.name)) return
      pending = pending
        .then(() => recordRead(read, snapshot, answer))
        .catch((error: unknown) => log.error({ error: String(error) }, 'could not record versions'))
    },

    /** Resolves when every answer so far is compared. */
    settled: (): Promise<void> => pending,

    deleteOld,

    async close(): Promise<void> {
      clearInterval(deleteTimer)
      await pending
    },
  }
}
