/** Starts the embedded service and gateways in processes of their own, on a given core if possible. */
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gatewayArguments, withSwitchboard } from '../../switchboard.ts'
import type { ProcessActivity } from './probe.ts'

const root = join(import.meta.dirname, '../../../..')

const canRun = (program: string, ...words: string[]) => spawnSync(program, [...words, 'true']).status === 0
/** On Linux, `taskset` pins a process to a core, and `chrt` gives it priority, which not every user may do. */
const canPin = canRun('taskset', '-c', '0')
const canPrioritize = canRun('chrt', '--rr', '1')

/** The words before a command that pin its process to this core and give it priority, as far as possible. */
const corePrefix = (core: number): string[] => [
  ...(canPin ? ['taskset', '-c', `${core}`] : []),
  ...(canPrioritize ? ['chrt', '--rr', '1'] : []),
]

/** A warning if processes cannot be pinned or prioritized; null if they can. */
export const sharedCoreWarning = canPin
  ? canPrioritize
    ? null
    : 'Cannot set process priority (chrt): other processes on this machine can affect the figures.'
  : 'Cannot pin processes to cores (taskset): processes share all cores, which can affect the figures.'

/** Forks a script of this repository on a core. */
export function forkOn(core: number, file: string): ChildProcess {
  const [execPath, ...execArgv] = [...corePrefix(core), process.execPath]
  return fork(file, { execPath, execArgv })
}

export interface RunningProcess {
  /** The process's activity since the last call. */
  probe: () => Promise<ProcessActivity>
  /** ms from the start until the process was ready. */
  startedInMs: number
  /** The output until the process was ready. */
  printed: string
  close: () => Promise<void>
}

/**
 * Starts a program of this repository.
 *
 * @param ready matches the output that shows that it is ready
 * @param core the core to run on, if possible
 */
export async function startProgram(
  programArguments: string[],
  env: Record<string, string>,
  ready: RegExp,
  core: number | null = null,
): Promise<RunningProcess> {
  const probe = new URL('probe.ts', import.meta.url).href
  const began = performance.now()
  const nodeArguments = [process.execPath, '--import', probe, ...programArguments]
  const [program = '', ...rest] = [...(core === null ? [] : corePrefix(core)), ...nodeArguments]
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
    child.once('exit', (code) => reject(new Error(`${programArguments.at(-1)} ended with ${code}: ${printed}`)))
  })
  return {
    printed,
    startedInMs: performance.now() - began,
    async probe() {
      const answer = once(child, 'message')
      child.send('?')
      return (await answer)[0] as ProcessActivity
    },
    async close() {
      child.removeAllListeners('exit')
      if (child.exitCode !== null) return
      // Asked to end, Node sometimes never does: https://github.com/nodejs/node/issues/54918. Nobody needs the process's data any more.
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A call to this number never ends, so its page can stay open. */
export const endlessNumber = '+12025550105'
/** The number of calls that people watch. With 60 requests a minute, more calls would be updated too rarely. */
export const endlessCallCount = 8

/** A running service, and the settings that a gateway needs to use it. */
export interface Service extends RunningProcess {
  url: string
  apiKey: string
  workspaceId: string
  /** A batch with live calls; '' if there is none. */
  batchId: string
}

/** Starts a program in a temporary folder that is deleted when it is closed. */
async function startInFolder(
  programArguments: string[],
  env: Record<string, string>,
  ready: RegExp,
  core: number | null,
) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const running = await startProgram(programArguments, { DATA_DIR: folder, ...env }, ready, core)
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
  const serviceEnv = { PORT: '0', SERVICE_API_KEY: apiKey, SERVICE_WORKSPACE_ID: `${workspaceId}=Bench` }
  const running = await startInFolder(['src/server/service/main.ts'], serviceEnv, /Plan .*\n/, null)
  return { ...running, url: /Service {2}(\S+)/.exec(running.printed)?.[1] ?? '', apiKey, workspaceId, batchId: '' }
}

/** Starts the embedded service with this many drafts and live calls. */
export async function startLoadedService(
  { drafts, calls }: { drafts: number; calls: number },
  core: number | null = null,
): Promise<Service> {
  const env = { BENCH_DRAFTS: `${drafts}`, BENCH_CALLS: `${calls}` }
  const running = await startInFolder([fileURLToPath(new URL('service.ts', import.meta.url))], env, /^\{.*\}\n/m, core)
  const printedSettings = JSON.parse(/^\{.*\}$/m.exec(running.printed)?.[0] ?? '{}') as Omit<
    Service,
    keyof RunningProcess
  >
  return { ...running, ...printedSettings }
}

/** Runs Switchboard with that service while `work` runs. */
export async function withLoadedSwitchboard<T>(
  load: { drafts: number; calls: number },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const service = await startLoadedService(load)
  try {
    return await withSwitchboard(work, {
      SERVICE_URL: service.url,
      SERVICE_API_KEY: service.apiKey,
      SERVICE_WORKSPACE_ID: service.workspaceId,
      SERVICE_REQUESTS_PER_MINUTE: '100000',
    })
  } finally {
    await service.close()
  }
}

/** Starts a gateway for that service. @param env further settings; without DATA_DIR it uses a temporary folder */
export async function startGateway(service: Service, env: Record<string, string> = {}, core: number | null = null) {
  const gatewayEnv = {
    PORT: '0',
    SERVICE_URL: service.url,
    SERVICE_API_KEY: service.apiKey,
    SERVICE_WORKSPACE_ID: `${service.workspaceId}=Bench`,
    SERVICE_CONCURRENT_CALLS: '250',
    CALLING_HOURS: '00:00-24:00 1234567',
  }
  const running = await startInFolder(gatewayArguments(), { ...gatewayEnv, ...env }, /Connected to/, core)
  return { ...running, address: /Switchboard {2}(\S+)/.exec(running.printed)?.[1] ?? '' }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** The cookies that a browser would send after this answer. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((setCookie) => setCookie.split(';')[0])
    .join('; ')

/** Signs in as the first demo operator, an administrator. @returns the cookie */
export async function startDemoSession(address: string): Promise<string> {
  const answer = await fetch(`${address}/gateway/session`, { headers: { origin: address } })
  await answer.arrayBuffer()
  return cookiesOf(answer)
}

/** Sends a request with this cookie. @throws if it is refused */
export async function requestAs(cookie: string, address: string, path: string, body?: object): Promise<Response> {
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
