/** All capabilities of one gateway, connected to one service and one store. Opens no port. */
import { createAccessHistory } from './access-history.ts'
import { createApp } from './app.ts'
import { createAsk } from './asking.ts'
import { createAudit } from './audit.ts'
import type { NewBatch } from './batch-rows.ts'
import { Budget } from './budget.ts'
import { Claims } from './claims.ts'
import type { Clock } from './clock.ts'
import type { Configuration, Workspace } from './configuration.ts'
import { createConfirmation } from './confirmation.ts'
import { createConnectionTest, fingerprintOf, probe } from './connection.ts'
import { createContacts } from './contacts.ts'
import { Conversations } from './conversations.ts'
import { keptSetting, type Store } from './database.ts'
import { Decisions } from './decisions.ts'
import { createDeeds } from './deeds.ts'
import { Effects } from './effects.ts'
import { Endings } from './endings.ts'
import { Exports } from './exports.ts'
import { Extensions } from './extensions.ts'
import { createGate } from './gate.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { LastRead } from './last-read.ts'
import { Launches } from './launches.ts'
import { Ledger } from './ledger.ts'
import { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import { createRechecks, usualChecks } from './looking.ts'
import { createMetrics } from './metrics.ts'
import { createFindNames } from './names.ts'
import { News } from './news.ts'
import { createOpenSessions } from './open-sessions.ts'
import { createOperatorAdministration } from './operator-administration.ts'
import { createOperators } from './operators.ts'
import { createPlacedCalls } from './placed-calls.ts'
import { createProvider } from './provider.ts'
import { createReadiness } from './readiness.ts'
import { Registry } from './registry.ts'
import { Rests } from './rests.ts'
import { createReviewQueue } from './review-queue.ts'
import { earlierSendings, recordSendings } from './sendings.ts'
import { ServiceState } from './service-state.ts'
import { createSessions } from './session.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createSimulation, type EmbeddedService } from './simulation.ts'
import { type Read, Snapshots } from './snapshots.ts'
import { createSubjects } from './subjects.ts'
import { createUpstream, type Limits } from './upstream.ts'
import { Watcher } from './watcher.ts'
import { createWebhooks } from './webhooks.ts'
import { createWrites } from './writes.ts'

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
  /** When the service is read again for an unknown effect, ms after its outcome became unknown. */
  checks?: readonly number[]
  limits?: Limits
}

export interface Switchboard {
  fetch: (request: Request, bindings?: object) => Response | Promise<Response>
  /** A link that makes the first administrator; null where none is needed. */
  firstLink: () => Promise<string | null>
  /** Makes every reading for unknown effects that is due by the clock; they are made by themselves too. */
  recheck: () => Promise<void>
  /** Gives back what is held, and resolves when nothing is being sent. */
  finish: () => Promise<void>
  /** Finishes, then lets go of everything. */
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
  const stopping = new AbortController()
  const gate = createGate(budget, clock.steady, recordSendings(store, log, clock.now))
  const metrics = createMetrics()
  const upstream = metrics.upstream(createUpstream(connection, options.limits))
  const state = new ServiceState()
  const ask = metrics.ask(createAsk({ upstream, gate, budget, state, clock, random: options.random }))
  const news = new News()
  const snapshots = new Snapshots({ ask, state, clock, news })
  const watcher = new Watcher({ snapshots, budget, state, clock, news, log })
  const fingerprint = fingerprintOf(connection.apiKey)
  const kept = { store, clock, state, log, fingerprint, workspaces: connection.workspaces }
  const { lastRead, readings } = await LastRead.open(kept)
  const registry = await Registry.open(store, clock)
  const extensions = await Extensions.open({ store, snapshots, clock })
  const liveCalls = new LiveCalls({ snapshots, watcher, registry, extensions, clock })
  const rechecks = createRechecks({ snapshots, budget, store, clock, log, checks: options.checks ?? usualChecks })
  const endings = new Endings(log)
  const subjects = createSubjects({ store, registry, clock, log })
  const checked = (effectId: string) => rechecks.of(effectId)
  const effects = new Effects({ store, clock, endings, checked, subjects })
  const contactsKey = await keptSetting(store, 'contacts key', random)
  const contacts = createContacts({ store, key: contactsKey, registry, endings, clock, log })
  const ledger = new Ledger({ store, secret: await keptSetting(store, 'ledger secret', random), endings, clock, log })
  const look = async (batchId: string) => {
    const read = progressOf(batchId)
    await registry.observe(read, await snapshots.refresh(read, 'reads', { operator: '', page: 'batches' }, 0))
  }
  const conversations = await Conversations.open(store, clock)
  const claims = new Claims({ store, clock })
  const sending = { store, ask, budget, snapshots, conversations, endings, clock, log }
  const decisions = new Decisions({ ...sending, ledger, claims, rechecks })
  const writes = createWrites({ store, snapshots, rechecks, endings, clock })
  const findNames = createFindNames({ snapshots, registry, extensions })
  const queue = { snapshots, watcher, conversations, registry, extensions, claims, decisions, findNames, clock }
  const placedCalls = createPlacedCalls({ store, ledger, contacts, ask, registry, liveCalls, endings, clock })
  const rests = new Rests({ store, endings, clock })
  const launches = new Launches({ ledger, registry, ask, clock, log, rests, contacts, subjects, look })
  const secret = await keptSetting(store, 'session secret', random)
  const { oidc } = configuration
  const operators = await createOperators({
    store,
    secret,
    address: configuration.publicUrl ?? new URL(`http://${configuration.host}:${configuration.port}`),
    clock,
    log,
  })
  const ping = () => snapshots.refresh(probe, 'reads', { operator: '', page: 'connection' }, 0).catch(() => undefined)
  const limits = createSignInLimits(clock)
  const sessions = createSessions({
    probe: ping,
    configuration,
    address: connection.url,
    workspaces: connection.workspaces,
    operators,
    provider: oidc && createProvider({ oidc, secret, clock, log }),
    state,
    extensions,
    limits,
    history: createAccessHistory({ store, endings, clock }),
    knownBrowsers: createKnownBrowsers({ secret, secure: configuration.publicUrl?.protocol === 'https:' }),
    clock,
    log,
  })

