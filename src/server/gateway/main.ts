/** The gateway as a process: `npm start`. Without SERVICE_URL it runs the embedded service too, on a loopback port. */
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { gatewayEndpoints } from '#contract/index.ts'
import { DatabaseBusy, DatabaseUnusable } from '#server/database/faults.ts'
import type { DatabaseLocation } from '#server/database/open.ts'
import { toStartError } from '#server/database/start-faults.ts'
import { InstallationUnreadable } from '#server/service/installation.ts'
import { type Service, startService } from '#server/service/start.ts'
import { openGatewayStore } from './cluster/open-gateway-store.ts'
import { type Connection, createGateway, type Gateway } from './gateway.ts'
import { listenForBackupRequests } from './maintenance/local-socket.ts'
import { handleRestore } from './maintenance/restored.ts'
import { type Configuration, ConfigurationError, readConfiguration, storeOf } from './shared/configuration.ts'
import { type Log, openLog } from './shared/log.ts'
import { openKnown } from './store/known-databases.ts'

interface Connected {
  connection: Connection
  embedded: Service | null
  /** For the person who started us. */
  description: string
}

const describeCalls = (count: number) => `${count} ${count === 1 ? 'call' : 'calls'} at once`

async function connect(configuration: Configuration, folder: string, log: Log): Promise<Connected> {
  const { service, embedded, concurrentCalls } = configuration
  if (service) return { connection: service, embedded: null, description: `service ${service.url.origin}` }
  const started = await startService({
    ...embedded,
    dataDir: join(folder, 'service'),
    port: 0,
    concurrentCalls,
    webhookSecret: configuration.webhookSecret ?? undefined,
    // Ours, once we listen.
    webhookUrl: null,
    report: (error) =>
      log.error({ error: error instanceof Error ? error.stack : String(error) }, 'the embedded service failed'),
  })
  const workspaces = [{ id: started.workspaceId, name: 'Main' }]
  return {
    connection: { url: new URL(started.url), apiKey: started.apiKey, workspaces },
    embedded: started,
    description: `embedded service (simulation), plan ${embedded.plan.name}, ${describeCalls(concurrentCalls)}`,
  }
}

