/** The embedded service and gateways as processes of their own, each on the core that it is given. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Probed } from './probe.ts'

const root = join(import.meta.dirname, '../../../..')

const works = (program: string, ...words: string[]) => spawnSync(program, [...words, 'true']).status === 0
/** Linux has a program that keeps a process on a core, and one that lets it go before all others; the second one is not for every user. */
const canPin = works('taskset', '-c', '0')
const goesFirst = works('chrt', '--rr', '1')

/** Before the command of a process that has this core to itself, as far as that can be had. */
const onCore = (core: number): string[] => [
  ...(canPin ? ['taskset', '-c', `${core}`] : []),
  ...(goesFirst ? ['chrt', '--rr', '1'] : []),
]

/** What of a core cannot be had here, in a sentence for whoever reads the figures; null: nothing. */
export const coreIsShared = canPin
  ? goesFirst
    ? null
    : 'Whatever else runs on this machine shares the cores with what is measured.'
  : 'Processes are not kept on a core of their own.'

/** Starts a script of this repository as a process on a core, with a channel to it. */
export function forkOn(core: number, file: string): ChildProcess {
  const [execPath, ...execArgv] = [...onCore(core), process.execPath]
  return fork(file, { execPath, execArgv })
}

export interface Running {
  /** What the process has done since it was asked before. */
  probe: () => Promise<Probed>
  /** ms from its start until it was ready. */
  startedIn: number
  /** What it had printed by then. */
  printed: string
  close: () => Promise<void>
}

/**
 * Starts a program of this repository.
 *
 * @param ready what it prints when it is ready
 * @param core the core that it has to itself, where that can be had
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  core: number | null = null,
): Promise<Running> {
  const probe = new URL('probe.ts', import.meta.url).href
  const began = performance.now()
  const [program, ...rest] = [...(core === null ? [] : onCore(core)), process.execPath, '--import', probe, file]
  const child: ChildProcess = spawn(program, rest, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'), ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      if (ready.test(printed)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${printed}`)))
  })
  return {
    printed,
    startedIn: performance.now() - began,
    async probe() {
      const answer = once(child, 'message')
      child.send('?')
      return (await answer)[0] as Probed
    },
    async close() {
      child.removeAllListeners('exit')
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** A call to it goes on and on, so that its page can be looked at for as long as one likes. */
export const endlessNumber = '+12025550105'
/** As many as people look at closely; a plan of 60 requests a minute would show them more calls too seldom. */
export const endlessCalls = 8

/** A service, and what a gateway has to know of it. */
export interface Service extends Running {
  url: string
  apiKey: string
  workspaceId: string
  /** A batch whose calls are live; '' without one. */
  batchId: string
}

/** Starts a program in a folder of its own, which goes with it. */
async function startInFolder(file: string, env: Record<string, string>, ready: RegExp, core: number | null) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const running = await startProgram(file, { DATA_DIR: folder, ...env }, ready, core)
  return {
    ...running,
    async close() {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the embedded service. */
export async function startService(): Promise<Service> {
  const [apiKey, workspaceId] = ['sk-bench-4f9a1c77d0e2b38856', 'bench']
  const given = { PORT: '0', SERVICE_API_KEY: apiKey, SERVICE_WORKSPACE_ID: `${workspaceId}=Bench` }
  const running = await startInFolder(join(root, 'src/server/service/main.ts'), given, /Plan .*\n/, null)
  return { ...running, url: /Service {2}(\S+)/.exec(running.printed)?.[1] ?? '', apiKey, workspaceId, batchId: '' }
}

/** Starts the embedded service with so many drafts that wait, and so many calls that are live. */
export async function startLoadedService(
  { drafts, calls }: { drafts: number; calls: number },
  core: number,
): Promise<Service> {
  const env = { BENCH_DRAFTS: `${drafts}`, BENCH_CALLS: `${calls}` }
  const running = await startInFolder(fileURLToPath(new URL('service.ts', import.meta.url)), env, /^\{.*\}\n/m, core)
  const said = JSON.parse(/^\{.*\}$/m.exec(running.printed)?.[0] ?? '{}') as Omit<Service, keyof Running>
  return { ...running, ...said }
}

/** Starts a gateway before that service. @param env beside the service; it has a folder of its own where that names none */
export async function startGateway(service: Service, env: Record<string, string> = {}, core: number | null = null) {
  const given = {
    PORT: '0',
    SERVICE_URL: service.url,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_WORKSPACE_ID: `${service.workspaceId}=Bench`,
    SERVICE_CONCURRENT_CALLS: '250',
    CALLING_HOURS: '00:00-24:00 1234567',
  }
  const running = await startInFolder(
    join(root, 'src/server/gateway/main.ts'),
    { ...given, ...env },
    /Connected to/,
    core,
  )
  return { ...running, address: /Switchboard {2}(\S+)/.exec(running.printed)?.[1] ?? '' }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** What a browser sends back from then on. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

/** Lands as the first of the demo operators, an administrator. Returns the cookie. */
export async function land(address: string): Promise<string> {
  const answer = await fetch(`${address}/gateway/session`, { headers: { origin: address } })
  await answer.arrayBuffer()
  return cookiesOf(answer)
}

/** Asks as somebody. @throws when it is refused */
export async function askAs(cookie: string, address: string, path: string, body?: object): Promise<Response> {
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin: address,
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
