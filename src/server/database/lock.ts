/**
 * Reserves a PostgreSQL schema for one process, or for all that share it, by an advisory lock on a connection of its own. The server
 * releases it when the process is gone, however it ended.
 *
 * When that connection drops while the process lives, the lock counts as lost at once and is requested again. The connection is checked
 * every second and closed after four seconds without an answer; the server drops a silent client only after about twenty. So this
 * process stops before another can have the lock, even when the network between them fails.
 *
 * Needs a connection of its own to the server: a pooler in between must run in session mode.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseBusy, DatabaseUnavailable } from './faults.ts'
import { toStartError } from './start-faults.ts'

const heartbeatIntervalMs = 1_000
const responseTimeoutMs = 4_000
const retryDelayMs = 250
/** A process that was killed a moment ago may still have the lock. */
const startTimeoutMs = 2_000
/** When the server drops a silent client: after 10 s of silence and three probes, 3 s apart. */
const keepalives = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 3, tcp_keepalives_count: 3 }

type Heartbeat = (connection: pg.Client, isNew: boolean) => Promise<() => void>

export interface SchemaLock {
  /** Whether this process may use the schema now. */
  isHeld: () => boolean
  /** Calls back each time the lock is lost, and with it the connection. */
  onLost: (listener: () => void) => void
  /** Resolves with a sentence once another process has, or had, the schema: this one must stop using it. */
  takenOver: Promise<string>
  /**
   * From now on this is done on the lock's connection: at once, every second, and first of all whenever the lock is held again on a new
   * connection. When it fails, the connection counts as lost. What it returns is done when the lock is held.
   */
  setHeartbeat: (beat: Heartbeat) => Promise<void>
  /** Releases the lock. */
  release: () => Promise<void>
}

export interface SchemaLockOptions {
  /** A `postgres://` address. */
  url: string
  /** The schema's name; the lock is one per database and name. */
  schema: string
  /** Whether others who share may have it at the same time. */
  shared: boolean
  /** After the lock was lost and is held again, where it is not shared: whether nobody else has used the schema in between. */
  isUntouched: (connection: pg.Client) => Promise<boolean>
}

interface Holder {
  name: string
  pid: number
  since: Date
  address: string | null
}

const describeHolder = ({ since, address }: Holder): string =>
  `since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC${address === null ? '' : `, from ${address}`}`

/**
 * Takes the lock.
 *
 * @throws DatabaseBusy with a sentence when another process has it; DatabaseUnusable when the server cannot be
 *   reached or refuses us
 */
