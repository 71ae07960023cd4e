/** For tests: runs the gateway as a process that can be stopped and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProgram, programEnvironment } from '#server/programs/built-program.ts'
import { startedPattern } from '../operations/first-read.ts'
import type { CrashingGateway } from './crashing-gateway.ts'
import { afterTest, allHours, browserAt, testKey } from './testing.ts'

/** Makes an empty folder that is deleted after the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-'))
  afterTest(async () => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/**
 * Starts a gateway process, which is killed after the test. Resolves when the gateway listens or has exited.
 *
 * @param environment variables in addition to the service's address, key and workspace
 * @param cwd the working directory, which has the dashboard in `dist`
 */
export async function startProcess(
  serviceUrl: string,
  dataDir: string,
  environment: Record<string, string> = {},
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, [builtProgram('gateway')], {
    cwd,
    env: {
      ...programEnvironment(),
      PORT: '0',
      DATA_DIR: dataDir,
      SERVICE_URL: serviceUrl,
      SERVICE_API_KEY: testKey,
      SERVICE_WORKSPACE_ID: 'ws1',
      CALLING_HOURS: allHours,
      ...environment,
    },
  })
  afterTest(() => killAndWait(child))
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => startedPattern.test(output) && resolve())
    child.once('exit', () => resolve())
  })
  const address = /Switchboard {2}(\S+)/.exec(output)?.[1] ?? ''
  return {
    output: () => output,
    port: Number(URL.parse(address)?.port ?? 0),
    address,
    browser: browserAt(address),
    exitCode: () => child.exitCode,
    /** Waits until the process exits. @returns its exit code */
    waitForExit: async () => {
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
    kill: () => killAndWait(child),
    wasKilled: () => child.signalCode !== null,
    /** Sends a signal to the process. */
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Suspends the process until `thaw`. Its connections stay open. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** Ends the process with SIGTERM. @returns its exit code */
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}

const addressPattern = /http:\/\/\S+/

/** Starts a gateway process that kills itself. Resolves when the gateway listens or the process has exited. */
export async function startCrashingGateway(options: CrashingGateway) {
  const child = spawn(process.execPath, [builtProgram('crashing-gateway'), JSON.stringify(options)], {
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      if (addressPattern.test(output)) resolve()
    })
    void exited.then(() => resolve())
  })
  return {
    address: addressPattern.exec(output)?.[0] ?? '',
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
  }
}
