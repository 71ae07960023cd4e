/** For tests: the program of a gateway process that kills itself, as with `kill -9`, before a certain write to its database. */
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
    uploadFolder: `${file}-uploads`,
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
