/**
 * The cluster of a PostgreSQL. Each gateway increments the beat in its row every second, on the connection that holds the schema's lock. If
 * a gateway sees another's beat unchanged for ten seconds by its own steady clock, with an unbroken connection, it ends that gateway with
 * one conditional statement. The ended gateway notices at its next beat, at the latest before its next effect, since `assertMember` locks
 * its row. So no wall clock decides which gateways are alive.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { channelOf, parseChangedTable, tableChangesOf } from '#server/database/changes.ts'
import { DatabaseUnavailable } from '#server/database/faults.ts'
import type { SchemaLock } from '#server/database/lock.ts'
import { identifier } from '#server/database/open.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store, Tables } from '../store/store.ts'
import type { Cluster, Topic, Topics } from './cluster.ts'
import { createDatabaseClock } from './database-clock.ts'
import { createPositions } from './positions.ts'

/** Another gateway has taken over from this one: nothing may be sent for it. */
export class Fenced extends DatabaseUnavailable {}

/** A gateway is ended by another after this long without a beat. */
const defaultMaxSilenceMs = 10_000
/** A gateway is certainly a member for this share of that time after its last beat began. */
const memberShare = 0.7
/** A gateway stops being the leader after this long without a beat. */
const leaderMaxSilenceMs = 2_500
/** How long an answer waits until the database has sent its position. */
const maxPositionDelayMs = 500
const day = 24 * 3_600_000

interface Seen {
  beat: number
  /** When this beat was first seen, by this process's clock. */
  at: number
}

