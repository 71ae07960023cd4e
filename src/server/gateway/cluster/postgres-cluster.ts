/**
 * The cluster on a PostgreSQL database. Each gateway increments the beat in its row every second, on the connection that holds the schema's
 * lock. If another gateway's beat does not change for ten seconds by the own steady clock, with an unbroken connection, a gateway ends the
 * other one with one conditional statement. The ended gateway notices at its next beat, or before its next command, since `assertMember`
 * locks its row. So no wall clock decides which gateways are alive.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { channelOf, parseChangedTable, tableChangesOf } from '#server/database/changes.ts'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import type { SchemaLock } from '#server/database/lock.ts'
import { identifier } from '#server/database/open.ts'
import { type Clock, dayMs } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'
import type { Cluster, Topic, Topics } from './cluster.ts'

const steady = () => performance.now()
/** A measurement is used if it took at most this much longer than the best one. */
const toleranceMs = 20
/** After this time the best measurement is replaced. */
const bestValidMs = 60_000

/** The database's clock, which all gateways go by, since the clocks of their machines may differ by minutes and may be set. */
function createDatabaseClock() {
  let offsetMs = 0
  let firstOffsetMs: number | null = null
  let best = { tookMs: Infinity, at: -Infinity }

  return {
    clock: {
      now: () => Math.round(steady() + offsetMs),
      steady: () => steady() + (firstOffsetMs ?? 0),
    } satisfies Clock,

    /** Records the database's `date` (epoch ms), measured between these two moments of the steady clock. */
    recordMeasurement: (date: number, requestedAt: number, answeredAt: number): void => {
      const tookMs = answeredAt - requestedAt
      const isUsable = tookMs <= best.tookMs + toleranceMs || answeredAt - best.at > bestValidMs
      if (!isUsable) return
      best = { tookMs: Math.min(tookMs, answeredAt - best.at > bestValidMs ? tookMs : best.tookMs), at: answeredAt }
      offsetMs = date - (requestedAt + answeredAt) / 2
      firstOffsetMs ??= offsetMs
    },
  }
}

/** How long a request waits for a position to arrive. */
const maxWaitMs = 1_000

/** A gateway's number and its mark. */
const positionOf = (gateway: number, mark: number) => `${gateway}.${mark}`

/** The marks that have arrived from the other gateways, by which an operator sees their own changes at any of them. The database delivers messages in the order of their commits. */
function createPositions() {
  const arrivedMarks = new Map<number, number>()
  const pendingChecks = new Set<() => void>()
  let lastMark = 0

  /** Records that everything which the gateway sent before this mark has arrived. */
  function recordArrival(gateway: number, mark: number): void {
    arrivedMarks.set(gateway, Math.max(mark, arrivedMarks.get(gateway) ?? 0))
    for (const check of pendingChecks) check()
  }

  return {
    arrive: recordArrival,
    /** Creates the next mark of this gateway. */
    createNext(gateway: number): { mark: number; position: string } {
      lastMark += 1
      return { mark: lastMark, position: positionOf(gateway, lastMark) }
    },
    /** Waits at most a second for a position of one of these gateways. A position of any other gateway is ignored. */
    async waitFor(position: string, gateways: { has: (gateway: number) => boolean }): Promise<void> {
      const [, from, mark] = (/^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? []).map(Number)
      if (from === undefined || mark === undefined || !gateways.has(from)) return
      const hasArrived = () => (arrivedMarks.get(from) ?? 0) >= mark
      if (hasArrived()) return
      const arrival = Promise.withResolvers<void>()
      const resolveIfArrived = () => hasArrived() && arrival.resolve()
      pendingChecks.add(resolveIfArrived)
      await Promise.race([arrival.promise, pause(maxWaitMs, undefined, { ref: false })])
      pendingChecks.delete(resolveIfArrived)
      // A lost mark delays one request, not all of them.
      recordArrival(from, mark)
    },
    forget: (gateway: number) => arrivedMarks.delete(gateway),
  }
}

