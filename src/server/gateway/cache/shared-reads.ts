/**
 * The reads that all gateways of a store share: one asks the service, the others wait for its answer, and each has what any of them read.
 * The answers are in the database (persisted-reads.ts); what gateways tell each other only names them.
 */
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, maxClockDifferenceMs, momentOf } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'
import type { ServiceHealth, SharedHealth } from '../upstream/service-health.ts'
import type { ReadSharing } from './cached-reads.ts'
import type { ChangeLog } from './change-log.ts'
import { isPersisted, type PersistedReads } from './persisted-reads.ts'
import { isCommandName, isReadName } from './read-rules.ts'

/** A gateway that ended while it read holds up the others for so long, ms. */
const leaseMs = 10_000
/** A try of a service in trouble is over within this, ms, with its wait for a place. */
const tryLeaseMs = 60_000
/** Others have heard of a try, and wait by themselves, by this part of the pause after it. */
const tryPauseShare = 0.8
/** Every claim is shorter by far, ms. */
const maxLeaseMs = 180_000
/** From the moment as of which something is read until everybody has heard of it, ms, at most. */
const maxDelayMs = 30_000
/** The database keeps whole milliseconds. */
const roundingMs = 1

/**
 * Shares reads with the other gateways.
 *
 * @param parts.fingerprint of the key of the service: what another key brings is not ours
 * @returns null where there are no others
 */
export function createReadSharing(parts: {
  store: Store
  cluster: Cluster
  persistedReads: PersistedReads
  state: ServiceHealth
  changeLog: ChangeLog
  clock: Clock
  fingerprint: string
}): ReadSharing | null {
  const { store, cluster, persistedReads: lastRead, state, changeLog, clock, fingerprint } = parts
  if (!cluster.isShared) return null

  /** One name for all tries: gateways that learned of the same trouble apart from each other agree on nothing else. */
  const trial = `${fingerprint} trial`

  /** Takes what nobody has. */
  async function take(name: string, lasts: number): Promise<{ isOurs: boolean; at: number | null }> {
    const now = clock.now()
    const taken = { gateway: cluster.number, until: now + lasts }
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
              // By a clock that was set back since.
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
  // What may be older than the event is read again.
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
      // Without the database each gateway decides by itself.
      const { isOurs, at } = await take(key, leaseMs).catch(() => ({ isOurs: true, at: null }))
      return { isOurs, readAt: at === null ? -Infinity : momentOf(clock, at) - roundingMs }
    },
    release: (key) => void release(key).catch(() => {}),
    find: (key) => find(key).catch(() => undefined),
    async claimTry() {
      const taken = await take(trial, tryLeaseMs).catch(() => null)
      return taken?.isOurs ?? !cluster.isMember()
    },
    endTry: (pause) => void take(trial, pause * tryPauseShare).catch(() => {}),
    publishChanged: (command, params) => cluster.publish('readsChanged', { command, params }),
    publishLearned: (name, params, change) => cluster.publish('readLearned', { name, params, change }),
    listen(to) {
      /** Until when (epoch ms) all is known that others read. */
      let knownUntil = clock.now()

      async function hearOver(key: string, isRead: boolean): Promise<void> {
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
        // What could not be written while the database was away.
        await lastRead.write()
        const at = clock.now()
        for (const { read, snapshot } of await lastRead.since(knownUntil - maxDelayMs)) to.read(read, snapshot)
        knownUntil = at
      }

      cluster.subscribe('readOver', ({ read, isRead }) => void hearOver(read, isRead))
      cluster.subscribe('readsChanged', ({ command, params }) => {
        // A newer version may know others.
        if (isCommandName(command)) to.changed(command, params)
      })
      cluster.subscribe('readLearned', ({ name, params, change }) => {
        if (isReadName(name)) to.learned(name, params, change)
      })
      cluster.onResync(() => void catchUp().catch(() => {}))
    },
  }
}