interface Beat {
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
 * Enters this gateway.
 *
 * @param deps.isAlone no other process shares the lock: all gateways in the table have ended
 * @param deps.silence how long a gateway may be silent, ms, for all gateways alike; shorter in tests alone
 */
export async function joinCluster(deps: {
  store: Store
  lock: SchemaLock
  schema: string
  isAlone: boolean
  silence?: number | undefined
}): Promise<{ cluster: Cluster; clock: Clock }> {
  const { store, lock, isAlone, silence = defaultMaxSilenceMs } = deps
  const schema = identifier(deps.schema)
  const channel = channelOf(schema)
  const changes = tableChangesOf(store)
  const { clock, recordMeasurement: measured } = createDatabaseClock()
  const steady = () => performance.now()
  const seen = new Map<number, Seen>()
  const subscribers = new Map<Topic, ((payload: never) => void)[]>()
  const takers: ((numbers: readonly number[]) => Promise<void>)[] = []
  const fenced: (() => void)[] = []
  const resyncs: (() => void)[] = []
  /** Gateways whose takeover by this one is not complete. */
  const unfinished = new Map<number, Beat['rows'][number]>()
  /** Messages whose statement has not ended. */
  const publishing = new Set<Promise<unknown>>()
  const positions = createPositions()
  let number = 0
  let lastBeat = -Infinity
  let started = false
  let closed = false
  let takingOver: Promise<void> = Promise.resolve()

  async function join(connection: pg.Client): Promise<void> {
    const { rows } = await connection.query<{ number: number }>(
      `insert into gateways (beat, started_at) values (0, ${databaseNow}) returning number::float8`,
    )
    number = rows[0]?.number ?? 0
    seen.clear()
  }

  /** One statement: increments our beat, and returns the database's time and the other gateways. */
  async function write(connection: pg.Client): Promise<Beat> {
    const { rows } = await connection.query<Beat>(
      `with beaten as (update gateways set beat = beat + 1 where number = $1 and ended_at is null returning number)
       select exists (select from beaten) as mine, ${databaseNow}::float8 as now,
         (select coalesce(json_agg(json_build_object('number', number, 'beat', beat, 'ended', ended_at is not null)), '[]')
          from gateways where taken_over_by is null and number <> $1) as rows`,
      [number],
    )
    return rows[0] ?? { mine: false, now: 0, rows: [] }
  }

  async function beat(connection: pg.Client, isNew: boolean): Promise<() => void> {
    if (isNew) {
      connection.on('notification', (message) => hear(message.payload ?? ''))
      await connection.query("select set_config('search_path', $1, false)", [`"${schema}"`])
      await connection.query(`listen "${channel}"`)
      // Beats were not observed while there was no connection.
      seen.clear()
      if (number === 0) await join(connection)
    }
    if (closed) return () => {}
    let asked = steady()
    let beaten = await write(connection)
    const wasFenced = !beaten.mine
    if (wasFenced) {
      await join(connection)
      asked = steady()
      beaten = await write(connection)
    }
    measured(beaten.now, asked, steady())
    lastBeat = asked
    watch(beaten.rows)
    return () => {
      if (wasFenced) for (const listener of fenced) listener()
      if (isNew || wasFenced) {
        changes.markAllChanged()
        for (const listener of resyncs) listener()
      }
      if (started) void takeOver(beaten.rows)
    }
  }

  function watch(rows: Beat['rows']): void {
    const now = steady()
    const alive = rows.filter(({ ended }) => !ended)
    for (const { number, beat } of alive) if (seen.get(number)?.beat !== beat) seen.set(number, { beat, at: now })
    for (const number of seen.keys())
      if (!alive.some((row) => row.number === number)) {
        seen.delete(number)
        positions.forget(number)
      }
  }

  /** Ends silent gateways, and takes over from them and from closed ones. Rounds run one after another. */
  function takeOver(rows: Beat['rows']): Promise<void> {
    const now = steady()
    const silent = rows.filter(({ number, ended }) => {
      const { at = now } = seen.get(number) ?? {}
      return ended || isAlone || now - at > silence
    })
    if (silent.length + unfinished.size > 0)
      takingOver = takingOver.then(async () => {
        // Failures are retried at the next beat.
        for (const row of [...silent, ...unfinished.values()]) await takeFrom(row).catch(() => {})
      })
    return takingOver
  }

  async function takeFrom(row: Beat['rows'][number]): Promise<void> {
    if (closed) return
    const { number: other, beat } = row
    // An earlier statement may have succeeded although its answer was lost.
    const isOurs = unfinished.has(other)
    unfinished.set(other, row)
    // Waits for transactions that asserted that gateway's membership; its beats do not wait.
    const { rows } = await sql<{ number: number }>`
      with gone as (
        select number from gateways
        where number = ${other} and (taken_over_by is null or (${isOurs} and taken_over_by = ${number}))
          and (ended_at is not null or beat = ${beat}) for update
      )
      update gateways set taken_over_by = ${number}, ended_at = coalesce(ended_at, ${sql.raw(databaseNow)})
      where number in (select number from gone) returning number
    `.execute(store)
    // It sent a beat in between, or another gateway was faster.
    if (rows.length === 0) return void unfinished.delete(other)
    const numbers = await withTakenOver(store, other)
    for (const listener of takers) await listener(numbers)
    unfinished.delete(other)
    await store
      .deleteFrom('gateways')
      .where('ended_at', '<', clock.now() - day)
      .execute()
  }

  function hear(payload: string): void {
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
  await lock.setHeartbeat(beat)
  if (number === 0) throw new DatabaseUnavailable()
  const cluster: Cluster = {
    isShared: !isAlone,
    get number() {
      return number
    },
    isMember: () => !closed && lock.isHeld() && steady() - lastBeat < silence * memberShare,
    async assertMember(store) {
      const mine = number
      const row = await store
        .selectFrom('gateways')
        .select('number')
        .where('number', '=', mine)
        .where('ended_at', 'is', null)
        .forKeyShare()
        .executeTakeFirst()
      if (/* guard: ended-gateway-records-nothing */ !row || mine !== number || !cluster.isMember()) throw new Fenced()
    },
    isLeader: () => {
      const now = steady()
      const older = [...seen].some(([other, { at }]) => other < number && now - at < leaderMaxSilenceMs)
      return cluster.isMember() && !older
    },
    members: () => [number, ...seen.keys()].toSorted((a, b) => a - b),
    silentMembers() {
      const now = steady()
      return [...seen].filter(([, { at }]) => now - at > leaderMaxSilenceMs).map(([other]) => other)
    },
    publish(topic, payload) {
      const sent = send(topic, payload)
        .catch(() => {})
        .finally(() => publishing.delete(sent))
      publishing.add(sent)
    },
    async position() {
      const { mark, position } = positions.next(number)
      const sent = Promise.all(publishing).then(() => send('position', { mark }))
      const answer = sent.then(
        () => position,
        () => null,
      )
      return Promise.race([answer, pause(maxPositionDelayMs, null, { ref: false })])
    },
    reach: (position) => positions.reach(position, seen),
    subscribe(topic, listener) {
      subscribers.set(topic, [...(subscribers.get(topic) ?? []), listener])
    },
    onTakeOver: (listener) => void takers.push(listener),
    onFenced: (listener) => void fenced.push(listener),
    onResync: (listener) => void resyncs.push(listener),
    async start() {
      started = true
      const rows = await store
        .selectFrom('gateways')
        .select(['number', 'beat', 'ended_at'])
        .where('taken_over_by', 'is', null)
        .where('number', '<>', number)
        .execute()
      await takeOver(rows.map(({ number, beat, ended_at }) => ({ number, beat, ended: ended_at !== null })))
    },
    async close() {
      if (closed) return
      closed = true
      await takingOver
      await store.updateTable('gateways').set({ ended_at: clock.now() }).where('number', '=', number).execute()
    },
  }
  return { cluster, clock }
}

/** Epoch ms by the database's clock. */
export const databaseNow = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** A gateway and, recursively, the gateways that it took over from. */
async function withTakenOver(store: Kysely<Tables>, number: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with recursive theirs as (
      select number from gateways where number = ${number}
      union select g.number from gateways g join theirs t on g.taken_over_by = t.number
    ) select number from theirs
  `.execute(store)
  return rows.map((row) => row.number)
}
