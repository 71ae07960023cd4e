/** All capabilities of one gateway, connected to one service and one store. Opens no port. */
import { createApp } from './app.ts'
import { createAsk } from './asking.ts'
import { createAudit } from './audit.ts'
import { Budget } from './budget.ts'
import { Claims } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Configuration, Workspace } from './configuration.ts'
import { createConnectionTest, fingerprintOf, probe } from './connection.ts'
import { Conversations } from './conversations.ts'
import { keptSetting, type Store } from './database.ts'
import { usualChecks } from './decision-settling.ts'
import { Decisions } from './decisions.ts'
import { createDeeds } from './deeds.ts'
import { Effects } from './effects.ts'
import { Endings } from './endings.ts'
import { Extensions } from './extensions.ts'
import { createGate } from './gate.ts'
import { Launches } from './launches.ts'
import { Ledger } from './ledger.ts'
import { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import { createOperatorAdministration } from './operator-administration.ts'
import { createOperators } from './operators.ts'
import { createPlacedCalls } from './placed-calls.ts'
import { type NewBatch, Registry } from './registry.ts'
import { createReviewQueue } from './review-queue.ts'
import { earlierSendings, recordSendings } from './sendings.ts'
import { ServiceState } from './service-state.ts'
import { createSessions } from './session.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createSimulation, type EmbeddedService } from './simulation.ts'
import { type Read, Snapshots } from './snapshots.ts'
import { createUpstream, type Limits } from './upstream.ts'
import { Watcher } from './watcher.ts'

export interface Connection {
  url: URL
  apiKey: string
  workspaces: Workspace[]
}

export interface SwitchboardOptions {
  configuration: Configuration
  connection: Connection
  /** Closed with the switchboard. */
  store: Store
  /** The folder of the built dashboard; null: somebody else serves it. */
  dashboard: string | null
  clock: Clock
  log: Log
  random: () => number
  /** Batches that are known from the beginning: those of a simulation's seed. */
  seed?: Pick<NewBatch, 'batchId' | 'name' | 'agentId'>[]
  /** Conversations that are known from the beginning: a simulation's that cannot be listed. */
  seedConversations?: string[] | undefined
  /** The service, where this process runs it. */
  embedded?: EmbeddedService | null
  /** When an unknown decision is looked at again, ms. */
  checks?: readonly number[]
  limits?: Limits
}

export interface Switchboard {
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>
  /** A link that makes the first administrator; null where none is needed. */
  firstLink: () => Promise<string | null>
  /** Finishes what is being sent, then lets go of everything. */
  close: () => Promise<void>
}

const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

const progressOf = (batchId: string): Read => ({
  name: 'batchProgress',
  params: { batchId },
  query: {},
  workspace: null,
})
/** Connects. Resolves after the service's first answer, or its first failure: a service that is down is no reason not to start. */
export async function createSwitchboard(options: SwitchboardOptions): Promise<Switchboard> {
  const { configuration, connection, store, clock, log } = options
  const budget = new Budget(configuration.rate, await earlierSendings(store, clock.now()))
  const gate = createGate(budget, clock.steady, recordSendings(store, log, clock.now))
  const upstream = createUpstream(connection, options.limits)
  const state = new ServiceState()
  const ask = createAsk({ upstream, gate, budget, state, clock, random: options.random })
  const snapshots = new Snapshots({ ask, state, clock })
  const watcher = new Watcher({ snapshots, budget, state, clock, log })
  const registry = await Registry.open(store, clock)
  const extensions = await Extensions.open({ store, snapshots, clock })
  const liveCalls = new LiveCalls({ snapshots, watcher, registry, extensions, clock })
  const effects = new Effects({ store, clock })
  const endings = new Endings(log)
  const ledger = new Ledger({ store, secret: await keptSetting(store, 'ledger secret', random), endings, clock, log })
  const look = async (batchId: string) => {
    const read = progressOf(batchId)
    await registry.observe(read, await snapshots.refresh(read, 'reads', { operator: '', page: 'batches' }, 0))
  }
  const conversations = await Conversations.open(store, clock)
  const claims = new Claims({ store, clock })
  const checks = options.checks ?? usualChecks
  const sending = { store, ask, budget, snapshots, conversations, endings, clock, log }
  const decisions = new Decisions({ ...sending, ledger, claims, checks })
  const queue = { snapshots, watcher, conversations, registry, extensions, claims, decisions, clock }
  const placedCalls = createPlacedCalls({ store, ledger, ask, registry, liveCalls, endings, clock, log })
  const launches = new Launches({ ledger, registry, ask, clock, log, look })
  const operators = await createOperators({
    store,
    secret: await keptSetting(store, 'session secret', random),
    address: configuration.publicUrl ?? new URL(`http://${configuration.host}:${configuration.port}`),
    clock,
    log,
  })
  const ping = () => snapshots.refresh(probe, 'reads', { operator: '', page: 'connection' }, 0).catch(() => undefined)
  const sessions = createSessions({
    probe: ping,
    configuration,
    address: connection.url,
    workspaces: connection.workspaces,
    operators,
    state,
    extensions,
    limits: createSignInLimits(clock),
    clock,
    log,
  })

  const deeds = createDeeds({ store, endings, clock })

  await effects.recover()
  await decisions.recover()
  await claims.sweep()
  await conversations.follow(connection.workspaces[0]?.id ?? '', options.seedConversations ?? [])
  for (const batch of options.seed ?? [])
    await registry.follow({ ...batch, startedBy: null, startedAt: null, effectId: null })
  registry.onComplete((batchId) => effects.releaseBatch(batchId))
  snapshots.observe((read, snapshot) => {
    liveCalls.observe(read, snapshot)
    const learned = Promise.all([registry, extensions, conversations].map((learner) => learner.observe(read, snapshot)))
    learned.catch((error: unknown) => log.error({ error: String(error) }, 'what was read could not be remembered'))
  })
  watcher.always(() => registry.running.map(progressOf))

  await ping()

  const { workspaces } = connection
  const { publicUrl } = configuration
  const embedded = options.embedded ?? null
  const parts = {
    ask,
    audit: createAudit(store),
    budget,
    claims,
    clock,
    decisions,
    effects,
    extensions,
    launches,
    ledger,
    liveCalls,
    operatorAdministration: createOperatorAdministration({ operators, sessions, deeds }),
    placedCalls,
    publicUrl,
    registry,
    reviewQueue: createReviewQueue(queue),
    sessions,
    simulation: createSimulation({ embedded, own: fingerprintOf(connection.apiKey), deeds }),
    snapshots,
    store,
    testConnection: createConnectionTest({ apiKey: connection.apiKey, snapshots, budget, extensions, state, clock }),
  }
  const app = createApp({ ...parts, watcher, workspaces, configuration, log }, options.dashboard)

  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    firstLink: async () =>
      sessions.wall() && !(await operators.any()) ? (await operators.makeLink(['admin'])).token : null,
    async close() {
      watcher.close()
      await decisions.close()
      gate.close()
      await ledger.rest()
      await endings.close()
      await upstream.close()
      await store.destroy()
    },
  }
}