  const confirmation = createConfirmation({ operators, limits, required: sessions.wall })
  const deeds = createDeeds({ store, endings, clock })
  const exports = new Exports({ ask, clock, deeds, perMinute: configuration.rate.perMinute })

  await effects.recover()
  await rechecks.recover()
  await decisions.recover()
  await writes.recover()
  // None of this is worth not starting: on a full disk people still read and cancel.
  const unless = (error: unknown) => log.error({ error: String(error) }, 'something could not be recorded at the start')
  await contacts.recover().catch(unless)
  await claims.sweep().catch(unless)
  await conversations.follow(connection.workspaces[0]?.id ?? '', options.seedConversations ?? []).catch(unless)
  for (const batch of options.seed ?? [])
    await registry.follow({ ...batch, startedBy: null, startedAt: null, effectId: null }).catch(unless)
  registry.onComplete((batchId) => effects.releaseBatch(batchId))
  registry.onComplete(contacts.batchEnded)
  for (const { read, snapshot } of readings) {
    snapshots.restore(read, snapshot)
    liveCalls.observe(read, snapshot)
    await conversations.observe(read, snapshot).catch(unless)
  }
  snapshots.observe((read, snapshot) => {
    lastRead.observe(read, snapshot)
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
    audit: createAudit({ store, registry }),
    budget,
    claims,
    clock,
    contacts,
    decisions,
    effects,
    exports,
    extensions,
    findNames,
    launches,
    ledger,
    liveCalls,
    metrics,
    openSessions: createOpenSessions({ operators, deeds }),
    operatorAdministration: createOperatorAdministration({ operators, sessions, confirmation, deeds }),
    placedCalls,
    publicUrl,
    rechecks,
    readiness: createReadiness({ store, state, probe: ping, clock }),
    registry,
    rests,
    reviewQueue: createReviewQueue(queue),
    seen: gate.seen,
    sessions,
    simulation: createSimulation({ embedded, own: fingerprint, deeds }),
    snapshots,
    stopping: stopping.signal,
    store,
    testConnection: createConnectionTest({ apiKey: connection.apiKey, snapshots, budget, extensions, state, clock }),
    writes,
  }
  const webhooks = createWebhooks({
    secret: embedded?.webhookSecret ?? configuration.webhookSecret,
    workspaces,
    news,
    registry,
    liveCalls,
    conversations,
    placedCalls,
    clock,
  })
  metrics.watch({ budget, state, store, webhooks, clock })
  const app = createApp({ ...parts, watcher, webhooks, workspaces, configuration, log }, options.dashboard)

  async function finish() {
    stopping.abort()
    gate.close()
    watcher.close()
    rechecks.close()
    exports.close()
    await decisions.close()
    await ledger.rest()
  }

  return {
    fetch: (request, bindings) => app.fetch(request, bindings),
    firstLink: async () =>
      sessions.wall() && !(await operators.any()) ? (await operators.invitations.make(['admin'])).token : null,
    recheck: () => rechecks.due(),
    finish,
    async close() {
      await finish()
      await endings.close()
      await contacts.close()
      await upstream.close()
      await lastRead.close()
      await store.destroy()
    },
  }
}
