/** For tests: starts a gateway process that kills itself, as with `kill -9`, before a certain write to its database. */
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
  /** The file of the gateway's store. */
  file: string
  /** The number of writes that succeed after the first decision, before the process kills itself. */
  writes: number
  /** See `GatewayOptions.checks`. */
  checks: readonly number[]
}

const addressPattern = /http:\/\/\S+/

/** Starts the process. Resolves when the gateway listens or the process has exited. */
export async function startCrashingGateway(options: CrashingGateway) {
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify(options)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
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

async function runGateway({ environment, file, writes, checks }: CrashingGateway): Promise<void> {
  const configuration = readConfiguration(environment)
  if (!configuration.service) throw new Error('no service')
  let hasDecision = false
  let writesLeft = writes
  const store = hookWrites(await openStore({ file }), () => {
    if (hasDecision && writesLeft === 0) process.kill(process.pid, 'SIGKILL')
    if (hasDecision) writesLeft -= 1
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
      hasDecision ||= request.method === 'POST' && request.url.endsWith('/gateway/decisions')
      return fetch(request, bindings)
    },
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
  })
}

if (import.meta.main) await runGateway(JSON.parse(process.argv[2] ?? '') as CrashingGateway)
