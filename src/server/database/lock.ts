/**
 * Locks a PostgreSQL schema for one process, or for all processes that share it, with an advisory lock on a dedicated connection. The
 * server releases the lock when the process ends, however it ends.
 *
 * When that connection drops while the process runs, the lock counts as lost at once and is requested again. The connection is checked
 * every second and closed after four seconds without an answer. The server drops a silent client only after about twenty seconds. So this
 * process stops before another can acquire the lock, even when the network between them fails.
 *
 * A connection pooler in between must run in session mode.
 */
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseBusy, DatabaseUnavailable } from './faults.ts'
import { toStartError } from './start-faults.ts'

const defaultBeatMs = 1_000
const responseTimeoutMs = 4_000
const retryDelayMs = 250
/** How long to retry at the start: a process that was just killed may still hold the lock. */
const startTimeoutMs = 2_000
/** The server drops a silent client after 10 s of silence and three probes, 3 s apart. */
const keepalives = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 3, tcp_keepalives_count: 3 }

type Heartbeat = (connection: pg.Client, isNew: boolean) => Promise<() => void>

export interface SchemaLock {
  /** Whether this process may use the schema now. */
  isHeld: () => boolean
  /** Calls back each time the lock and its connection are lost. */
  onLost: (listener: () => void) => void
  /** Resolves with a message for operators when another process uses, or has used, the schema: this process must stop using it. */
  takenOver: Promise<string>
  /**
   * Sets the function that checks the lock's connection. It runs at once, then every second, and before anything else on each new
   * connection. If it throws, the connection counts as lost. The function it returns is called when the lock is held.
   */
  setHeartbeat: (heartbeat: Heartbeat) => Promise<void>
  /** Releases the lock. */
  release: () => Promise<void>
}

export interface SchemaLockOptions {
  /** A `postgres://` address. */
  url: string
  /** The schema's name. There is one lock for each database and name. */
  schema: string
  /** Whether other processes may hold the lock at the same time, if they share it too. */
  shared: boolean
  /** How often the connection is checked; more often only in tests. */
  beatMs?: number | undefined
  /** Called when an unshared lock was lost and acquired again: whether no other process has used the schema in between. */
  isUntouched: (connection: pg.Client) => Promise<boolean>
}

interface Holder {
  name: string
  pid: number
  since: Date
  address: string | null
}

/** Closes a connection at once. `end` would wait for the server, whose silence then keeps the process from ending. */
export const cutOff = ({ connection }: pg.Client) => connection.stream.destroy()

const describeHolder = ({ since, address }: Holder): string =>
  `since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC${address === null ? '' : `, from ${address}`}`

/**
 * Acquires the lock.
 *
 * @throws DatabaseBusy when another process holds it; DatabaseUnusable when the server cannot be reached or refuses the connection
 */
