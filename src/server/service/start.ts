/** Starts the embedded service: folder, database, call runner, event delivery and HTTP port. */
import { Server } from 'node:http'
import { join } from 'node:path'
import type { ServerType } from '@hono/node-server'
import type { Plan } from '#contract/index.ts'
import { isDatabaseFault } from '../database/faults.ts'
import { listen } from '../listen.ts'
import { createActivity } from './activity/activity.ts'
import type { OwnBatch } from './activity/batches.ts'
import { createApp } from './app.ts'
import { createKeyRing, type KeyRing } from './auth/key-ring.ts'
import { installKeys } from './auth/keys.ts'
import { createRunner } from './calling/run-calls.ts'
import { defaultOutcomes, parseOutcomes } from './carrier/outcome.ts'
import { createDeliveries, type Deliveries } from './events/delivery.ts'
import { readInstallation } from './installation.ts'
import { readSeededRecords, type SeededRecords, seedDatabase } from './seed/seed.ts'
import { systemClock } from './shared/clock.ts'
import type { ServiceContext } from './shared/context.ts'
import { systemRandom } from './shared/random.ts'
import type { WorkLoop } from './shared/work-loop.ts'
import { openServiceDatabase } from './store/database.ts'

export interface ServiceOptions {
  /** Holds `service.db` and `installation.json`. Only one process can use it at a time. */
  dataDir: string
  host?: string
  /** 0 picks a free port. */
  port: number
  plan: Plan
  /** Simulated carrier seconds per real second. */
  speed: number
  /** Determines the seed data and the content of calls. Seed data is written at the first start only. */
  seed: number | string
  /** How likely a call reaches a person, a mailbox or nobody, as `parseOutcomes` reads it. Absent: the default shares. */
  outcomes?: string | undefined
  /** Whether the service goes on by itself once `startActivity` is called: batches, calls, customers who write. For a demo. */
  activity?: boolean | undefined
  /** Serves the specification without the extensions of interface section 7. */
  specificationOnly: boolean
  apiKey?: string | undefined
  /** `id` or `id=Name,id=Name`; the first is the main workspace. Absent: generated at the first start and stored. */
  workspaceId?: string | undefined
  /** Overrides the plan's limit. */
  concurrentCalls?: number | undefined
  /** Signs events. Absent: generated at the first start and stored. */
  webhookSecret?: string | undefined
  /** Receives events. null: events wait until `deliveries.setAddress` is called. Absent: no events are written. */
  webhookUrl?: string | null | undefined
  /** Called with the service's internal errors. */
  report?: ((error: unknown) => void) | undefined
}

export interface Service {
  url: string
  apiKey: string
  /** The main workspace. */
  workspaceId: string
  webhookSecret: string
  deliveries: Pick<Deliveries, 'setAddress' | 'address' | 'list'>
  keys: KeyRing
  /** Which credentials were generated rather than configured. */
  generated: { apiKey: boolean; workspaceId: boolean; webhookSecret: boolean }
  /** IDs of the seed data; without the extensions no endpoint lists them. */
  seeded: SeededRecords
  /** Starts what the service does by itself, if the options say so. @param onBatch called with each batch, because no endpoint lists batches */
  startActivity: (onBatch: (batch: OwnBatch) => Promise<void>) => void
  /** Waits for running requests, then stops the runner and delivery and closes the database. */
  close: () => Promise<void>
}

/** When the service closes, connections whose requests take longer than this are closed. */
const closeTimeoutMs = 3_000

/** Stops accepting connections and waits for running requests. */
async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  if (!(server instanceof Server)) return closed
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
  await closed
  clearTimeout(timer)
}

/**
 * Starts the service: the whole specification and, unless `specificationOnly` is set, the extensions of interface section 7.
 *
 * @returns the service's address and credentials, and `close`
 * @throws CannotListen, InvalidOutcomes, or DatabaseBusy if another process uses the folder; each message is shown to the user
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { dataDir, host = '127.0.0.1', port, speed, specificationOnly, webhookUrl, report = () => {} } = options
  const { apiKey, workspaces, webhookSecret, generated } = readInstallation(dataDir, options, systemRandom)
  const mainWorkspace = workspaces[0]
  if (mainWorkspace === undefined) throw new RangeError('workspaceId contains no workspace')
  const outcomes = options.outcomes === undefined ? defaultOutcomes : parseOutcomes(options.outcomes)
  const database = await openServiceDatabase(join(dataDir, 'service.db'))
  const plan = { ...options.plan, concurrentCalls: options.concurrentCalls ?? options.plan.concurrentCalls }
  const context: ServiceContext = {
    database,
    clock: systemClock,
    random: systemRandom,
    plan,
    speed,
    seed: String(options.seed),
    outcomes,
    hasActivity: options.activity === true,
    wakeRunner: () => runner.wake(),
    // The specification only announces webhooks (section 6), so specification-only mode has none.
    wakeDelivery: specificationOnly || webhookUrl === undefined ? null : () => deliveries.wake(),
  }
  const runner = createRunner(context, report)
  const deliveries = createDeliveries(context, webhookSecret, report)
  const loops: { activity: WorkLoop | null } = { activity: null }
  try {
    await installKeys(database, { apiKey, workspaces }, systemClock.now()).catch((error: unknown) => {
      // If the disk is full, the keys from the previous start still work.
      if (!isDatabaseFault(error)) throw error
      report(error)
    })
    await seedDatabase(context, mainWorkspace.id)
    const server = await listen({ host, port }, createApp(context, { specificationOnly, deliveries, report }).fetch)
    if (webhookUrl) deliveries.setAddress(webhookUrl)
    if (context.wakeDelivery !== null) deliveries.start()
    await runner.start()
    const address = server.address()
    const actualPort = typeof address === 'object' && address !== null ? address.port : port
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
      apiKey,
      workspaceId: mainWorkspace.id,
      webhookSecret,
      deliveries,
      keys: createKeyRing(context, apiKey),
      generated,
      seeded: await readSeededRecords(database),
      startActivity: (onBatch) => {
        if (options.activity !== true || loops.activity !== null) return
        loops.activity = createActivity(context, { workspace: mainWorkspace.id, report, onBatch })
        loops.activity.start()
      },
      close: async () => {
        await closeServer(server)
        await loops.activity?.stop()
        await runner.stop()
        await deliveries.stop()
        await database.destroy()
      },
    }
  } catch (error) {
    await runner.stop()
    await deliveries.stop()
    await database.destroy()
    throw error
  }
}
