/** For tests: runs the maintenance commands (backup, restore, move) on a gateway's data, as processes where they are killed. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { builtProgram, programEnvironment } from '#server/programs/built-program.ts'
import { runCommand as run } from '../maintenance/main.ts'
import { saveSetting } from '../store/settings.ts'
import { openStore } from '../store/store.ts'
import { afterTest, testKey } from './testing.ts'

/** The environment of a gateway with the service at `serviceUrl`, or with the embedded service if it is empty. */
export const commandEnvironment = (dataDir: string, serviceUrl = '') => ({
  DATA_DIR: dataDir,
  SERVICE_URL: serviceUrl,
  SERVICE_API_KEY: serviceUrl && testKey,
  SERVICE_WORKSPACE_ID: serviceUrl && 'ws1',
})

/** Starts a command as a process. `ended` resolves with the exit code and the output. */
export async function startCommand(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [builtProgram('maintenance'), ...args], {
    env: { ...programEnvironment(), ...environment },
  })
  afterTest(async () => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return { ended, kill: () => child.kill('SIGKILL') }
}

/** Runs a command in this process, which takes a tenth of the time. @returns the exit code, and what the process would print */
export async function runCommand(args: string[], environment: Record<string, string>) {
  const { code, output } = await run(args, environment)
  return { code, output: `${output}\n` }
}

/** A service that is down. A gateway that starts with it takes half the time of one with the embedded service. */
export const unreachable = { url: 'http://127.0.0.1:9', store: '127.0.0.1_9' }

/** Fills the store with this much data, so that copying it takes time. Setting `mine` is `before`. */
export async function fillStore(dataDir: string, megabytes: number, name = 'embedded'): Promise<void> {
  const store = await openStore({ file: join(dataDir, name, 'gateway.db') })
  await store.transaction().execute(async (store) => {
    await saveSetting(store, 'mine', 'before')
    for (let index = 0; index < megabytes; index += 1) await saveSetting(store, `${index}`, 'x'.repeat(1_000_000))
  })
  await store.destroy()
}
