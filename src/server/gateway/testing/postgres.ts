/**
 * For tests: a real PostgreSQL server, if this machine has PostgreSQL. Its data is in a temporary folder, it listens on a loopback port,
 * and it stops with the tests that started it. Tests that need it are in `*.postgres.test.ts` and run only if it is found.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'

/** PostgreSQL refuses to run as root, so root runs it as user `postgres` or `nobody`. */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entry = users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = entry?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** The cached data folder as initdb creates it. Copying it takes a third of the time of initdb. */
const cachePath = (version: string, user = process.getuid?.() ?? 0): string =>
  resolve('node_modules/.cache/postgres', createHash('sha256').update(`${version} ${user}`).digest('hex').slice(0, 16))

/** Caches a copy of the data folder. It gets its name only when it is complete and flushed to the disk. */
function cacheData(data: string, made: string): void {
  mkdirSync(dirname(made), { recursive: true })
  const partial = mkdtempSync(`${made}.`)
  execFileSync('cp', ['-a', `${data}/.`, partial])
  execFileSync('sync')
  try {
    renameSync(partial, made)
  } catch {
    // Another process has cached it first.
    rmSync(partial, { recursive: true })
  }
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

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
  const made = cachePath(execFileSync(initdb, ['--version'], options).toString(), user?.uid)
  if (existsSync(made)) execFileSync('cp', ['-a', made, data])
  else {
    const how = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
    execFileSync(initdb, ['-D', data, ...how], { ...options, stdio: 'ignore' })
    cacheData(data, made)
  }
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ChildProcess | null = null

  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]

  async function answers(): Promise<boolean> {
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
    const child = spawn(join(bin ?? '', 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...options,
      stdio: 'ignore',
    })
    running = child
    while (child.exitCode === null && !(await answers())) await pause(20)
  }

  /** Stops the server and ends every connection. */
  async function stop(): Promise<void> {
    const child = running
    running = null
    if (!child) return
    const gone = once(child, 'exit')
    // Fast shutdown, without waiting for clients.
    child.kill('SIGINT')
    await gone
  }

  let databases = 0

  await start()
  return {
    start,
    stop,
    /** Creates a database. @returns its address */
    async database(): Promise<string> {
      databases += 1
      await this.ask(`create database gateway_${databases}`)
      return url.replace(/postgres$/, `gateway_${databases}`)
    },
    /** Runs a query as the administrator. */
    ask: async (text: string): Promise<Record<string, unknown>[]> => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
    close: async (): Promise<void> => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a proxy to PostgreSQL that can stall (connections stay open, nothing passes) or lose answers. */
export async function startStallingProxy(url: string) {
  const { port } = new URL(url)
  const sockets = new Set<Socket>()
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false
  let breakOn: string | null = null
  let swallowOn: string | null = null
  let swallowed = 0
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    near.on('data', (piece: Buffer) => {
      if (breakOn !== null && piece.includes(breakOn)) far.prependOnceListener('data', () => near.destroy())
      if (swallowOn === null || !piece.includes(swallowOn)) return
      swallowed += 1
      far.unpipe()
    })
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
    if (isStalled) for (const socket of [near, far]) socket.unpipe()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  const address = new URL(url)
  address.port = String(typeof listening === 'object' && listening ? listening.port : 0)
  return {
    url: address.href,
    /** Statements with this word are executed, but their connection breaks before the answer. null: none. */
    loseAnswersTo(word: string | null): void {
      breakOn = word
    },
    /** Connections that send this word get no more answers. null: none. */
    swallowAnswersTo(word: string | null): void {
      swallowOn = word
    },
    swallowed: () => swallowed,
    /** Stalls all connections; they stay open. */
    stall(): void {
      isStalled = true
      for (const socket of sockets) socket.unpipe()
    },
    /** Lets the stalled connections go on: what was sent in the meantime arrives. */
    resume(): void {
      isStalled = false
      for (const [near, far] of pairs) {
        near.pipe(far)
        far.pipe(near)
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
