/**
 * Shares reads among the gateways of a store: one gateway reads from the service, the others wait for its answer. The answers are in the
 * database (persisted-reads.ts); messages between gateways contain only the reads' keys.
 */

import type { Core } from '../cluster/core.ts'
import { maxClockDifferenceMs, momentOf } from '../shared/clock.ts'
import type { ServiceHealth, SharedHealth } from '../upstream/service-health.ts'
import type { ReadSharing } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted, type PersistedReads } from './persisted-reads.ts'
import { isCommandName, isReadName } from './read-rules.ts'

/** How long a claim blocks other gateways if its gateway ends while reading. */
const leaseMs = 10_000
/** A try of an unhealthy service ends within this time, including its wait for a slot. */
const tryLeaseMs = 60_000
/** After a try, the claim lasts for this share of the pause. By then, the other gateways have received the pause themselves. */
const tryPauseShare = 0.8
/** Longer than any claim. A later end was written before the clock was set back. */
const maxLeaseMs = 180_000
/** The longest time from a read's start until every gateway has been notified of its answer. */
const maxDelayMs = 30_000
/** The database stores whole milliseconds. */
const roundingMs = 1

/**
 * Creates the sharing of reads with the other gateways.
 *
 * @param deps.fingerprint of the API key: messages of gateways with another key are ignored
 * @returns null if this is the only gateway
 */
export function createReadSharing(
  deps: Pick<Core, 'store' | 'cluster' | 'clock'> & {
    persistedReads: PersistedReads
    serviceHealth: ServiceHealth
    changeLog: ChangeLog
    fingerprint: string
  },
): ReadSharing | null {
  const { store, cluster, persistedReads, serviceHealth, changeLog, clock, fingerprint } = deps
  if (!cluster.isShared) return null

  /** All gateways with this API key claim tries under one name. */
  const tryName = `${fingerprint} trial`

  /** Claims a name that no gateway holds. */
  async function claimName(name: string, leaseMs: number): Promise<{ isOurs: boolean; at: number | null }> {
    const now = clock.now()
    const claim = { gateway: cluster.number, until: now + leaseMs }
    const silentGateways = /* guard: silent-gateway-holds-no-read */ cluster.silentMembers()
    const row = await store
      .insertInto('reads_under_way')
      .values({ read: name, ...claim, read_at: null })
      .onConflict((conflict) =>
        conflict
          .column('read')
          .doUpdateSet(claim)
          .where((eb) =>
            eb.or([
              eb('reads_under_way.until', '<=', now),
              eb('reads_under_way.gateway', '=', claim.gateway),
              ...(silentGateways.length > 0 ? [eb('reads_under_way.gateway', 'in', silentGateways)] : []),
              // Written before the clock was set back.
              eb('reads_under_way.until', '>', now + maxLeaseMs),
            ]),
          ),
      )
      .returning('read_at')
      .executeTakeFirst()
    return { isOurs: row !== undefined, at: row?.read_at ?? null }
  }

  async function release(key: string): Promise<void> {
    await store
      .updateTable('reads_under_way')
      .set({ until: clock.now() })
      .where('read', '=', key)
      .where('gateway', '=', cluster.number)
      .execute()
    cluster.publish('readOver', { read: key, isRead: false })
  }

  async function find(key: string) {
    return (await persistedReads.find(key))?.snapshot
  }

  persistedReads.onWritten((reads) => {
    for (const read of reads) cluster.publish('readOver', { read, isRead: true })
  })
  serviceHealth.onChange((health) => cluster.publish('serviceHealth', { fingerprint, told: health }))
  // Adds the clocks' difference, so that every snapshot that may be older than the event is read again.
  cluster.subscribe('serviceEvent', ({ event, ids, at }) =>
    changeLog.record(event, ids, momentOf(clock, at + maxClockDifferenceMs)),
  )
  cluster.onResync(() => changeLog.clear())
  cluster.subscribe('serviceHealth', (message) => {
    if (message.fingerprint === fingerprint) serviceHealth.applyShared(message.told as SharedHealth, clock.steady())
  })
  cluster.onTakeOver(async (numbers) => {
    await store.deleteFrom('reads_under_way').where('gateway', 'in', numbers).execute()
  })

  return {
    isShared: isPersisted,
    async claim(key) {
      // While the database is unavailable, each gateway reads for itself.
      const { isOurs, at } = await claimName(key, leaseMs).catch(() => ({ isOurs: true, at: null }))
      return { isOurs, readAt: at === null ? -Infinity : momentOf(clock, at) - roundingMs }
    },
    release: (key) => void release(key).catch(() => {}),
    find: (key) => find(key).catch(() => undefined),
    async claimTry() {
      const claim = await claimName(tryName, tryLeaseMs).catch(() => null)
      return claim?.isOurs ?? !cluster.isMember()
    },
    endTry: (pauseMs) => void claimName(tryName, pauseMs * tryPauseShare).catch(() => {}),
    publishInvalidation: (command, params) => cluster.publish('readsChanged', { command, params }),
    publishCommandAnswer: (name, params, change) => cluster.publish('readLearned', { name, params, change }),
    listen(listeners) {
      /** Other gateways' answers have been received up to this date (epoch ms). */
      let receivedUntil = clock.now()

      async function handleEnded(key: string, isRead: boolean): Promise<void> {
        const now = clock.now()
        const found = isRead ? await persistedReads.find(key).catch(() => undefined) : undefined
        if (found) {
          listeners.onRead(found.read, found.snapshot)
          receivedUntil = Math.max(receivedUntil, now)
        }
        listeners.onEnded(key)
      }

      async function catchUp(): Promise<void> {
        listeners.onMissed()
        // Writes what could not be written while the database was unavailable.
        await persistedReads.write()
        const now = clock.now()
        for (const { read, snapshot } of await persistedReads.loadSince(receivedUntil - maxDelayMs))
          listeners.onRead(read, snapshot)
        receivedUntil = now
      }

      cluster.subscribe('readOver', ({ read, isRead }) => void handleEnded(read, isRead))
      cluster.subscribe('readsChanged', ({ command, params }) => {
        // A newer version may have commands that this one does not.
        if (isCommandName(command)) listeners.onInvalidated(command, params)
      })
      cluster.subscribe('readLearned', ({ name, params, change }) => {
        if (isReadName(name)) listeners.onCommandAnswer(name, params, change)
      })
      cluster.onResync(() => void catchUp().catch(() => {}))
    },
  }
}