export async function lockSchema({ url, schema, shared, isUntouched }: SchemaLockOptions): Promise<SchemaLock> {
  const key = createHash('sha256').update(`switchboard ${schema}`).digest().readBigInt64BE()
  const name = `switchboard ${randomUUID()}`
  const taken = Promise.withResolvers<string>()
  const lostListeners: (() => void)[] = []
  let client: pg.Client | null = null
  let isHeld = false
  let isOver = false
  let isRegaining = false
  let isBeating = false
  let doBeat: Heartbeat = async (connection) => {
    await connection.query('select 1')
    return () => {}
  }

  const inUse = (holder: Holder) =>
    `The schema ${schema} of this PostgreSQL is in use by another Switchboard (${describeHolder(holder)}).`

  /** Who has it; undefined: nobody any more. */
  async function findHolder(connection: pg.Client): Promise<Holder | undefined> {
    const { rows } = await connection.query<Holder>(
      `select a.application_name as name, a.pid, a.backend_start as since, host(a.client_addr) as address
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and l.objsubid = 1
         and l.database = (select oid from pg_database where datname = current_database())
         and (l.classid::bigint << 32) | l.objid::bigint = $1::bigint`,
      [key.toString()],
    )
    return rows[0]
  }

  /** Asks for the lock on a connection that has just been opened. @throws DatabaseBusy */
  async function ask(connection: pg.Client): Promise<void> {
    const settings = { application_name: name, idle_session_timeout: 0, ...keepalives }
    // An older server does not know every one of them.
    for (const [setting, value] of Object.entries(settings))
      await connection.query('select set_config(name, $2, false) from pg_settings where name = $1', [
        setting,
        String(value),
      ])
    const { rows } = await connection.query<{ held: boolean }>(
      `select ${shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'}($1::bigint) as held`,
      [key.toString()],
    )
    if (rows[0]?.held) return
    const holder = await findHolder(connection)
    // It was released in between, perhaps by our own earlier connection.
    if (!holder) throw new DatabaseUnavailable()
    // Our own earlier connection: the server has not noticed yet that it is gone.
    if (holder.name === name) {
      await connection.query('select pg_terminate_backend($1)', [holder.pid])
      throw new DatabaseUnavailable()
    }
    throw new DatabaseBusy(inUse(holder))
  }

  async function open(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
    })
    // The first of these two; without the first the process would end.
    connection.on('error', () => lose(connection))
    connection.on('end', () => lose(connection))
    // It may fall silent once it is there. Ending it fails whatever is being asked.
    const late = setTimeout(
      /* guard: silent-start-is-given-up */ () => void connection.end().catch(() => {}),
      responseTimeoutMs,
    )
    try {
      await connection.connect()
      await ask(connection)
    } catch (error) {
      await connection.end().catch(() => {})
      throw error
    } finally {
      clearTimeout(late)
    }
    client = connection
  }

  function lose(connection: pg.Client): void {
    if (connection !== client) return
    client = null
    isHeld = false
    for (const listener of lostListeners) listener()
    // It may be waiting for an answer that never comes.
    connection.end().catch(() => {})
    if (!isOver) void regain()
  }

  async function regain(): Promise<void> {
    if (isRegaining) return
    isRegaining = true
    while (!isOver && !isHeld) {
      try {
        if (client === null) await open()
        if (client && !shared && !(await isUntouched(client)))
          giveUp(`Another Switchboard has used the schema ${schema} in the meantime.`)
        else if (client) {
          const whenHeld = await beat(true)
          isHeld = client !== null
          if (isHeld) whenHeld?.()
        }
      } catch (error) {
        if (error instanceof DatabaseBusy) giveUp(error.message)
        else await pause(retryDelayMs, undefined, { ref: false })
      }
    }
    isRegaining = false
  }

  function giveUp(sentence: string): void {
    isOver = true
    taken.resolve(`${sentence} What this one knows is out of date, so it stops. Nothing is sent twice.`)
  }

  /** Returns what is to be done when the lock is held. */
  async function beat(isNew: boolean): Promise<(() => void) | undefined> {
    const connection = client
    if (!connection || isBeating) return
    isBeating = true
    const late = setTimeout(/* guard: silent-database-is-given-up */ () => lose(connection), responseTimeoutMs).unref()
    const whenHeld = await doBeat(connection, isNew).catch(() => lose(connection))
    clearTimeout(late)
    isBeating = false
    return whenHeld ?? undefined
  }

  const until = performance.now() + startTimeoutMs
  while (client === null) {
    try {
      await open()
    } catch (error) {
      const mayPass = error instanceof DatabaseBusy || error instanceof DatabaseUnavailable
      if (!mayPass) throw toStartError(error, { url })
      if (performance.now() > until)
        throw error instanceof DatabaseBusy
          ? new DatabaseBusy(
              `${error.message} Stop that one first, or set DATABASE_URL to another database: two would spend the plan twice.`,
            )
          : error
      await pause(retryDelayMs)
    }
  }
  isHeld = true
  const heart = setInterval(
    () => isHeld && void beat(false).then((whenHeld) => whenHeld?.()),
    heartbeatIntervalMs,
  ).unref()

  return {
    isHeld: () => isHeld,
    onLost: (listener) => void lostListeners.push(listener),
    takenOver: taken.promise,
    async setHeartbeat(beat) {
      doBeat = beat
      if (client) (await beat(client, true))()
    },
    async release() {
      isOver = true
      isHeld = false
      clearInterval(heart)
      const connection = client
      client = null
      await connection?.end().catch(() => {})
    },
  }
}