/** Another gateway has taken over from this one, so this one may send nothing. */
export class Fenced extends DatabaseUnavailable {}

/** A gateway is ended by another after this long without a beat. */
const defaultMaxSilenceMs = 10_000
/** For this share of the maximum silence after its last beat began, a gateway is certainly a member. */
const memberShare = 0.7
/** A gateway stops being the leader after this long without a beat. */
const leaderMaxSilenceMs = 2_500
/** How long an answer waits until its position has been published. */
const maxPositionDelayMs = 500

interface ObservedBeat {
  beat: number
  /** When this beat was first seen, by this process's clock. */
  at: number
}

interface BeatResult {
  /** Whether this gateway's row was still active, so that its beat was incremented. */
  mine: boolean
  now: number
  /** The other gateways that run, or that have ended without a takeover. */
  rows: { number: number; beat: number; ended: boolean }[]
}

interface Message {
  topic: Topic
  from: number
  payload: never
}

/**
 * Joins the cluster as a new gateway.
 *
 * @param deps.isAlone no other process shares the lock: all gateways in the table have ended
 * @param deps.maxSilenceMs how long a gateway may be silent, the same for all gateways; shorter only in tests
 */
export async function joinCluster(deps: {
  store: Store
  lock: SchemaLock
  schema: string
  isAlone: boolean
  maxSilenceMs?: number | undefined
}): Promise<{ cluster: Cluster; clock: Clock }> {
  const { store, lock, isAlone, maxSilenceMs = defaultMaxSilenceMs } = deps
  const schema = identifier(deps.schema)
  const channel = channelOf(schema)
  const changes = tableChangesOf(store)
  const { clock, recordMeasurement } = createDatabaseClock()
  const observedBeats = new Map<number, ObservedBeat>()
  const subscribers = new Map<Topic, ((payload: never) => void)[]>()
  const takeOverListeners: ((numbers: readonly number[]) => Promise<void>)[] = []
  const fencedListeners: (() => void)[] = []
  const resyncListeners: (() => void)[] = []
  /** Gateways from which this one has begun to take over, by their numbers. */
  const unfinishedTakeOvers = new Map<number, BeatResult['rows'][number]>()
  /** Messages that are still being sent. */
  const pendingMessages = new Set<Promise<unknown>>()
  const positions = createPositions()
  let number = 0
  let lastBeatAt = -Infinity
  let isStarted = false
  let isClosed = false
  let pendingTakeOvers: Promise<void> = Promise.resolve()

  /** Holds a lock for as long as the connection lives, so that others can tell a gateway that was killed from one that is silent. */
  const markConnected = (connection: pg.Client) =>
    connection.query(`select pg_try_advisory_lock_shared(hashtext(current_schema() || ' gateway'), $1)`, [number])

  async function join(connection: pg.Client): Promise<void> {
    const { rows } = await connection.query<{ number: number }>(
      `insert into gateways (beat, started_at) values (0, ${databaseNow}) returning number::float8`,
    )
    number = rows[0]?.number ?? 0
    observedBeats.clear()
  }

  /** Increments this gateway's beat, and returns the database's time and the other gateways, in one statement. */
  async function writeBeat(connection: pg.Client): Promise<BeatResult> {
    const { rows } = await connection.query<BeatResult>(
      `with beaten as (update gateways set beat = beat + 1 where number = $1 and ended_at is null returning number)
       select exists (select from beaten) as mine, ${databaseNow}::float8 as now,
         (select coalesce(json_agg(json_build_object('number', number, 'beat', beat, 'ended', ended_at is not null)), '[]')
          from gateways where taken_over_by is null and number <> $1) as rows`,
      [number],
    )
    return rows[0] ?? { mine: false, now: 0, rows: [] }
  }

  async function heartbeat(connection: pg.Client, isNew: boolean): Promise<() => void> {
    if (isNew) {
      connection.on('notification', (message) => receive(message.payload ?? ''))
      await connection.query("select set_config('search_path', $1, false)", [`"${schema}"`])
      await connection.query(`listen "${channel}"`)
      // Beats were not observed while there was no connection.
      observedBeats.clear()
      if (number === 0) await join(connection)
      await markConnected(connection)
    }
    // While the gateway stops, a silent server is still noticed.
    if (isClosed) return connection.query('select 1').then(() => () => {})
    let requestedAt = steady()
    let result = await writeBeat(connection)
    const wasFenced = !result.mine
    if (wasFenced) {
      await join(connection)
      await markConnected(connection)
      requestedAt = steady()
      result = await writeBeat(connection)
    }
    recordMeasurement(result.now, requestedAt, steady())
    lastBeatAt = requestedAt
    observeBeats(result.rows)
    return () => {
      if (wasFenced) for (const listener of fencedListeners) listener()
      if (isNew || wasFenced) {
        changes.markAllChanged()
        for (const listener of resyncListeners) listener()
      }
      if (isStarted) void takeOver(result.rows)
    }
  }

  function observeBeats(rows: BeatResult['rows']): void {
    const now = steady()
    const alive = rows.filter(({ ended }) => !ended)
    for (const { number, beat } of alive)
      if (observedBeats.get(number)?.beat !== beat) observedBeats.set(number, { beat, at: now })
    for (const number of observedBeats.keys())
      if (!alive.some((row) => row.number === number)) {
        observedBeats.delete(number)
        positions.forget(number)
      }
  }

  /** Ends silent gateways, and takes over from them and from closed ones. Rounds run one after another. */
  function takeOver(rows: BeatResult['rows']): Promise<void> {
    const now = steady()
    const silent = rows.filter(({ number, ended }) => {
      const { at = now } = observedBeats.get(number) ?? {}
      return ended || isAlone || now - at > maxSilenceMs
    })
    if (silent.length + unfinishedTakeOvers.size > 0)
      pendingTakeOvers = pendingTakeOvers.then(async () => {
        // Failures are retried at the next beat.
        for (const row of [...silent, ...unfinishedTakeOvers.values()]) await takeFrom(row).catch(() => {})
      })
    return pendingTakeOvers
  }

  async function takeFrom(row: BeatResult['rows'][number]): Promise<void> {
    if (isClosed) return
    const { number: otherNumber, beat } = row
    // An earlier statement may have succeeded although its answer was lost.
    const isOurs = unfinishedTakeOvers.has(otherNumber)
    unfinishedTakeOvers.set(otherNumber, row)
    // Waits for the other gateway's transactions that called `assertMember`. Its beats do not wait for this statement.
    const { rows } = await sql<{ number: number }>`
      with gone as (
        select number from gateways
        where number = ${otherNumber} and (taken_over_by is null or (${isOurs} and taken_over_by = ${number}))
          and (ended_at is not null or beat = ${beat}) for update
      )
      update gateways set taken_over_by = ${number}, ended_at = coalesce(ended_at, ${sql.raw(databaseNow)})
      where number in (select number from gone) returning number
    `.execute(store)
    // The other gateway sent a beat in between, or another one took over first.
    if (rows.length === 0) return void unfinishedTakeOvers.delete(otherNumber)
    const numbers = await withTakenOverFrom(store, otherNumber)
    for (const listener of takeOverListeners) await listener(numbers)
    unfinishedTakeOvers.delete(otherNumber)
    await store
      .deleteFrom('gateways')
      .where('ended_at', '<', clock.now() - dayMs)
      .execute()
  }

  function receive(payload: string): void {
    const table = parseChangedTable(payload)
    if (table !== null) return changes.markChanged(table)
    const message = JSON.parse(payload) as Message
    if (message.from === number) return
    if (message.topic === 'position')
      return positions.arrive(message.from, (message.payload as Topics['position']).mark)
    for (const listener of subscribers.get(message.topic) ?? [])
      try {
        listener(message.payload)
      } catch {
        // Another version may use another format: treated as a lost message.
      }
  }

  function send<T extends Topic>(topic: T, payload: Topics[T]): Promise<unknown> {
    const text = JSON.stringify({ topic, from: number, payload })
    return sql`select pg_notify(${channel}, ${text})`.execute(store)
  }

  changes.setIsCurrent(lock.isHeld)
  await lock.setHeartbeat(heartbeat)
  if (number === 0) throw new DatabaseUnavailable()
  const cluster: Cluster = {
    isShared: !isAlone,
    get number() {
      return number
    },
    isMember: () => !isClosed && lock.isHeld() && steady() - lastBeatAt < maxSilenceMs * memberShare,
    async assertMember(store) {
      const ownNumber = number
      const row = await store
        .selectFrom('gateways')
        .select('number')
        .where('number', '=', ownNumber)
        .where('ended_at', 'is', null)
        .forKeyShare()
        .executeTakeFirst()
      if (/* guard: ended-gateway-records-nothing */ !row || ownNumber !== number || !cluster.isMember())
        throw new Fenced()
    },
    isLeader: () => {
      const now = steady()
      const hasOlderGateway = [...observedBeats].some(
        ([other, { at }]) => other < number && now - at < leaderMaxSilenceMs,
      )
      return cluster.isMember() && !hasOlderGateway
    },
    members: () => [number, ...observedBeats.keys()].toSorted((a, b) => a - b),
    silentMembers() {
      const now = steady()
      return [...observedBeats].filter(([, { at }]) => now - at > leaderMaxSilenceMs).map(([other]) => other)
    },
    publish(topic, payload) {
      const sent = send(topic, payload)
        .catch(() => {})
        .finally(() => pendingMessages.delete(sent))
      pendingMessages.add(sent)
    },
    async position() {
      const { mark, position } = positions.createNext(number)
      const published = Promise.all(pendingMessages).then(() => send('position', { mark }))
      const answer = published.then(
        () => position,
        () => null,
      )
      return Promise.race([answer, pause(maxPositionDelayMs, null, { ref: false })])
    },
    waitForPosition: (position) => positions.waitFor(position, observedBeats),
    subscribe(topic, listener) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), listener])
    },
    onTakeOver: (listener) => void takeOverListeners.push(listener),
    async selectDisconnected(numbers) {
      const { rows } = await sql<{ number: number }>`
        select number::int from unnest(${numbers}::int[]) number
        where pg_try_advisory_xact_lock(hashtext(current_schema() || ' gateway'), number)
      `.execute(store)
      return rows.map((row) => row.number)
    },
    onFenced: (listener) => void fencedListeners.push(listener),
    onResync: (listener) => void resyncListeners.push(listener),
    async start() {
      isStarted = true
      const rows = await store
        .selectFrom('gateways')
        .select(['number', 'beat', 'ended_at'])
        .where('taken_over_by', 'is', null)
        .where('number', '<>', number)
        .execute()
      await takeOver(rows.map(({ number, beat, ended_at }) => ({ number, beat, ended: ended_at !== null })))
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await pendingTakeOvers
      await store.updateTable('gateways').set({ ended_at: clock.now() }).where('number', '=', number).execute()
    },
  }
  return { cluster, clock }
}

/** Epoch ms by the database's clock. */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** A gateway and, recursively, the gateways that it took over from. */
async function withTakenOverFrom(store: Kysely<Tables>, number: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with recursive theirs as (
      select number from gateways where number = ${number}
      union select g.number from gateways g join theirs t on g.taken_over_by = t.number
    ) select number from theirs
  `.execute(store)
  return rows.map((row) => row.number)
}
