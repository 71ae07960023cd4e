/**
 * Shares reads among the gateways of a store: one asks the service, the others wait for its answer. The answers are in the database
 * (persisted-reads.ts); messages between gateways only name them.
 */
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, maxClockDifferenceMs, momentOf } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import type { ServiceHealth, SharedHealth } from '../upstream/service-health.ts'
import type { ReadSharing } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted, type PersistedReads } from './persisted-reads.ts'
import { isCommandName, isReadName } from './read-rules.ts'

/** How long a claim blocks other gateways if its gateway ends while reading. */
const leaseMs = 10_000
/** A try of an unhealthy service ends within this time, including its wait for a slot, ms. */
const tryLeaseMs = 60_000
/** The claim covers this share of the pause after a try. By then the other gateways know of the pause themselves. */
const tryPauseShare = 0.8
/** Longer than any claim: a later end was written before the clock was set back. */
const maxLeaseMs = 180_000
/** The longest time from a read's start until every gateway knows of its answer, ms. */
const maxDelayMs = 30_000
/** The database stores whole milliseconds. */
const roundingMs = 1

/**
 * Creates the sharing of reads with the other gateways.
 *
 * @param deps.fingerprint of the API key: messages of gateways with another key are ignored
 * @returns null if this is the only gateway
 */
export function createReadSharing(deps: {
  store: Store
  cluster: Cluster
  persistedReads: PersistedReads
  state: ServiceHealth
  changeLog: ChangeLog
  clock: Clock
  fingerprint: string
}): ReadSharing | null {
  const { store, cluster, persistedReads: lastRead, state, changeLog, clock, fingerprint } = deps
  if (!cluster.isShared) return null

  /** All gateways with this API key claim tries under one name. */
  const tryName = `${fingerprint} trial`

  /** Claims a name that no gateway holds. */
  async function take(name: string, leaseMs: number): Promise<{ isOurs: boolean; at: number | null }> {
    const now = clock.now()
    const taken = { gateway: cluster.number, until: now + leaseMs }
    const silent = /* guard: silent-gateway-holds-no-read */ cluster.silentMembers()
    const row = await store
      .insertInto('reads_under_way')
      .values({ read: name, ...taken, read_at: null })
      .onConflict((conflict) =>
        conflict
          .column('read')
          .doUpdateSet(taken)
          .where((one) =>
            one.or([
              one('reads_under_way.until', '<=', now),
              one('reads_under_way.gateway', '=', taken.gateway),
              ...(silent.length > 0 ? [one('reads_under_way.gateway', 'in', silent)] : []),
              // Written before the clock was set back.
              one('reads_under_way.until', '>', now + maxLeaseMs),
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
    return (await lastRead.find(key))?.snapshot
  }

  lastRead.onWritten((reads) => {
    for (const read of reads) cluster.publish('readOver', { read, isRead: true })
  })
  state.onChange((told) => cluster.publish('serviceHealth', { fingerprint, told }))
  // Snapshots that may be older than the event are read again.
  cluster.subscribe('serviceEvent', ({ event, ids, at }) =>
    changeLog.record(event, ids, momentOf(clock, at + maxClockDifferenceMs)),
  )
  cluster.onResync(() => changeLog.clear())
  cluster.subscribe('serviceHealth', (message) => {
    if (message.fingerprint === fingerprint) state.applyShared(message.told as SharedHealth, clock.steady())
  })
  cluster.onTakeOver(async (numbers) => {
    await store.deleteFrom('reads_under_way').where('gateway', 'in', numbers).execute()
  })

  return {
    isShared: isPersisted,
    async claim(key) {
      // Without the database each gateway reads for itself.
      const { isOurs, at } = await take(key, leaseMs).catch(() => ({ isOurs: true, at: null }))
      return { isOurs, readAt: at === null ? -Infinity : momentOf(clock, at) - roundingMs }
    },
    release: (key) => void release(key).catch(() => {}),
    find: (key) => find(key).catch(() => undefined),
    async claimTry() {
      const taken = await take(tryName, tryLeaseMs).catch(() => null)
      return taken?.isOurs ?? !cluster.isMember()
    },
    endTry: (pause) => void take(tryName, pause * tryPauseShare).catch(() => {}),
    publishChanged: (command, params) => cluster.publish('readsChanged', { command, params }),
    publishLearned: (name, params, change) => cluster.publish('readLearned', { name, params, change }),
    listen(to) {
      /** Until when (epoch ms) other gateways' answers are known. */
      let knownUntil = clock.now()

      async function handleEnded(key: string, isRead: boolean): Promise<void> {
        const at = clock.now()
        const found = isRead ? await lastRead.find(key).catch(() => undefined) : undefined
        if (found) {
          to.read(found.read, found.snapshot)
          knownUntil = Math.max(knownUntil, at)
        }
        to.ended(key)
      }

      async function catchUp(): Promise<void> {
        to.missed()
        // Writes what could not be written while the database was unavailable.
        await lastRead.write()
        const at = clock.now()
        for (const { read, snapshot } of await lastRead.since(knownUntil - maxDelayMs)) to.read(read, snapshot)
        knownUntil = at
      }

      cluster.subscribe('readOver', ({ read, isRead }) => void handleEnded(read, isRead))
      cluster.subscribe('readsChanged', ({ command, params }) => {
        // A newer version may have commands that this one does not.
        if (isCommandName(command)) to.changed(command, params)
      })
      cluster.subscribe('readLearned', ({ name, params, change }) => {
        if (isReadName(name)) to.learned(name, params, change)
      })
      cluster.onResync(() => void catchUp().catch(() => {}))
    },
  }
}
