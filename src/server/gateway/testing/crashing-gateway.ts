/** For tests: a gateway process that kills itself, as with `kill -9`, before a certain write to its database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createAdaptorServer } from '@hono/node-server'
import { createGateway } from '../gateway.ts'
import { clock } from '../shared/clock.ts'
import { readConfiguration } from '../shared/configuration.ts'
import { createSilentLog } from '../shared/log.ts'
import { openStore } from '../store/store.ts'
import { hookWrites } from './writes.ts'

export interface CrashingGateway {
  environment: Record<string, string>
  /** File of its store. */
  file: string
  /** Number of writes after the first decision before it dies. */
  writes: number
  checks: readonly number[]
}

const listening = /http:\/\/\S+/

/** Starts the process. Resolves when it listens. */
export async function startCrashingGateway(mortal: CrashingGateway) {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(mortal)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const died = once(child, 'exit')
  let printed = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      if (listening.test(printed)) resolve()
    })
    void died.then(() => resolve())
  })
  return {
    address: listening.exec(printed)?.[0] ?? '',
    died,
    isDead: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
  }
}

async function run({ environment, file, writes, checks }: CrashingGateway): Promise<void> {
  const configuration = readConfiguration(environment)
  if (!configuration.service) throw new Error('no service')
  let begun = false
  let left = writes
  const store = hookWrites(await openStore({ file }), () => {
    if (begun && left === 0) process.kill(process.pid, 'SIGKILL')
    if (begun) left -= 1
  })
  const { fetch } = await createGateway({
    configuration,
    connection: configuration.service,
    store,
    dashboard: null,
    clock,
    log: createSilentLog(),
    random: () => 0,
    checks,
  })
  const server = createAdaptorServer({
    fetch: (request, bindings) => {
      begun ||= request.method === 'POST' && request.url.endsWith('/gateway/decisions')
      return fetch(request, bindings)
    },
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
  })
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '') as CrashingGateway)
