/**
 * For tests: runs a real PostgreSQL server if PostgreSQL is installed on this machine. The server's data is in a temporary folder, and it
 * listens on a loopback port. Tests that need it are in `*.postgres.test.ts` and run only if PostgreSQL is found.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from './find-postgres.ts'
import { findFreePort } from './free-port.ts'

/** The user that runs PostgreSQL: `postgres` or `nobody` if this process runs as root, since PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entry = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = entry?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** The path of a cached copy of the folder that initdb creates. Copying it takes a third of the time of initdb. */
const cachePath = (version: string, user = process.getuid?.() ?? 0): string =>
  resolve('node_modules/.cache/postgres', createHash('sha256').update(`${version} ${user}`).digest('hex').slice(0, 16))

/** Copies the data folder to the cache. The copy is renamed to `cached` only when it is complete and flushed to the disk. */
function cacheData(data: string, cached: string): void {
  mkdirSync(dirname(cached), { recursive: true })
  const partial = mkdtempSync(`${cached}.`)
  execFileSync('cp', ['-a', `${data}/.`, partial])
  execFileSync('sync')
  try {
    renameSync(partial, cached)
  } catch {
    // Another process has cached it first.
    rmSync(partial, { recursive: true })
  }
}

/** Gateways that share a database in a test learn of each other ten times a second. */
export const quickPace = { beatMs: 100 }

export type Postgres = Awaited<ReturnType<typeof startPostgres>>
export type Databases = ReturnType<typeof administer>

/** Creates a PostgreSQL server and starts it. */
export async function startPostgres() {
  const bin = findPostgres()
  if (bin === null) throw new Error('There is no PostgreSQL on this machine.')
  const user = postgresUser()
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const initdb = join(bin, 'initdb')
  const cached = cachePath(execFileSync(initdb, ['--version'], options).toString(), user?.uid)
  if (existsSync(cached)) execFileSync('cp', ['-a', cached, data])
  else {
    const initdbOptions = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
    execFileSync(initdb, ['-D', data, ...initdbOptions], { ...options, stdio: 'ignore' })
    cacheData(data, cached)
  }
  const port = await findFreePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let serverProcess: ChildProcess | null = null

  // Nothing has to outlive a failure of the machine, and no test takes so long that its tables need care.
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
  const settings = [
    ...quick,
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ]

  async function isReady(): Promise<boolean> {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Starts the server on its existing data. */
  async function start(): Promise<void> {
    const child = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...options,
      stdio: 'ignore',
    })
    serverProcess = child
    while (child.exitCode === null && !(await isReady())) await pause(20)
  }

  /** Stops the server and ends every connection. */
  async function stop(): Promise<void> {
    const child = serverProcess
    serverProcess = null
    if (!child) return
    const exited = once(child, 'exit')
    // SIGINT shuts PostgreSQL down without waiting for clients.
    child.kill('SIGINT')
    await exited
  }

  await start()
  return {
    ...administer(url),
    start,
    stop,
    close: async (): Promise<void> => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates databases in a running server. @param url the address of its database `postgres` */
export function administer(url: string) {
  /** Runs a query as the administrator. */
  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url,
    query,
    /** Creates a database. @param template the database that it copies, by default an empty one @returns its address */
    async createDatabase(template = 'template1'): Promise<string> {
      const name = `gateway_${randomBytes(6).toString('hex')}`
      await query(`create database ${name} template ${template}`)
      return url.replace(/postgres$/, name)
    },
  }
}

/** Starts a proxy to PostgreSQL that can stall (connections stay open, but no data passes) or lose answers. */
export async function startStallingProxy(url: string) {
  const { port } = new URL(url)
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false
  /** A statement with this word breaks its connection. */
  let breakingWord: string | null = null
  /** A statement with this word gets no answer. */
  let swallowingWord: string | null = null
  let swallowedCount = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    client.on('data', (chunk: Buffer) => {
      if (breakingWord !== null && chunk.includes(breakingWord))
        upstream.prependOnceListener('data', () => client.destroy())
      if (swallowingWord === null || !chunk.includes(swallowingWord)) return
      swallowedCount += 1
      upstream.unpipe()
    })
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
    if (isStalled) for (const socket of pair) socket.unpipe()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const address = new URL(url)
  address.port = String(typeof listening === 'object' && listening ? listening.port : 0)
  return {
    url: address.href,
    /** Statements that contain this word are executed, but their connection breaks before the answer. null: no statements. */
    loseAnswersTo(word: string | null): void {
      breakingWord = word
    },
    /** Connections that send a statement with this word get no more answers. null: no connections. */
    swallowAnswersTo(word: string | null): void {
      swallowingWord = word
    },
    /** The number of statements whose answers were swallowed. */
    swallowedCount: () => swallowedCount,
    /** Stalls all connections; they stay open. */
    stall(): void {
      isStalled = true
      for (const socket of sockets) socket.unpipe()
    },
    /** Ends the stall. Data that was sent in the meantime arrives. */
    resume(): void {
      isStalled = false
      for (const [client, upstream] of pairs) {
        client.pipe(upstream)
        upstream.pipe(client)
      }
    },
    /** Breaks the stalled connections; new ones work. */
    recover(): void {
      isStalled = false
      for (const socket of sockets) socket.destroy()
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
