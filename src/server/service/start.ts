/** Starts the embedded service: its folder, its database, its runner and its port. */
import { Server } from 'node:http'
import { join } from 'node:path'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { Plan } from '#contract/index.ts'
import { isDatabaseFault } from '../database/faults.ts'
import { createApp } from './app.ts'
import { createKeyRing, type KeyRing } from './auth/key-ring.ts'
import { type GivenKey, installKeys } from './auth/keys.ts'
import { createRunner } from './calling/run-calls.ts'
import { createDeliveries, type Deliveries } from './events/delivery.ts'
import { readInstallation } from './installation.ts'
import { type Planted, planted, plantSeed } from './seed/plant.ts'
import { systemClock } from './shared/clock.ts'
import type { House } from './shared/context.ts'
import { systemRandom } from './shared/random.ts'
import { openServiceDatabase } from './store/database.ts'

export interface ServiceOptions {
  /** Holds `service.db` and `installation.json`. One process at a time. */
  dataDir: string
  host?: string
  /** 0: any free port. */
  port: number
  plan: Plan
  /** Carrier seconds per second. */
  speed: number
  /** Decides the first data and what is said in calls. Only the first start plants it. */
  seed: number | string
  /** Without the extensions of interface 7. */
  specificationOnly: boolean
  apiKey?: string | undefined
  /** `id` or `id=Name,id=Name`; the first is the main one. Absent: made at the first start and kept. */
  workspaceId?: string | undefined
  /** Keys beside the installation's own, of this organization and others. */
  keys?: readonly GivenKey[] | undefined
  /** Instead of the plan's. */
  concurrentCalls?: number | undefined
  /** What events are signed with. Absent: made at the first start and kept. */
  webhookSecret?: string | undefined
  /** Where events are delivered; null: it is told later, and they wait; absent: nowhere, and there are none. */
  webhookUrl?: string | null | undefined
  /** Told of errors of the service's own. */
  report?: ((error: unknown) => void) | undefined
}

export interface Service {
  url: string
  apiKey: string
  /** The main workspace. */
  workspaceId: string
  webhookSecret: string
  deliveries: Pick<Deliveries, 'to' | 'address' | 'list'>
  keys: KeyRing
  /** Which were made here, not given. */
  own: { apiKey: boolean; workspaceId: boolean; webhookSecret: boolean }
  /** What the first start put in, for whoever cannot list it. */
  seed: Planted
  /** Ends running requests, then everything. */
  close: () => Promise<void>
}

/** The port is taken, or the host is not ours. The message is for people. */
export class CannotListen extends Error {}

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use. Stop the program that has it, or set PORT to another.`,
  EACCES: (_, port) => `Port ${port} may not be opened by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine. Set HOST to one that is, such as 127.0.0.1.`,
}

/** Running requests have so long to end, in ms; then their connections are cut. */
const patience = 3_000

/** Takes no more connections and waits for the requests that are running. */
async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  if (!(server instanceof Server)) return closed
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(cut)
}

/**
 * Starts the service (the whole specification, and the extensions of interface 7 unless told otherwise).
 *
 * @returns its address and credentials, and how to close it
 * @throws CannotListen, KeysMistaken, or DatabaseBusy when another process uses the folder; each with a sentence
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { dataDir, host = '127.0.0.1', port, speed, specificationOnly, webhookUrl, report = () => {} } = options
  const { apiKey, workspaces, webhookSecret, own } = readInstallation(dataDir, options, systemRandom)
  const main = workspaces[0]
  if (main === undefined) throw new RangeError('workspaceId names no workspace')
  const database = await openServiceDatabase(join(dataDir, 'service.db'))
  const plan = { ...options.plan, concurrentCalls: options.concurrentCalls ?? options.plan.concurrentCalls }
  const house: House = {
    database,
    clock: systemClock,
    random: systemRandom,
    plan,
    speed,
    seed: String(options.seed),
    wake: () => runner.wake(),
    // The specification announces webhooks; it has none yet (section 6).
    deliver: specificationOnly || webhookUrl === undefined ? null : () => deliveries.wake(),
  }
  const runner = createRunner(house, report)
  const deliveries = createDeliveries(house, webhookSecret, report)
  try {
    await installKeys(database, { apiKey, workspaces, others: options.keys ?? [] }, systemClock.now()).catch(
      (error: unknown) => {
        // On a full disk the keys of the start before are the keys.
        if (!isDatabaseFault(error)) throw error
        report(error)
      },
    )
    await plantSeed(house, main.id)
    const server = createAdaptorServer({ fetch: createApp(house, { specificationOnly, deliveries, report }).fetch })
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const sentence = sentences[error.code ?? '']
        reject(sentence === undefined ? error : new CannotListen(sentence(host, port)))
      })
      server.listen(port, host, resolve)
    })
    if (webhookUrl) deliveries.to(webhookUrl)
    if (house.deliver !== null) deliveries.start()
    await runner.start()
    const address = server.address()
    const open = typeof address === 'object' && address !== null ? address.port : port
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${open}`,
      apiKey,
      workspaceId: main.id,
      webhookSecret,
      deliveries,
      keys: createKeyRing(house, apiKey),
      own,
      seed: await planted(database),
      close: async () => {
        await closeServer(server)
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