export async function lockSchema(options: SchemaLockOptions): Promise<SchemaLock> {
  const { url, schema, shared, isUntouched, beatMs = defaultBeatMs } = options
  const key = createHash('sha256').update(`switchboard ${schema}`).digest().readBigInt64BE()
  const name = `switchboard ${randomUUID()}`
  const takenOver = Promise.withResolvers<string>()
  const lostListeners: (() => void)[] = []
  let client: pg.Client | null = null
  let isHeld = false
  let isStopped = false
  let isRegaining = false
  let isChecking = false
  let checkConnection: Heartbeat = async (connection) => {
    await connection.query('select 1')
    return () => {}
  }

  const inUse = (holder: Holder) =>
    `The schema ${schema} of this PostgreSQL is in use by another Switchboard (${describeHolder(holder)}).`

  /** Returns the process that holds the lock; undefined if none does. */
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

  /** Requests the lock on a new connection. @throws DatabaseBusy when another process holds it */
  async function acquire(connection: pg.Client): Promise<void> {
    const settings = { application_name: name, idle_session_timeout: 0, ...keepalives }
    // Older servers do not have every one of these settings.
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
    // The lock was released in between, perhaps by our own earlier connection.
    if (!holder) throw new DatabaseUnavailable()
    // Our own earlier connection holds the lock: the server has not noticed yet that it is closed.
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
    // A broken connection emits both. Without a listener for "error" the process would end.
    connection.on('error', () => markLost(connection))
    connection.on('end', () => markLost(connection))
    // The server may fall silent after connecting. Closing the connection rejects the pending query.
    const timeout = setTimeout(/* guard: silent-start-is-given-up */ () => cutOff(connection), responseTimeoutMs)
    try {
      await connection.connect()
      await acquire(connection)
    } catch (error) {
      await connection.end().catch(() => {})
      throw error
    } finally {
      clearTimeout(timeout)
    }
    client = connection
  }

  function markLost(connection: pg.Client): void {
    if (connection !== client) return
    client = null
    isHeld = false
    giveUp(connection)
    if (!isStopped) void regain()
  }

  /** Closes every connection. A pending query may never be answered: this rejects it. */
  function giveUp(connection: pg.Client): void {
    for (const listener of lostListeners) listener()
    cutOff(connection)
  }

  async function regain(): Promise<void> {
    if (isRegaining) return
    isRegaining = true
    while (!isStopped && !isHeld) {
      try {
        if (client === null) await open()
        if (client && !shared && !(await isUntouched(client)))
          stopUsing(`Another Switchboard has used the schema ${schema} in the meantime.`)
        else if (client) {
          const whenHeld = await runHeartbeat(true)
          isHeld = client !== null
          if (isHeld) whenHeld?.()
        }
      } catch (error) {
        if (error instanceof DatabaseBusy) stopUsing(error.message)
        else await sleep(retryDelayMs, undefined, { ref: false })
      }
    }
    isRegaining = false
  }

  function stopUsing(reason: string): void {
    isStopped = true
    takenOver.resolve(`${reason} This one's data is out of date, so it stops. Nothing is sent twice.`)
  }

  /** Checks the connection. Returns the function to call when the lock is held. */
  async function runHeartbeat(isNew: boolean): Promise<(() => void) | undefined> {
    const connection = client
    if (!connection || isChecking) return
    isChecking = true
    const timeout = setTimeout(
      /* guard: silent-database-is-given-up */ () => markLost(connection),
      responseTimeoutMs,
    ).unref()
    const whenHeld = await checkConnection(connection, isNew).catch(() => markLost(connection))
    clearTimeout(timeout)
    isChecking = false
    return whenHeld ?? undefined
  }

  const deadline = performance.now() + startTimeoutMs
  while (client === null) {
    try {
      await open()
    } catch (error) {
      const isTemporary = error instanceof DatabaseBusy || error instanceof DatabaseUnavailable
      if (!isTemporary) throw toStartError(error, { url })
      if (performance.now() > deadline)
        throw error instanceof DatabaseBusy
          ? new DatabaseBusy(
              `${error.message} Stop it first, or set DATABASE_URL to another database. Two Switchboards would each use the full request plan.`,
            )
          : error
      await sleep(retryDelayMs)
    }
  }
  isHeld = true
  const heartbeatTimer = setInterval(
    () => isHeld && void runHeartbeat(false).then((whenHeld) => whenHeld?.()),
    beatMs,
  ).unref()

  return {
    isHeld: () => isHeld,
    onLost: (listener) => void lostListeners.push(listener),
    takenOver: takenOver.promise,
    async setHeartbeat(heartbeat) {
      const whenHeld = client ? await heartbeat(client, true) : null
      // Not before: a check that comes in between would be a second first one.
      checkConnection = heartbeat
      whenHeld?.()
    },
    async release() {
      isStopped = true
      isHeld = false
      clearInterval(heartbeatTimer)
      const connection = client
      client = null
      const timeout = setTimeout(() => connection && giveUp(connection), responseTimeoutMs)
      await connection?.end().catch(() => {})
      clearTimeout(timeout)
    },
  }
}
