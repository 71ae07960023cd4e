/** For tests: runs the commands on a gateway's data as processes. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { openStore, saveSetting } from '../store/store.ts'
import { afterwards, testKey } from './testing.ts'

const main = join(import.meta.dirname, '../maintenance/main.ts')

/** The environment of a gateway with the embedded service, or with the given one. */
export const environmentOf = (dataDir: string, serviceUrl = '') => ({
  DATA_DIR: dataDir,
  SERVICE_URL: serviceUrl,
  SERVICE_API_KEY: serviceUrl && testKey,
  SERVICE_WORKSPACE_ID: serviceUrl && 'ws1',
})

/** Starts a command. `ended` resolves with what it printed. */
export function startCommand(words: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
  })
  afterwards(async () => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, printed }))
  })
  return { ended, kill: () => child.kill('SIGKILL') }
}

/** Runs a command to its end. */
export const runCommand = (words: string[], environment: Record<string, string>) =>
  startCommand(words, environment).ended

/** Creates a store of this size in MB, so that a copy of it takes time. */
export async function fillStore(dataDir: string, megabytes: number): Promise<void> {
  const store = await openStore({ file: join(dataDir, 'embedded/gateway.db') })
  await store.transaction().execute(async (store) => {
    await saveSetting(store, 'mine', 'before')
    for (let at = 0; at < megabytes; at += 1) await saveSetting(store, `${at}`, 'x'.repeat(1_000_000))
  })
  await store.destroy()
}
