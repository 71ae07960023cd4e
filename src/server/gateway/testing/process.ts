/** For tests: the gateway as a process that can be stopped and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterwards, allHours, browserAt, testKey } from './testing.ts'

const main = join(import.meta.dirname, '../main.ts')

/** Makes an empty folder that is deleted after the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  afterwards(async () => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/**
 * Starts a gateway. Resolves once it serves or has exited. It is killed after the test.
 *
 * @param environment in addition to the service's address, key and workspace
 * @param cwd the working directory, which has the dashboard in `dist`
 */
export async function startProcess(
  serviceUrl: string,
  dataDir: string,
  environment: Record<string, string> = {},
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, [main], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      DATA_DIR: dataDir,
      SERVICE_URL: serviceUrl,
      SERVICE_API_KEY: testKey,
      SERVICE_WORKSPACE_ID: 'ws1',
      CALLING_HOURS: allHours,
      ...environment,
    },
  })
  afterwards(() => killNow(child))
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => printed.includes('Connected to') && resolve())
    child.once('exit', () => resolve())
  })
  const address = /Switchboard {2}(\S+)/.exec(printed)?.[1] ?? ''
  return {
    printed: () => printed,
    port: Number(URL.parse(address)?.port ?? 0),
    address,
    browser: browserAt(address),
    exitCode: () => child.exitCode,
    /** Resolves with the exit code when the process has exited. */
    ended: async () => {
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
    kill: () => killNow(child),
    wasKilled: () => child.signalCode !== null,
    /** Sends a signal to the process. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Stops the process until `thaw`. Its connections stay open. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}
