/** Runs the gateway as a process. Without SERVICE_URL it also runs the embedded service, on a loopback port. */
import { join } from 'node:path'
import { gatewayEndpoints } from '#contract/index.ts'
import { DatabaseBusy, DatabaseUnusable } from '#server/database/faults.ts'
import type { DatabaseLocation } from '#server/database/open.ts'
import { toStartError } from '#server/database/start-faults.ts'
import { CannotListen, endProcess, listen } from '#server/listen.ts'
import { InvalidOutcomes } from '#server/service/carrier/outcome.ts'
import { InstallationUnreadable } from '#server/service/installation.ts'
import type { Service } from '#server/service/start.ts'
import { openGatewayStore } from './cluster/open-gateway-store.ts'
import { type Connection, createGateway, type Gateway } from './gateway.ts'
import { backupSocket, linkSocket, listenLocally } from './maintenance/local-socket.ts'
import { handleRestore } from './maintenance/restored.ts'
import { describeFirstRead } from './operations/first-read.ts'
import { type Configuration, ConfigurationError, readConfiguration, storeOf } from './shared/configuration.ts'
import { type Log, openLog } from './shared/log.ts'
import { openKnownDatabase } from './store/known-databases.ts'

interface Connected {
  connection: Connection
  embedded: Service | null
  /** Printed at the start. */
  description: string
}

const describeCalls = (count: number) => `${count} ${count === 1 ? 'call' : 'calls'} at once`

async function connect(configuration: Configuration, folder: string, log: Log): Promise<Connected> {
  const { service, embedded, concurrentCalls } = configuration
  if (service) return { connection: service, embedded: null, description: `service ${service.url.origin}` }
  // A gateway that is connected to a service does not load the simulation.
  const { startService } = await import('#server/service/start.ts')
  const started = await startService({
    ...embedded,
    dataDir: join(folder, 'service'),
    port: 0,
    concurrentCalls,
    webhookSecret: configuration.webhookSecret ?? undefined,
    // Set once the gateway's port is open.
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

/** The address at which this machine reaches a host that it listens on. */
function loopbackFor(host: string): string {
  const own: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  return own[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
}

interface RunningGateway {
  gateway: Gateway
  description: string
  /** Call it when the port is open: the embedded service then delivers its events there. */
  listening: (port: number) => void
  /** Resolves with a sentence when another process has opened the database: this one must end. */
  takenOver: Promise<string>
  close: () => Promise<void>
}

/**
 * Starts everything except the port.
 *
 * @param dashboard the folder of the built dashboard; null: another program serves it
 * @throws DatabaseBusy if another process uses the data folder or the schema; DatabaseUnusable if it cannot be used
 */
export async function startGateway(configuration: Configuration, dashboard: string | null): Promise<RunningGateway> {
  const name = storeOf(configuration)
  const { databaseUrl: url } = configuration
  const folder = join(configuration.dataDir, name)
  const log = openLog(join(folder, 'gateway.log'), (sentence) => console.error(sentence))
  const { connection, embedded, description } = await connect(configuration, folder, log)
  const where = url === null ? { file: join(folder, 'gateway.db') } : { url, schema: name }
  try {
    // A gateway that runs the service in its own process is the only one.
    const open = (where: DatabaseLocation) => openGatewayStore(where, embedded === null)
    const { store, cluster, clock, takenOver, release } = await openKnownDatabase(where, folder, open)
    await handleRestore(store, { now: clock.now, perMinute: embedded ? 0 : configuration.rate.perMinute })
    const gateway = await createGateway({
      configuration,
      connection,
      store,
      uploadFolder: join(folder, 'uploads'),
      place: url === null ? { folder, store: name } : null,
      cluster,
      dashboard,
      clock,
      log,
      random: Math.random,
      seed: embedded?.seeded.batches,
      // Otherwise the service lists its conversations itself.
      seedConversations: configuration.embedded.specificationOnly ? embedded?.seeded.conversations : [],
      embedded: embedded && {
        keys: embedded.keys,
        webhookSecret: embedded.webhookSecret,
        webhookAddress: embedded.deliveries.address,
        deliveries: embedded.deliveries.list,
      },
    })
    embedded?.startActivity(gateway.listBatch)
    const backUp = async (to: string) => ({ problem: await gateway.backUp(to) })
    // On PostgreSQL, the commands of this machine use the database themselves.
    const stopListening =
      url === null
        ? [
            await listenLocally(folder, backupSocket, backUp, log),
            await listenLocally(folder, linkSocket, gateway.makePasswordLink, log),
          ]
        : []
    const close = async () => {
      for (const stop of stopListening) stop()
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

/** After the last command has ended, reads under way have this long to end, ms. */
const readGraceMs = 1_000
/** Idle connections are closed this often while stopping, ms: a polling browser would keep its connection open forever. */
const closeIdleEveryMs = 50

/** Accepts no more connections, releases held decisions, finishes what is being sent, and cuts the rest. */
async function stop(server: Awaited<ReturnType<typeof listen>>, running: RunningGateway): Promise<void> {
  const answered = new Promise<void>((resolve) => void server.close(() => resolve()))
  const http = 'closeIdleConnections' in server ? server : null
  const closingIdle = setInterval(() => http?.closeIdleConnections(), closeIdleEveryMs)
  const waitForReads = () => new Promise<void>((resolve) => void setTimeout(resolve, readGraceMs).unref())
  await Promise.race([answered, running.gateway.finish().then(waitForReads)])
  clearInterval(closingIdle)
  http?.closeAllConnections()
  await running.close()
}

async function listenUntilStopped(): Promise<void> {
  const configuration = readConfiguration(process.env)
  const running = await startGateway(configuration, 'dist')
  try {
    const server = await listen(configuration, running.gateway.fetch)
    let closing = false
    const end = (code: number) => {
      if (closing) return
      closing = true
      void stop(server, running).finally(() => endProcess(code))
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
    console.log(describeFirstRead(running.description, running.gateway.firstRefusal))
    const link = await running.gateway.firstLink().catch(() => {
      console.error(
        'The link for the first administrator could not be recorded. Free some disk space, then start again.',
      )
      return null
    })
    if (link)
      console.log(`Create the first administrator (the link works once, for a day):  ${address}/sign-in#link=${link}`)
  } catch (error) {
    await running.close()
    throw error
  }
}

/** A sentence about a failed start, for the person at the terminal. */
function explain(error: unknown): string {
  if (error instanceof ConfigurationError)
    return [error.message, ...error.mistakes.map((mistake) => `- ${mistake}`)].join('\n')
  if (error instanceof InvalidOutcomes) return `The configuration is not valid:\n- EMBEDDED_OUTCOMES ${error.message}`
  const known = [DatabaseBusy, DatabaseUnusable, CannotListen, InstallationUnreadable]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  // The failure of another file, for example the embedded service's.
  const startError = toStartError(error, { file: (error as { path?: string }).path ?? 'The data folder' })
  if (startError instanceof DatabaseUnusable) return startError.message
  return `Switchboard could not start: ${error instanceof Error ? error.stack : String(error)}`
}

/** Runs the gateway until its process is told to stop. Ends the process if it cannot start. */
export async function run(): Promise<void> {
  try {
    await listenUntilStopped()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}

if (import.meta.main) await run()