/** How this machine reaches a host that it listens on. */
function loopbackFor(host: string): string {
  const own: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  return own[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
}

interface RunningGateway {
  gateway: Gateway
  description: string
  /** We can be reached on this port: the embedded service may deliver its events. */
  listening: (port: number) => void
  /** Resolves with a sentence when another process has the store: this one must end. */
  takenOver: Promise<string>
  close: () => Promise<void>
}

/**
 * Starts everything but the port.
 *
 * @param dashboard the folder of the built dashboard; null: somebody else serves it
 * @throws DatabaseBusy when another process has the data folder, or the schema; DatabaseUnusable when it cannot be used as it is
 */
export async function startGateway(configuration: Configuration, dashboard: string | null): Promise<RunningGateway> {
  const name = storeOf(configuration)
  const { databaseUrl: url } = configuration
  const folder = join(configuration.dataDir, name)
  const log = openLog(join(folder, 'gateway.log'), (sentence) => console.error(sentence))
  const { connection, embedded, description } = await connect(configuration, folder, log)
  const where = url === null ? { file: join(folder, 'gateway.db') } : { url, schema: name }
  try {
    // Whoever runs the service in this process is its only gateway.
    const open = (where: DatabaseLocation) => openGatewayStore(where, embedded === null)
    const { store, cluster, clock, takenOver, release } = await openKnown(where, folder, open)
    await handleRestore(store, { now: clock.now, perMinute: embedded ? 0 : configuration.rate.perMinute })
    const gateway = await createGateway({
      configuration,
      connection,
      store,
      place: url === null ? { folder, store: name } : null,
      cluster,
      dashboard,
      clock,
      log,
      random: Math.random,
      seed: embedded?.seeded.batches,
      // Where the service lists its conversations, the list is what is known.
      seedConversations: configuration.embedded.specificationOnly ? embedded?.seeded.conversations : [],
      embedded: embedded && {
        keys: embedded.keys,
        webhookSecret: embedded.webhookSecret,
        webhookAddress: embedded.deliveries.address,
        deliveries: embedded.deliveries.list,
      },
    })
    const stopListening = url === null ? await listenForBackupRequests(folder, gateway.backUp, log) : () => {}
    const close = async () => {
      stopListening()
      await gateway.close()
      await release()
      await embedded?.close()
    }
    const listening = (port: number) =>
      embedded?.deliveries.setAddress(
        `http://${loopbackFor(configuration.host)}:${port}${gatewayEndpoints.webhookReceive.path}`,
      )
    return { gateway, description, listening, takenOver, close }
  } catch (error) {
    await embedded?.close()
    throw error
  }
}

class CannotListen extends Error {}
const listenFaults: Record<string, (configuration: Configuration) => string> = {
  EADDRINUSE: ({ port, host }) =>
    `Port ${port} on ${host} is in use. Stop the program that has it, or set PORT to another.`,
  EACCES: ({ port }) => `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
}

/** Opens the port. @throws CannotListen with a sentence */
async function listen(configuration: Configuration, fetch: Gateway['fetch']) {
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings) })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = listenFaults[error.code ?? '']
      reject(sentence ? new CannotListen(sentence(configuration)) : error)
    })
    server.listen(configuration.port, configuration.host, resolve)
  })
  return server
}

/** When nothing is being sent any more, reads under way may still end within this, ms. */
const readGraceMs = 1_000
/** A connection whose request was answered is let go within this, ms: a browser that polls would keep it for ever. */
const closeIdleEveryMs = 50

/** Takes no more connections, gives back what is held, finishes what is being sent, and cuts the rest. */
async function stop(server: Awaited<ReturnType<typeof listen>>, running: RunningGateway): Promise<void> {
  const answered = new Promise<void>((resolve) => void server.close(() => resolve()))
  const http = 'closeIdleConnections' in server ? server : null
  const lettingGo = setInterval(() => http?.closeIdleConnections(), closeIdleEveryMs)
  const patient = () => new Promise<void>((resolve) => void setTimeout(resolve, readGraceMs))
  await Promise.race([answered, running.gateway.finish().then(patient)])
  clearInterval(lettingGo)
  http?.closeAllConnections()
  await running.close()
}

async function run(): Promise<void> {
  const configuration = readConfiguration(process.env)
  const running = await startGateway(configuration, 'dist')
  try {
    const server = await listen(configuration, running.gateway.fetch)
    let closing = false
    const end = (code: number) => {
      if (closing) return
      closing = true
      void stop(server, running).finally(() => process.exit(code))
    }
    process.on('SIGTERM', () => end(0))
    process.on('SIGINT', () => end(0))
    void running.takenOver.then((sentence) => {
      console.error(sentence)
      end(1)
    })
    const bound = server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : configuration.port
    running.listening(port)
    const address = configuration.publicUrl?.origin ?? `http://${configuration.host}:${port}`
    console.log(`Switchboard  ${address}`)
    console.log(`Connected to the ${running.description}`)
    const link = await running.gateway.firstLink().catch(() => {
      console.error(
        'The link for the first administrator could not be recorded. Make room on the disk, then start again.',
      )
      return null
    })
    if (link) console.log(`The first administrator, once and within a day:  ${address}/sign-in#link=${link}`)
  } catch (error) {
    await running.close()
    throw error
  }
}

/** What went wrong at the start, for the person at the terminal. */
function explain(error: unknown): string {
  if (error instanceof ConfigurationError)
    return [error.message, ...error.mistakes.map((mistake) => `- ${mistake}`)].join('\n')
  const known = [DatabaseBusy, DatabaseUnusable, CannotListen, InstallationUnreadable]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  // Of a file beside the database, such as the embedded service's.
  const said = toStartError(error, { file: (error as { path?: string }).path ?? 'The data folder' })
  if (said instanceof DatabaseUnusable) return said.message
  return `Switchboard could not start: ${error instanceof Error ? error.stack : String(error)}`
}

if (import.meta.main) {
  try {
    await run()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
